import {
  setCollectionFacets,
  setCollectionMetadataBlocks,
  setMetadataBlockRoot,
  viewMetadataBlockRoot,
} from '../../domain/collections/collection-blocks.ts';
import { listBlocksInEffect, listFacetsInEffect } from '../../domain/collections/collection-blocks-in-effect.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { requireCollection } from './collections.ts';
import type { CollectionModel } from '../models.ts';
import { collectionKey, metadataBlockKey } from '../references.ts';

/** The collection after a change: what an earlier mutation of the same request has read of it, or of those below, is old. */
async function changedCollection({ context, id }: { context: RequestContext; id: number }): Promise<{ collection: CollectionModel }> {
  const { loaders } = context;
  loaders.collection.clear(id);
  loaders.metadataScope.clearAll();
  loaders.facetFields.clearAll();
  return { collection: await requireCollection(context, id) };
}

export const collectionBlockResolvers: Resolvers = {
  Mutation: {
    setCollectionMetadataBlocks: async (_root, { input }, context) => {
      const blocks = input.blocks.map(metadataBlockKey);
      return changedCollection({
        context,
        id: await setCollectionMetadataBlocks(context, { collection: collectionKey(input.collection), blocks }),
      });
    },
    setMetadataBlockRoot: async (_root, { input }, context) => {
      const { isRoot } = input;
      return changedCollection({
        context,
        id: await setMetadataBlockRoot(context, { collection: collectionKey(input.collection), isRoot }),
      });
    },
    setCollectionFacets: async (_root, { input }, context) => {
      const fieldNames = [...input.fieldNames];
      return changedCollection({
        context,
        id: await setCollectionFacets(context, { collection: collectionKey(input.collection), fieldNames }),
      });
    },
  },
  Collection: {
    ownsMetadataBlocks: ({ key }, _args, context) => viewMetadataBlockRoot(context, key),
    metadataBlocks: ({ row }, { onlyDisplayedOnCreate, datasetType }, context) =>
      listBlocksInEffect(context, row.id, { onlyDisplayedOnCreate: onlyDisplayedOnCreate ?? false, datasetType }),
    facets: ({ row }, _args, context) => listFacetsInEffect(context, row.id),
  },
};
