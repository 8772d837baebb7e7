import type { SettingKey } from '../../db/queries/installation/settings.ts';
import type { Problem } from '../../errors/domain-error.ts';
import { isLanguageCode } from '../../model/settings/iso-639-1.ts';
import { canonicalSettingName, type SettingFault, settingFaults } from '../../model/settings/setting-catalog.ts';
import { broken } from '../../errors/rules/broken.ts';

/** A setting as a caller names it: perhaps by a former name, perhaps with a language. */
export interface GivenKey {
  readonly name: string;
  readonly language?: string | null | undefined;
}

/** The key as one text, `:Name` or `:Name/lang/fr`. Source: users-admin.md 10.1. */
export function settingKeyText({ name, language }: GivenKey): string {
  return language === null || language === undefined || language === '' ? name : `${name}/lang/${language}`;
}

/** Why there is no such setting, each fault with the part of the key it is about. */
export function settingKeyFaults({ name, language }: GivenKey): (Problem & { pointer: '/name' | '/language' })[] {
  const faults: (Problem & { pointer: '/name' | '/language' })[] = [];
  if (canonicalSettingName(name) === undefined) faults.push({ pointer: '/name', ...broken('NO_SETTING') });
  if (language !== null && language !== undefined && !isLanguageCode(language)) {
    faults.push({ pointer: '/language', ...broken('SETTING_LANGUAGE') });
  }
  return faults;
}

/** The key under which a setting without faults is kept. */
export function storedSettingKey({ name, language }: GivenKey): SettingKey {
  return { name: canonicalSettingName(name) ?? name, language: language ?? '' };
}

/** Longest value, in characters: every process keeps all of them in memory. */
const LONGEST_VALUE = 1_000_000;

/** The rules that a value of a setting breaks, none when it fits. The value itself is not repeated: it may be secret. */
export function settingValueFaults({ name }: SettingKey, value: string): readonly SettingFault[] {
  if (value.length > LONGEST_VALUE) return [broken('TOO_MANY', { most: LONGEST_VALUE, counts: 'characters' })];
  return settingFaults(name, value);
}
