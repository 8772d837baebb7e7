import { deleteUsageProcessingState, setUsageProcessing, viewUsageProcessing } from '../../domain/metrics/usage-processing-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';

function processingOf<Processing extends { readonly month: string }>(processing: Processing) {
  return { id: globalIdOf('UsageProcessing', processing.month), ...processing };
}

export const usageProcessingResolvers: Resolvers = {
  Query: {
    usageProcessing: async (_root, { month }, context) => processingOf(await viewUsageProcessing(context, month)),
  },
  Mutation: {
    setUsageProcessing: async (_root, { input }, context) => ({
      usageProcessing: processingOf(await setUsageProcessing(context, input)),
    }),
    deleteUsageProcessing: async (_root, { input }, context) => {
      const month = await deleteUsageProcessingState(context, input);
      return { deletedUsageProcessingId: globalIdOf('UsageProcessing', month), month };
    },
  },
};
