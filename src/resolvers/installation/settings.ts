import { listRateLimits } from '../../domain/installation/list-rate-limits.ts';
import { viewRateLimit } from '../../domain/installation/view-rate-limit.ts';
import { replaceSettings } from '../../domain/installation/replace-settings.ts';
import { deleteSetting, findSetting, listSettings, putSetting } from '../../domain/installation/settings-commands.ts';
import { connectionOfWhole } from '../connection.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';

function settingOf<Setting extends { readonly name: string; readonly language: string | null }>(setting: Setting) {
  return { id: globalIdOf('Setting', setting.name, setting.language), ...setting };
}

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
    setting: async (_root, { name, language }, context) => {
      const found = await findSetting(context, { name, language });
      return found ? settingOf(found) : null;
    },
    settings: async (_root, _args, context) => (await listSettings(context, {})).map(settingOf),
  },
  Mutation: {
    setSetting: async (_root, { input }, context) => ({ setting: settingOf(await putSetting(context, input)) }),
    deleteSetting: async (_root, { input }, context) => {
      const deleted = await deleteSetting(context, input);
      return { deletedSettingId: globalIdOf('Setting', deleted.name, deleted.language), ...deleted };
    },
    replaceSettings: (_root, { input }, context) => replaceSettings(context, { settings: [...input.settings] }),
  },
};
