/** Blocks that searches of a collection offer as facets. Source: collections.md 11.2. */
import { z } from 'zod';
import { listBlockFacets, replaceBlockFacets } from '../../db/queries/collections/block-facets.ts';
import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import type { Queryable } from '../../db/client.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, type ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import type { BlockDefinition } from '../../model/metadata/block-definition.ts';
import { withFreshCatalog } from '../metadata/with-fresh-catalog.ts';
import { collectionViewRequirement } from './view-collection.ts';
import { type CollectionSubject, lockCollection } from '../subjects/collection-subject.ts';
import { type BlockKey, requireBlockIds } from './collection-blocks-choice.ts';

/** The block facets of a collection that was shown. */
export interface BlockFacets {
  /** Whether it has its own; without, those of its owner are in effect. */
  readonly isRoot: boolean;
  /** Those in effect, by id. */
  readonly blocks: readonly BlockDefinition[];
}

const NONE = { isRoot: false, blockIds: [] };

/** The block facets in effect in a collection that was shown. */
export const showBlockFacets = detail({
  name: 'showBlockFacets',
  run: async ({ loaders, services }: ReadContext, collectionId: number): Promise<BlockFacets> => {
    const { isRoot, blockIds } = (await loaders.blockFacets.load(collectionId)) ?? NONE;
    const catalog = services.blocks.current();
    return { isRoot, blocks: blockIds.flatMap((id) => catalog.findBlockById(id) ?? []) };
  },
});

async function inEffect(db: Queryable, collectionId: number) {
  return (await listBlockFacets(db, [collectionId])).get(collectionId) ?? NONE;
}

/** Gives a collection that has its own block facets others; an empty list leaves it none. Its id. @throws DomainError BAD_USER_INPUT */
export const setBlockFacets = command({
  name: 'setBlockFacets',
  input: z.object({ collection: z.custom<CollectionKey>(), blocks: z.array(z.custom<BlockKey>()) }),
  subject: async (scope, { collection, blocks }): Promise<CollectionSubject & { readonly blockIds: readonly number[] }> => {
    const blockIds = await withFreshCatalog(scope.context.services.blocks, scope.tx, (catalog) => requireBlockIds(catalog, blocks));
    return { ...(await lockCollection(scope, collection)), blockIds };
  },
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection, blockIds }): Promise<number> => {
    if (!(await inEffect(tx, collection.id)).isRoot) {
      const message = 'can be set where the collection has its own block facets: it has to be made a root of them first';
      throw new DomainError('BAD_USER_INPUT', `Block facets ${message}.`, { problems: [{ pointer: '/blocks', message }] });
    }
    await replaceBlockFacets(tx, collection.id, { isRoot: true, blockIds });
    note({ blockIds });
    return collection.id;
  },
});

/** What came of a request for own block facets. */
export interface BlockFacetRootChange {
  readonly collectionId: number;
  /** False where it was so before. */
  readonly changed: boolean;
}

/** Says whether a collection has its own block facets: it begins with those of its owner, and loses its own when it has them no longer. */
export const setBlockFacetRoot = command({
  name: 'setBlockFacetRoot',
  input: z.object({ collection: z.custom<CollectionKey>(), isRoot: z.boolean() }),
  subject: async (scope, { collection: key, isRoot }) => {
    const subject = await lockCollection(scope, key);
    const before = await inEffect(scope.tx, subject.nodeId);
    return { ...subject, before, changed: before.isRoot !== isRoot };
  },
  // Whoever may see the collection is told that there is nothing to change. Source: collections.md 11.2.
  requires: ({ changed, collection }) => {
    if (changed) return 'EditCollection';
    const requirement = collectionViewRequirement(collection);
    return requirement === 'Public' ? 'LoggedIn' : requirement;
  },
  tokenScope: 'CURATE',
  run: async ({ tx, note }, { collection, before, changed }, { isRoot }): Promise<BlockFacetRootChange> => {
    if (changed) await replaceBlockFacets(tx, collection.id, { isRoot, blockIds: isRoot ? before.blockIds : [] });
    note({ isRoot, changed });
    return { collectionId: collection.id, changed };
  },
});
