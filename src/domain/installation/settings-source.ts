import type { SettingsSource } from '../../kernel/ports/settings-source.ts';
import type { Database } from '../../db/client.ts';
import { listSettings } from '../../db/queries/installation/settings.ts';
import { isKnownSetting, type SettingName, type SettingValue, settingCatalog } from '../../model/settings/setting-catalog.ts';

export interface SettingsSourceOptions {
  /** Values of the process's own configuration, which count in place of stored ones; they have to fit their rules. */
  readonly fixed?: readonly { readonly setting: SettingName; readonly value: string }[];
  /** Values that count as long as none is stored; they have to fit their rules. */
  readonly presets?: readonly { readonly setting: SettingName; readonly value: string }[];
  /**
   * Hears the names of stored values that do not fit their rule. Writing one is refused, so it came from outside or from another
   * release; it counts as not set.
   */
  readonly onFault?: (name: string) => void;
}

/** Loads the settings and keeps them. */
export async function createSettingsSource(
  db: Database,
  { fixed = [], presets = [], onFault }: SettingsSourceOptions = {},
): Promise<SettingsSource> {
  let values = new Map<string, unknown>();
  let started = 0;
  let newest = 0;

  async function refresh(): Promise<void> {
    const turn = ++started;
    const rows = await listSettings(db);
    // A later reading may have come back first, and knows more.
    if (turn < newest) return;
    const fresh = new Map<string, unknown>();
    for (const { setting, value } of presets) fresh.set(setting, settingCatalog[setting].parse(value));
    for (const { name, language, value } of rows) {
      if (!isKnownSetting(name)) continue;
      const parsed = settingCatalog[name].safeParse(value);
      if (parsed.success) fresh.set(keyOf(name, language), parsed.data);
      else onFault?.(keyOf(name, language));
    }
    for (const { setting, value } of fixed) fresh.set(setting, settingCatalog[setting].parse(value));
    newest = turn;
    values = fresh;
  }

  await refresh();
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the map holds what the setting's own schema made of the text
    get: <Name extends SettingName>(name: Name) => values.get(name) as SettingValue<Name> | undefined,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    getIn: <Name extends SettingName>(language: string, name: Name) => values.get(keyOf(name, language)) as SettingValue<Name> | undefined,
    refresh,
  };
}

function keyOf(name: string, language: string): string {
  return language === '' ? name : `${name}/lang/${language}`;
}
