import type { CollectionKey, CollectionRow, CollectionWithGrants } from '../../db/queries/collections/collections.ts';
import { type ContentPosition, type ContentRow, listContents } from '../../db/queries/collections/contents.ts';
import { holdsPermission } from '../../kernel/actor.ts';
import { type CommandContext, query, type ReadContext, type Requirement } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { collectionNotFound, loadCollection } from '../subjects/collection-subject.ts';

/** What seeing a collection takes. The list face of this rule is in db/queries/contents.ts. Source: collections.md 3.5. */
export function collectionViewRequirement(collection: Pick<CollectionRow, 'publishedAt'>): Requirement {
  return collection.publishedAt === null ? 'ViewUnpublishedCollection' : 'Public';
}

/** Whether the actor may see a collection: for lists of collections that were loaded for another reason. */
export function maySeeCollection({ actor }: CommandContext, collection: CollectionWithGrants): boolean {
  if (collection.publishedAt !== null) return true;
  return holdsPermission(actor, collection.granted, 'ViewUnpublishedCollection');
}

/** A collection that the actor may see. */
export const viewCollection = query({
  name: 'viewCollection',
  subject: loadCollection,
  requires: ({ collection }) => collectionViewRequirement(collection),
  run: (_context, { collection }, _key: CollectionKey): CollectionWithGrants => collection,
});

/** The same by its id, for batched reads. */
export const viewCollectionById = query({
  name: 'viewCollectionById',
  subject: async ({ context }: { readonly context: ReadContext }, id: number) => {
    const collection = await context.loaders.collection.load(id);
    if (collection === undefined) throw collectionNotFound({ id });
    return { nodeId: collection.id, granted: collection.granted, collection };
  },
  requires: ({ collection }) => collectionViewRequirement(collection),
  run: (_context, { collection }): CollectionWithGrants => collection,
});

/** A collection that another object names, if it is there and the actor may see it. */
export const findVisibleCollection = detail({
  name: 'findVisibleCollection',
  run: async (context: ReadContext, id: number): Promise<CollectionWithGrants | null> => {
    const collection = await context.loaders.collection.load(id);
    return collection !== undefined && maySeeCollection(context, collection) ? collection : null;
  },
});

/** Direct children that the actor may see: collections first, then datasets, by id. */
export const listCollectionContents = detail({
  name: 'listCollectionContents',
  run: (
    context: CommandContext,
    collectionId: number,
    page: { readonly after: ContentPosition | null; readonly limit: number | null },
  ): Promise<ContentRow[]> => listContents(context.db, collectionId, context.actor, page),
});

/** The first direct children that the actor may see, in the same order: together with those of other collections. */
export const listFirstCollectionContents = detail({
  name: 'listFirstCollectionContents',
  run: (context: ReadContext, collectionId: number, limit: number): Promise<readonly ContentRow[]> =>
    context.loaders.firstContents(limit).load(collectionId),
});

/** Number of direct children that the actor may see: counted together with those of other collections. */
export const countCollectionContents = detail({
  name: 'countCollectionContents',
  run: (context: ReadContext, collectionId: number): Promise<number> => context.loaders.contentCount.load(collectionId),
});

/** Rules that a collection has itself for metadata fields, read together with those of others. */
export const showInputLevels = detail({
  name: 'showInputLevels',
  run: (context: ReadContext, collection: Pick<CollectionRow, 'id'>) => context.loaders.inputLevels.load(collection.id),
});
