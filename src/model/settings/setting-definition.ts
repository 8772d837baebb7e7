/** All settings as data: what each is for, and how its value is written. */
import { ZodEnum } from 'zod';
import type { SettingGroup, SettingKind } from '../../vocabulary/settings.ts';
import { accessSettings } from './descriptions/access-settings.ts';
import { datasetsSettings } from './descriptions/datasets-settings.ts';
import { filesSettings } from './descriptions/files-settings.ts';
import { identifiersSettings } from './descriptions/identifiers-settings.ts';
import { installationSettings } from './descriptions/installation-settings.ts';
import { notificationsSettings } from './descriptions/notifications-settings.ts';
import { publicationSettings } from './descriptions/publication-settings.ts';
import { servicesSettings } from './descriptions/services-settings.ts';
import { furtherSettingNames } from './further-setting-names.ts';
import { isKnownSetting, type SettingName, settingCatalog } from './setting-catalog.ts';
import type { SettingDescription, SettingDescriptions } from './setting-description.ts';
import { bool, bytes, int, months, workflowId } from './setting-values.ts';

/** A setting, set or not. */
export interface SettingDefinition {
  readonly name: string;
  readonly group: SettingGroup;
  readonly kind: SettingKind;
  /** The words that a choice has; empty for other kinds. */
  readonly choices: readonly string[];
  /** Null for a setting that the server itself does not read. */
  readonly description: SettingDescription | null;
  /** Whether its value is a key, which nobody needs to see again. */
  readonly secret: boolean;
  /** Whether the server reads a value for each language. */
  readonly byLanguage: boolean;
}

const SECRET: ReadonlySet<string> = new Set([':BuiltinUsersKey', ':BlockedApiKey'] satisfies SettingName[]);
const BY_LANGUAGE: ReadonlySet<string> = new Set([':ApplicationTermsOfUse'] satisfies SettingName[]);
const NUMBERS: ReadonlySet<unknown> = new Set([int, bytes, months, workflowId]);

function formOf(name: string): Pick<SettingDefinition, 'kind' | 'choices'> {
  const rule = isKnownSetting(name) ? settingCatalog[name] : undefined;
  if (rule === bool) return { kind: 'BOOLEAN', choices: [] };
  if (rule instanceof ZodEnum) return { kind: 'CHOICE', choices: rule.options.map(String) };
  return { kind: NUMBERS.has(rule) ? 'NUMBER' : 'TEXT', choices: [] };
}

function definitionOf(name: string, group: SettingGroup, description: SettingDescription | null): SettingDefinition {
  return { name, group, ...formOf(name), description, secret: SECRET.has(name), byLanguage: BY_LANGUAGE.has(name) };
}

/** A group of settings under its name. */
function inGroup(group: SettingGroup, settings: SettingDescriptions): SettingDefinition[] {
  return Object.entries<SettingDescription>(settings).map(([name, description]) => definitionOf(name, group, description));
}

const described = [
  ...inGroup('INSTALLATION', installationSettings),
  ...inGroup('ACCESS', accessSettings),
  ...inGroup('DATASETS', datasetsSettings),
  ...inGroup('FILES', filesSettings),
  ...inGroup('PUBLICATION', publicationSettings),
  ...inGroup('IDENTIFIERS', identifiersSettings),
  ...inGroup('NOTIFICATIONS', notificationsSettings),
  ...inGroup('SERVICES', servicesSettings),
];
const describedNames = new Set(described.map(({ name }) => name));
const others = [...Object.keys(settingCatalog), ...furtherSettingNames].filter((name) => !describedNames.has(name)).toSorted();

/** Every setting by its group, those that the server reads first; in a group by name. */
export const settingDefinitions: readonly SettingDefinition[] = [...described, ...others.map((name) => definitionOf(name, 'OTHER', null))];
