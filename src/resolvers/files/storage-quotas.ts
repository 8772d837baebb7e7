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
  Query: {
    collectionStorageQuota: (_root, { reference }, context) => viewCollectionQuota(context, collectionKey(reference)),
    datasetStorageQuota: (_root, { reference }, context) => viewDatasetQuota(context, datasetKeyOf(reference)),
    collectionStorageUse: (_root, { reference }, context) => collectionStorageUse(context, collectionKey(reference)),
    datasetStorageUse: (_root, { reference }, context) => datasetStorageUse(context, datasetKeyOf(reference)),
    remainingUploads: (_root, { dataset }, context) => remainingUploads(context, datasetKeyOf(dataset)),
  },
  Mutation: {
    setCollectionStorageQuota: (_root, { input }, context) =>
      setCollectionQuota(context, { collection: collectionKey(input.collection), quotaBytes: input.quotaBytes ?? null }),
    setDatasetStorageQuota: (_root, { input }, context) =>
      setDatasetQuota(context, { dataset: datasetKeyOf(input.dataset), quotaBytes: input.quotaBytes ?? null }),
  },
};
