import type { Database } from '../../db/client.ts';
import { listSettings } from '../../db/queries/settings.ts';
import { isKnownSetting, type SettingName, type SettingValue, settingCatalog } from './setting-catalog.ts';

/** Typed access to the settings, held in this process. */
export interface SettingsSource {
  /** The value as the code uses it; undefined when it is not set. */
  get<Name extends SettingName>(name: Name): SettingValue<Name> | undefined;
  /** Reads all settings again; called after a change in this or another process. */
  refresh(): Promise<void>;
}

/** Loads the settings and keeps them. */
export async function createSettingsSource(db: Database): Promise<SettingsSource> {
  let values = new Map<string, unknown>();

  async function refresh(): Promise<void> {
    const rows = await listSettings(db);
    const fresh = new Map<string, unknown>();
    for (const row of rows) {
      if (row.language !== '' || !isKnownSetting(row.name)) continue;
      const schema = settingCatalog[row.name];
      // A value that stopped fitting its rule counts as not set; writing one is refused.
      const parsed = schema.safeParse(row.value);
      if (parsed.success) fresh.set(row.name, parsed.data);
    }
    values = fresh;
  }

  await refresh();
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the map holds what the setting's own schema made of the text
    get: <Name extends SettingName>(name: Name) => values.get(name) as SettingValue<Name> | undefined,
    refresh,
  };
}
