import { addDatasetLock, listLocksOfAllDatasets, removeDatasetLocks } from '../../domain/datasets/dataset-lock-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { requireDataset } from './datasets.ts';
import { datasetKeyOf } from '../references.ts';
import { connectionById } from '../connection.ts';

export const datasetLockResolvers: Resolvers = {
  Query: {
    datasetLocks: async (_root, { type, userName, ...args }, context) => {
      const asked = { lockType: type ?? null, userName: userName ?? null };
      return connectionById(context, args, {
        name: 'datasetLocks',
        read: (window) => listLocksOfAllDatasets(context, { ...asked, window }),
      });
    },
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
