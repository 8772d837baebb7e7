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
  Query: {
    datasetFileCategories: (_root, { reference }, context) => listAvailableFileCategories(context, datasetKeyOf(reference)),
    datasetTimestamps: (_root, { reference }, context) => findDatasetTimestamps(context, datasetKeyOf(reference)),
    datasetStorageSizeBytes: (_root, { reference }, context) => datasetStorageSize(context, datasetKeyOf(reference)),
    datasetSummaryFields: (_root, _args, context) => listSummaryFields(context, {}),
  },
  Mutation: {
    setDatasetFileLimit: async (_root, { input }, context) => {
      const id = await setDatasetFileLimit(context, { dataset: datasetKeyOf(input.dataset), limit: input.limit });
      return { dataset: await requireDataset(context, id) };
    },
  },
  DatasetVersion: {
    hasDownloadableFile: ({ row }, _args, context) => hasDownloadableFile(context, row),
  },
};
