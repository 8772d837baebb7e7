import {
  addBannerMessage,
  type BannerMessageRow,
  countBannerMessages,
  deactivateBannerMessage,
  deleteBannerMessage,
  listBannerMessages,
} from '../../domain/installation/banner-message-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';
import { connectionFields, decodeCursor, encodeCursor, pageOf, pageSize } from '../pages.ts';

const CURSOR = 'bannerMessages';

export const bannerMessageResolvers: Resolvers = {
  Query: {
    bannerMessages: async (_root, { includeInactive, first, after }, context) => {
      const size = pageSize(first);
      const activeOnly = !(includeInactive ?? false);
      const [last] = decodeCursor(CURSOR, after) ?? [];
      const rows = await listBannerMessages(context, { activeOnly, after: Number(last ?? 0), limit: size + 1 });
      return pageOf(rows, {
        size,
        after,
        cursor: ({ id }: BannerMessageRow) => encodeCursor(CURSOR, [id]),
        item: (row) => row,
        totalCount: () => countBannerMessages(context, activeOnly),
      });
    },
  },
  Mutation: {
    createBannerMessage: async (_root, { input: { dismissible, texts } }, context) => ({
      bannerMessage: await addBannerMessage(context, { dismissible, texts: [...texts] }),
    }),
    deactivateBannerMessage: async (_root, { input }, context) => ({
      bannerMessage: await deactivateBannerMessage(context, { id: input.databaseId }),
    }),
    deleteBannerMessage: async (_root, { input }, context) => {
      const id = await deleteBannerMessage(context, { id: input.databaseId });
      return { deletedBannerMessageId: globalIdOf('BannerMessage', id), deletedBannerMessageDatabaseId: id };
    },
  },
  BannerMessage: {
    id: ({ id }) => globalIdOf('BannerMessage', id),
    databaseId: ({ id }) => id,
    text: ({ texts }, { language }) => texts.find((text) => text.language === (language ?? 'en'))?.message ?? null,
    texts: ({ texts }) => [...texts],
  },
  BannerMessageConnection: connectionFields,
};
