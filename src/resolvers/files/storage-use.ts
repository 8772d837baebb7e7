import { countStoredFiles, listStoreRooms } from '../../domain/files/view-storage-use.ts';
import type { RequestContext } from '../../request-context.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

type Counted = ReturnType<typeof countStoredFiles>;

/** Files are counted once for all stores of a request, and only where a count is asked for. */
const counted = new WeakMap<RequestContext, Counted>();

async function amountOf(context: RequestContext, driver: string): Promise<{ readonly fileCount: number; readonly fileBytes: number }> {
  const counting = counted.get(context) ?? countStoredFiles(context, null);
  counted.set(context, counting);
  return (await counting).get(driver) ?? { fileCount: 0, fileBytes: 0 };
}

export const storageUseResolvers: Resolvers = {
  Query: {
    storageUse: (_root, _args, context) => listStoreRooms(context, null),
  },
  StorageUse: {
    fileCount: async ({ driver }, _args, context) => (await amountOf(context, driver.name)).fileCount,
    fileBytes: async ({ driver }, _args, context) => (await amountOf(context, driver.name)).fileBytes,
    totalBytes: ({ space }) => space?.totalBytes ?? null,
    availableBytes: ({ space }) => space?.availableBytes ?? null,
  },
};
