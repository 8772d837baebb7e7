import { deleteUsageProcessingState, setUsageProcessing, viewUsageProcessing } from '../../domain/metrics/usage-processing-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const usageProcessingResolvers: Resolvers = {
  Query: {
    usageProcessing: (_root, { month }, context) => viewUsageProcessing(context, month),
  },
  Mutation: {
    setUsageProcessing: async (_root, { input }, context) => ({ usageProcessing: await setUsageProcessing(context, input) }),
    deleteUsageProcessing: async (_root, { input }, context) => ({ month: await deleteUsageProcessingState(context, input) }),
  },
};
