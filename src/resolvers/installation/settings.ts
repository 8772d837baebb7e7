import { listRateLimits } from '../../domain/installation/list-rate-limits.ts';
import { viewRateLimit } from '../../domain/installation/view-rate-limit.ts';
import { replaceSettings } from '../../domain/installation/replace-settings.ts';
import { deleteSetting, findSetting, listSettings, putSetting } from '../../domain/installation/settings-commands.ts';
import { connectionOfWhole } from '../connection.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const settingResolvers: Resolvers = {
  Query: {
    rateLimit: async (_root, _args, context) => {
      const state = await viewRateLimit(context, null);
      if (state === null) return null;
      const { limit, remaining, fullInSeconds } = state;
      return { limit, remaining, used: limit - remaining, fullAt: new Date(Date.now() + fullInSeconds * 1000) };
    },
    rateLimits: async (_root, { withinMinutes, ...args }, context) => {
      const rows = await listRateLimits(context, { withinMinutes: withinMinutes ?? null });
      return connectionOfWhole(context, args, {
        name: 'rateLimits',
        rows,
        keyOf: ({ identifier, operation }) => `${identifier} ${operation}`,
        item: (use) => use,
      });
    },
    setting: (_root, { name, language }, context) => findSetting(context, { name, language }),
    settings: (_root, _args, context) => listSettings(context, {}),
  },
  Mutation: {
    putSetting: async (_root, { input }, context) => ({ setting: await putSetting(context, input) }),
    deleteSetting: (_root, { input }, context) => deleteSetting(context, input),
    replaceSettings: (_root, { input }, context) => replaceSettings(context, { settings: [...input.settings] }),
  },
};
