import {
  addStorageSite,
  countStorageSites,
  deleteStorageSite,
  listStorageSites,
  setPrimaryStorageSite,
  type StorageSiteRow,
  viewStorageSite,
} from '../../domain/installation/storage-site-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';
import { connectionFields, decodeCursor, encodeCursor, pageOf, pageSize } from '../pages.ts';

const CURSOR = 'storageSites';

export const storageSiteResolvers: Resolvers = {
  Query: {
    storageSites: async (_root, { first, after }, context) => {
      const size = pageSize(first);
      const [last] = decodeCursor(CURSOR, after) ?? [];
      const rows = await listStorageSites(context, { after: Number(last ?? 0), limit: size + 1 });
      return pageOf(rows, {
        size,
        after,
        cursor: ({ id }: StorageSiteRow) => encodeCursor(CURSOR, [id]),
        item: (row) => row,
        totalCount: () => countStorageSites(context, null),
      });
    },
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
