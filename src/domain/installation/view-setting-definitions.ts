import { listSettings as listRows } from '../../db/queries/installation/settings.ts';
import { query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { canonicalSettingName } from '../../model/settings/setting-catalog.ts';
import { type SettingDefinition, settingDefinitions } from '../../model/settings/setting-definition.ts';
import type { SettingGroup } from '../../vocabulary/settings.ts';

/** A setting with its values; that of a key is left out. */
export interface DefinedSetting extends SettingDefinition {
  readonly values: readonly { readonly language: string | null; readonly value: string | null }[];
}

export interface DefinitionFilter {
  /** All groups without it. */
  readonly group: SettingGroup | null;
  /** Only those that have a value, or none; both without it. */
  readonly isSet: boolean | null;
  /** Only this one. */
  readonly name: string | null;
}

/** Settings that there are, set or not, by group and name. */
export const viewSettingDefinitions = query({
  name: 'viewSettingDefinitions',
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ db }, _subject, { group, isSet, name }: DefinitionFilter): Promise<DefinedSetting[]> => {
    const wanted = name === null ? null : canonicalSettingName(name);
    const rows = Map.groupBy(await listRows(db), (row) => row.name);
    return settingDefinitions
      .filter((definition) => (group === null || definition.group === group) && (wanted === null || definition.name === wanted))
      .filter((definition) => isSet === null || rows.has(definition.name) === isSet)
      .map((definition) => ({
        ...definition,
        // By language, the empty one first.
        values: (rows.get(definition.name) ?? []).map(({ language, value }) => ({
          language: language === '' ? null : language,
          value: definition.secret ? null : value,
        })),
      }));
  },
});
