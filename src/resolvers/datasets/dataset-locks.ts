import { addDatasetLock, listLocksOfAllDatasets, removeDatasetLocks } from '../../domain/datasets/dataset-lock-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { requireDataset } from './datasets.ts';
import { datasetKeyOf } from '../references.ts';

export const datasetLockResolvers: Resolvers = {
  Query: {
    allDatasetLocks: (_root, { type, userName }, context) =>
      listLocksOfAllDatasets(context, { lockType: type ?? null, userName: userName ?? null }),
  },
  Mutation: {
    addDatasetLock: async (_root, { input }, context) => ({
      dataset: await requireDataset(context, await addDatasetLock(context, { ...input, dataset: datasetKeyOf(input.dataset) })),
    }),
    removeDatasetLocks: async (_root, { input }, context) => {
      const { datasetId, lockTypes } = await removeDatasetLocks(context, { ...input, dataset: datasetKeyOf(input.dataset) });
      return { dataset: await requireDataset(context, datasetId), removedLockTypes: lockTypes };
    },
  },
};
