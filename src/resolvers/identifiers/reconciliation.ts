import { setPidGenerator, viewPidGenerator } from '../../domain/identifiers/pid-generator.ts';
import { reconcilePersistentId } from '../../domain/identifiers/reconcile-pid.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { requireDataset } from '../datasets/datasets.ts';
import { datasetKeyOf } from '../references.ts';

export const reconciliationResolvers: Resolvers = {
  Dataset: {
    pidGenerator: async ({ key }, _args, context) => (await viewPidGenerator(context, { dataset: key })).id,
  },
  Mutation: {
    setPidGenerator: async (_root, { input }, context) => {
      const { id } = await setPidGenerator(context, { dataset: datasetKeyOf(input.dataset), provider: input.provider ?? null });
      return { pidGenerator: id };
    },
    reconcilePersistentId: async (_root, { input }, context) => {
      const { datasetId } = await reconcilePersistentId(context, { dataset: datasetKeyOf(input.dataset) });
      return { dataset: await requireDataset(context, datasetId) };
    },
  },
};
