import type { CollectionKey, CollectionRow, CollectionWithGrants } from '../../db/queries/collections.ts';
import { type ContentPosition, type ContentRow, countContents, listContents } from '../../db/queries/contents.ts';
import { authorize, type CommandContext, query, type Requirement } from '../command.ts';
import { loadCollection } from './collection-subject.ts';

/** What seeing a collection takes. The list face of this rule is in db/queries/contents.ts. Source: collections.md 3.5. */
export function collectionViewRequirement(collection: Pick<CollectionRow, 'publishedAt'>): Requirement {
  return collection.publishedAt === null ? 'ViewUnpublishedCollection' : 'Public';
}

/** A collection that the actor may see. */
export const viewCollection = query({
  name: 'viewCollection',
  subject: loadCollection,
  requires: ({ collection }) => collectionViewRequirement(collection),
  run: (_context, { collection }, _key: CollectionKey): CollectionWithGrants => collection,
});

/** A collection that was loaded together with others, if the actor may see it. @throws DomainError PERMISSION_DENIED */
export function showCollection(context: CommandContext, collection: CollectionWithGrants): CollectionWithGrants {
  authorize(context.actor, collectionViewRequirement(collection), collection.granted);
  return collection;
}

/** Direct children that the actor may see: collections first, then datasets, by id. `limit` null gives all. */
export async function listCollectionContents(
  context: CommandContext,
  collectionId: number,
  page: { readonly after?: ContentPosition | undefined; readonly limit: number | null },
): Promise<ContentRow[]> {
  return listContents(context.db, collectionId, context.actor, page);
}

/** Number of direct children that the actor may see. */
export async function countCollectionContents(context: CommandContext, collectionId: number): Promise<number> {
  return countContents(context.db, collectionId, context.actor);
}
