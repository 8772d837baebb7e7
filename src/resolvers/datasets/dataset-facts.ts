import {
  datasetStorageSize,
  findDatasetTimestamps,
  hasDownloadableFile,
  listAvailableFileCategories,
  listSummaryFields,
  setDatasetFileLimit,
} from '../../domain/datasets/dataset-facts.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { requireDataset } from './datasets.ts';
import { datasetKeyOf } from '../references.ts';

export const datasetFactResolvers: Resolvers = {
  ServerInfo: {
    datasetSummaryFields: (_root, _args, context) => listSummaryFields(context, {}),
  },
  Mutation: {
    setDatasetFileLimit: async (_root, { input }, context) => {
      const id = await setDatasetFileLimit(context, { dataset: datasetKeyOf(input.dataset), limit: input.limit });
      return { dataset: await requireDataset(context, id) };
    },
  },
  Dataset: {
    fileCategories: ({ key }, _args, context) => listAvailableFileCategories(context, key),
    timestamps: ({ key }, _args, context) => findDatasetTimestamps(context, key),
    storageSizeBytes: ({ key }, _args, context) => datasetStorageSize(context, key),
  },
  DatasetVersion: {
    hasDownloadableFile: ({ row, readFiles }, _args, context) => hasDownloadableFile(context, row, readFiles?.files ?? null),
  },
};
