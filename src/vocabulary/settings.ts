/** Words about settings. */

/** What a setting is about; `OTHER` are those that other programs read. */
export const SETTING_GROUPS = [
  'INSTALLATION',
  'ACCESS',
  'DATASETS',
  'FILES',
  'PUBLICATION',
  'IDENTIFIERS',
  'NOTIFICATIONS',
  'SERVICES',
  'OTHER',
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

/** What the value of a setting is, as far as a form can tell. */
export const SETTING_KINDS = ['BOOLEAN', 'NUMBER', 'CHOICE', 'TEXT'] as const;
export type SettingKind = (typeof SETTING_KINDS)[number];
