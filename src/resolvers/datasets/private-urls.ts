import { previewVersion } from '../../domain/datasets/review/preview-version.ts';
import { createPrivateUrl, viewPrivateUrl, withdrawPrivateUrl } from '../../domain/datasets/review/private-url.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { requireDataset } from './datasets.ts';
import { datasetModel, versionModel } from '../models.ts';
import { datasetKeyOf } from '../references.ts';

export const privateUrlResolvers: Resolvers = {
  Query: {
    previewVersion: async (_root, { token }, context) => {
      const { dataset, version } = await previewVersion(context, { token });
      return versionModel(datasetModel(dataset, context.services), version);
    },
  },
  Dataset: {
    privateUrl: ({ key }, _args, context) => viewPrivateUrl(context, key),
  },
  Mutation: {
    createPrivateUrl: async (_root, { input }, context) => ({
      privateUrl: await createPrivateUrl(context, { dataset: datasetKeyOf(input.dataset), anonymized: input.anonymized ?? false }),
    }),
    deletePrivateUrl: async (_root, { input }, context) => ({
      dataset: await requireDataset(context, await withdrawPrivateUrl(context, { dataset: datasetKeyOf(input.dataset) })),
    }),
  },
};
