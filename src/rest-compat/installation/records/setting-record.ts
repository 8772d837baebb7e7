import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import { parseJson } from '../../parse-json.ts';
import type { JsonRecord } from '../../records/record.ts';
import { mapOf } from '../../records/schema.ts';

interface Setting {
  readonly name: string;
  readonly language: string | null;
  readonly value: string;
}

/** All settings that are set. Source: users-admin.md 10.1. */
export const settingsSchema = mapOf<unknown>(z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])).meta({
  id: 'Settings',
  description: 'Values by name, or by `name/lang/language`: JSON objects and lists as JSON, all else as text. Source: users-admin.md 10.1.',
});

/** Values that are a JSON object or list are given parsed; all else, numbers and booleans too, as text. */
function valueRecord(value: string): unknown {
  if (!/^\s*[[{]/.test(value)) return value;
  try {
    return parseJson(value, 'The value');
  } catch (error) {
    if (error instanceof DomainError) return value;
    throw error;
  }
}

/** All settings as one object. Source: users-admin.md 10.1. */
export function settingsRecord(settings: readonly Setting[]): JsonRecord {
  return Object.fromEntries(
    settings.map(({ name, language, value }) => [language === null ? name : `${name}/lang/${language}`, valueRecord(value)]),
  );
}

/**
 * Reads the object that `settingsRecord` writes: a text is a value as it is, anything else the value's JSON text.
 * @throws DomainError SETTING_INVALID when it is empty or no object.
 */
export function settingsOf(record: unknown): { name: string; language: string | undefined; value: string }[] {
  const entries: [string, unknown][] =
    typeof record === 'object' && record !== null && !Array.isArray(record) ? Object.entries(record) : [];
  if (entries.length === 0) throw new DomainError('SETTING_INVALID', 'Empty or invalid JSON object');
  return entries.map(([key, value]) => {
    const slash = key.indexOf('/lang/');
    return {
      name: slash === -1 ? key : key.slice(0, slash),
      language: slash === -1 ? undefined : key.slice(slash + '/lang/'.length),
      value: typeof value === 'string' ? value : JSON.stringify(value),
    };
  });
}
