import type { SettingKey } from '../../db/queries/installation/settings.ts';
import type { Problem } from '../../errors/domain-error.ts';
import { isLanguageCode } from '../../model/settings/iso-639-1.ts';
import { canonicalSettingName, settingFault } from '../../model/settings/setting-catalog.ts';

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
  if (canonicalSettingName(name) === undefined) faults.push({ pointer: '/name', message: 'is not the name of a setting' });
  if (language !== null && language !== undefined && !isLanguageCode(language)) {
    faults.push({ pointer: '/language', message: 'must be a two-letter code of ISO 639-1, such as fr' });
  }
  return faults;
}

/** The key under which a setting without faults is kept. */
export function storedSettingKey({ name, language }: GivenKey): SettingKey {
  return { name: canonicalSettingName(name) ?? name, language: language ?? '' };
}

/** Longest value, in characters: every process keeps all of them in memory. */
const LONGEST_VALUE = 1_000_000;

/** Why a value does not fit its setting, as the end of a sentence; undefined when it does. The value itself is not repeated: it may be secret. */
export function settingValueFault({ name }: SettingKey, value: string): string | undefined {
  if (value.length > LONGEST_VALUE) return `must not be longer than ${LONGEST_VALUE} characters`;
  return settingFault(name, value);
}
