import { moveDataset } from '../../domain/datasets/move-dataset.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { requireDataset } from './datasets.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';

export const datasetMoveResolvers: Resolvers = {
  Mutation: {
    moveDataset: async (_root, { input }, context) => {
      const { datasetId } = await moveDataset(context, {
        dataset: datasetKeyOf(input.dataset),
        target: collectionKey(input.target),
        force: input.force ?? false,
      });
      return { dataset: await requireDataset(context, datasetId) };
    },
  },
};
