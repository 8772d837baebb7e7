import type { SettingName, SettingValue } from '../../model/settings/setting-catalog.ts';

/** Typed access to the settings, held in this process. */
export interface SettingsSource {
  /** The value as the code uses it; undefined when it is not set. */
  get<Name extends SettingName>(name: Name): SettingValue<Name> | undefined;
  /** The value for a language (ISO 639-1); undefined when there is none for it. */
  getIn<Name extends SettingName>(language: string, name: Name): SettingValue<Name> | undefined;
  /** Reads all settings again; called after a change in this or another process. */
  refresh(): Promise<void>;
}
