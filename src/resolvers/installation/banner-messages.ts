import {
  addBannerMessage,
  countBannerMessages,
  deactivateBannerMessage,
  deleteBannerMessage,
  listBannerMessages,
} from '../../domain/installation/banner-message-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';
import { connectionById } from '../connection.ts';
import { connectionFields } from '../pages.ts';

export const bannerMessageResolvers: Resolvers = {
  Query: {
    bannerMessages: (_root, { includeInactive, ...args }, context) => {
      const activeOnly = !(includeInactive ?? false);
      return connectionById(context, args, {
        name: 'bannerMessages',
        read: async (window) => ({
          rows: await listBannerMessages(context, { activeOnly, ...window }),
          count: () => countBannerMessages(context, activeOnly),
        }),
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
