import { setBlockFacetRoot, setBlockFacets, showBlockFacets } from '../../domain/collections/block-facets.ts';
import type { RequestContext } from '../../request-context.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import type { CollectionModel } from '../models.ts';
import { collectionKey, metadataBlockKey } from '../references.ts';
import { requireCollection } from './collections.ts';

/** The collection after a change: what an earlier mutation of the same request has read of it, or of those below, is old. */
function changedCollection(context: RequestContext, id: number): Promise<CollectionModel> {
  context.loaders.blockFacets.clearAll();
  return requireCollection(context, id);
}

export const blockFacetResolvers: Resolvers = {
  Collection: {
    blockFacets: ({ row }, _args, context) => showBlockFacets(context, row.id),
  },
  Mutation: {
    setBlockFacets: async (_root, { input }, context) => {
      const blocks = input.blocks.map(metadataBlockKey);
      const id = await setBlockFacets(context, { collection: collectionKey(input.collection), blocks });
      return { collection: await changedCollection(context, id) };
    },
    setBlockFacetRoot: async (_root, { input: { collection, isRoot } }, context) => {
      const { collectionId, changed } = await setBlockFacetRoot(context, { collection: collectionKey(collection), isRoot });
      return { collection: await changedCollection(context, collectionId), changed };
    },
  },
};
