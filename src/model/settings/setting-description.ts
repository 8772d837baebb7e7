import type { SettingName } from './setting-catalog.ts';

/** What people are told of a setting, in plain English. The same with links: docs/how-to/settings.md. */
export interface SettingDescription {
  /** How its value is written. */
  readonly value: string;
  /** What counts without it. */
  readonly fallback: string;
  /** What it does. */
  readonly effect: string;
}

/** Settings of a group, with what people are told of them. */
export type SettingDescriptions = { readonly [Name in SettingName]?: SettingDescription };
