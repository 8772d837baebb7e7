import { remainingUploads } from '../../domain/files/quotas/remaining-uploads.ts';
import {
  collectionStorageUse,
  datasetStorageUse,
  setCollectionQuota,
  setDatasetQuota,
  viewCollectionQuota,
  viewDatasetQuota,
} from '../../domain/files/quotas/storage-quota-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';

export const storageQuotaResolvers: Resolvers = {
  Collection: {
    storageQuota: ({ key }, _args, context) => viewCollectionQuota(context, key),
    storageUseBytes: ({ key }, _args, context) => collectionStorageUse(context, key),
  },
  Dataset: {
    storageQuota: ({ key }, _args, context) => viewDatasetQuota(context, key),
    storageUseBytes: ({ key }, _args, context) => datasetStorageUse(context, key),
    remainingUploads: ({ key }, _args, context) => remainingUploads(context, key),
  },
  Mutation: {
    setCollectionStorageQuota: (_root, { input }, context) =>
      setCollectionQuota(context, { collection: collectionKey(input.collection), quotaBytes: input.quotaBytes ?? null }),
    setDatasetStorageQuota: (_root, { input }, context) =>
      setDatasetQuota(context, { dataset: datasetKeyOf(input.dataset), quotaBytes: input.quotaBytes ?? null }),
  },
};
