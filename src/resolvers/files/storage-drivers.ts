import {
  findCollectionStorageDriver,
  findDatasetStorageDriver,
  listStorageDrivers,
  setCollectionStorageDriver,
  setDatasetStorageDriver,
} from '../../domain/files/storage-drivers.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { requireCollection } from '../collections/collections.ts';
import { requireDataset } from '../datasets/datasets.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';

export const storageDriverResolvers: Resolvers = {
  Query: {
    storageDrivers: (_root, _args, context) => listStorageDrivers(context, {}),
  },
  Collection: {
    storageDriver: ({ key }, { effective }, context) =>
      findCollectionStorageDriver(context, { collection: key, effective: effective ?? false }),
  },
  Dataset: {
    storageDriver: ({ key }, _args, context) => findDatasetStorageDriver(context, key),
  },
  Mutation: {
    setDatasetStorageDriver: async (_root, { input }, context) => {
      const id = await setDatasetStorageDriver(context, { dataset: datasetKeyOf(input.dataset), label: input.label ?? null });
      return { dataset: await requireDataset(context, id), storageDriver: await findDatasetStorageDriver(context, { id }) };
    },
    setCollectionStorageDriver: async (_root, { input }, context) => {
      const id = await setCollectionStorageDriver(context, { collection: collectionKey(input.collection), label: input.label ?? null });
      const storageDriver = await findCollectionStorageDriver(context, { collection: { id }, effective: true });
      if (storageDriver === null) throw new Error('A store holds everywhere.');
      return { collection: await requireCollection(context, id), storageDriver };
    },
  },
};
