import {
  addStorageSite,
  countStorageSites,
  deleteStorageSite,
  listStorageSites,
  setPrimaryStorageSite,
  viewStorageSite,
} from '../../domain/installation/storage-site-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';
import { connectionById } from '../connection.ts';
import { connectionFields } from '../pages.ts';

export const storageSiteResolvers: Resolvers = {
  Query: {
    storageSites: (_root, args, context) =>
      connectionById(context, args, {
        name: 'storageSites',
        read: async (window) => ({ rows: await listStorageSites(context, window), count: () => countStorageSites(context, null) }),
      }),
    storageSite: (_root, { databaseId }, context) => viewStorageSite(context, databaseId),
  },
  Mutation: {
    createStorageSite: async (_root, { input }, context) => ({ storageSite: await addStorageSite(context, input) }),
    setPrimaryStorageSite: async (_root, { input: { databaseId: id, primaryStorage } }, context) => ({
      storageSite: await setPrimaryStorageSite(context, { id, primaryStorage }),
    }),
    deleteStorageSite: async (_root, { input }, context) => {
      const id = await deleteStorageSite(context, { id: input.databaseId });
      return { deletedStorageSiteId: globalIdOf('StorageSite', id), deletedStorageSiteDatabaseId: id };
    },
  },
  StorageSite: {
    id: ({ id }) => globalIdOf('StorageSite', id),
    databaseId: ({ id }) => id,
  },
  StorageSiteConnection: connectionFields,
};
