import { type DefinedSetting, viewSettingDefinitions } from '../../domain/installation/view-setting-definitions.ts';
import { connectionOfWhole } from '../connection.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

function shown({ description, ...setting }: DefinedSetting) {
  return {
    ...setting,
    valueRule: description?.value ?? null,
    fallback: description?.fallback ?? null,
    effect: description?.effect ?? null,
    isSet: setting.values.some(({ language }) => language === null),
  };
}

export const settingDefinitionResolvers: Resolvers = {
  Query: {
    settingDefinitions: async (_root, { group, isSet, ...args }, context) => {
      const rows = await viewSettingDefinitions(context, { group: group ?? null, isSet: isSet ?? null, name: null });
      return connectionOfWhole(context, args, { name: 'settingDefinitions', rows, keyOf: ({ name }) => name, item: shown });
    },
    settingDefinition: async (_root, { name }, context) => {
      const [found] = await viewSettingDefinitions(context, { group: null, isSet: null, name });
      return found === undefined ? null : shown(found);
    },
  },
};
