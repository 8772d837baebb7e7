import { fixVersionUnf } from '../../domain/integrity/fix-version-unf.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const versionUnfResolvers: Resolvers = {
  Mutation: {
    fixMissingVersionUnf: async (_root, { input }, context) => {
      const { versionId, ...fixed } = await fixVersionUnf(context, {
        versionId: input.datasetVersionDatabaseId,
        forceRecalculate: input.forceRecalculate ?? false,
      });
      return { datasetVersionDatabaseId: versionId, ...fixed };
    },
  },
};
