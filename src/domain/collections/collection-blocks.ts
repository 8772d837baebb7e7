import { z } from 'zod';
import {
  deleteCollectionBlocks,
  deleteCollectionFacets,
  insertCollectionBlocks,
  insertCollectionFacets,
  setFacetRoot,
  setMetadataBlockRoot as storeMetadataBlockRoot,
} from '../../db/queries/collections/collection-blocks.ts';
import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import { command, query } from '../../kernel/command.ts';
import { withFreshCatalog } from '../metadata/with-fresh-catalog.ts';
import { type BlockKey, requireBlockIds, requireFacetIds } from './collection-blocks-choice.ts';
import { type CollectionSubject, loadCollection, lockCollection } from '../subjects/collection-subject.ts';

/** Gives a collection blocks of its own; an empty list leaves it without any. Its id. Source: collections.md 5.13. */
export const setCollectionMetadataBlocks = command({
  name: 'setCollectionMetadataBlocks',
  input: z.object({ collection: z.custom<CollectionKey>(), blocks: z.array(z.custom<BlockKey>()) }),
  // What is named wrongly is refused before a missing collection and a missing permission.
  subject: async (scope, { collection, blocks }): Promise<CollectionSubject & { readonly blockIds: readonly number[] }> => {
    const blockIds = await withFreshCatalog(scope.context.services.blocks, scope.tx, (catalog) => requireBlockIds(catalog, blocks));
    return { ...(await lockCollection(scope, collection)), blockIds };
  },
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection, blockIds }): Promise<number> => {
    await deleteCollectionBlocks(tx, collection.id);
    await insertCollectionBlocks(tx, collection.id, blockIds);
    await storeMetadataBlockRoot(tx, collection.id, true);
    note({ blockIds });
    return collection.id;
  },
});

/** Says whether a collection has blocks of its own; the list itself stays. Its id. Source: collections.md 5.14. */
export const setMetadataBlockRoot = command({
  name: 'setMetadataBlockRoot',
  input: z.object({ collection: z.custom<CollectionKey>(), isRoot: z.boolean() }),
  subject: (scope, { collection }) => lockCollection(scope, collection),
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection }, { isRoot }): Promise<number> => {
    await storeMetadataBlockRoot(tx, collection.id, isRoot);
    note({ isRoot });
    return collection.id;
  },
});

/** Whether a collection has blocks of its own. */
export const viewMetadataBlockRoot = query({
  name: 'viewMetadataBlockRoot',
  subject: loadCollection,
  // Guests are told to log in whatever they may do here. Source: decisions.md 41.
  requires: ['LoggedIn', 'EditCollection'],
  run: (_context, { collection }, _key: CollectionKey): boolean => collection.metadataBlockRoot,
});

/** Gives a collection facets of its own; an empty list gives it back its owner's. Its id. Source: collections.md 5.9. */
export const setCollectionFacets = command({
  name: 'setCollectionFacets',
  input: z.object({ collection: z.custom<CollectionKey>(), fieldNames: z.array(z.string()) }),
  subject: async (scope, { collection, fieldNames }): Promise<CollectionSubject & { readonly facetIds: readonly number[] }> => {
    const facetIds = await withFreshCatalog(scope.context.services.blocks, scope.tx, (catalog) => requireFacetIds(catalog, fieldNames));
    return { ...(await lockCollection(scope, collection)), facetIds };
  },
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection, facetIds }): Promise<number> => {
    await deleteCollectionFacets(tx, collection.id);
    await insertCollectionFacets(tx, collection.id, facetIds);
    await setFacetRoot(tx, collection.id, facetIds.length > 0);
    note({ facetIds });
    return collection.id;
  },
});
