import { rebuildSearchIndex, viewSearchRebuild } from '../../domain/search/rebuild-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const searchRebuildResolvers: Resolvers = {
  Query: {
    searchRebuild: (_root, { databaseId }, context) => viewSearchRebuild(context, { id: databaseId ?? null }),
  },
  Mutation: {
    rebuildSearchIndex: async (_root, { input: { buildsIndexes = true } }, context) => ({
      rebuild: await rebuildSearchIndex(context, { buildsIndexes }),
    }),
  },
  SearchRebuild: {
    databaseId: ({ id }) => id,
  },
};
