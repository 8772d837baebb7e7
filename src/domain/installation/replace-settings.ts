import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { deleteSettings, listSettings, lockSettings, type SettingRow, upsertSettings } from '../../db/queries/installation/settings.ts';
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import { pointerTo } from '../../errors/json-pointer.ts';
import { command } from '../../kernel/command.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { settingKeyFaults, settingKeyText, storedSettingKey } from './setting-key.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { announceSettings, givenKey, valueFaults } from './settings-commands.ts';

/** What became of each setting, by its key (`:Name` or `:Name/lang/fr`), in order. */
export interface SettingsReplacement {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly deleted: readonly string[];
  readonly unchanged: readonly string[];
}

interface GivenSetting {
  readonly name: string;
  readonly language?: string | null | undefined;
  readonly value: string;
}

/** @throws DomainError SETTING_INVALID with every key that is none and every value that breaks its rule. */
async function requireRows(services: DomainServices, given: readonly GivenSetting[]): Promise<Map<string, SettingRow>> {
  if (given.length === 0) throw new DomainError('SETTING_INVALID', 'Empty or invalid JSON object');
  const rows = new Map<string, SettingRow>();
  const badKeys: string[] = [];
  const sentences: string[] = [];
  const problems: Problem[] = [];
  for (const setting of given) {
    // With an empty language the text is to show that one was meant.
    const text = setting.language === '' ? `${setting.name}/lang/` : settingKeyText(setting);
    const pointer = pointerTo('', text);
    const keyFaults = settingKeyFaults(setting);
    if (keyFaults.length > 0) {
      badKeys.push(text);
      problems.push(...keyFaults.map(({ pointer: _part, ...fault }) => ({ pointer, ...fault })));
      continue;
    }
    const key = storedSettingKey(setting);
    const faults = rows.has(settingKeyText(key)) ? [{ message: 'is given twice' }] : await valueFaults(services, key, setting.value);
    if (faults.length === 0) {
      rows.set(settingKeyText(key), { ...key, value: setting.value });
    } else {
      sentences.push(`${text} ${faults.map(({ message }) => message).join('; ')}`);
      problems.push(...faults.map((fault) => ({ pointer, ...fault })));
    }
  }
  if (problems.length > 0) {
    const message = badKeys.length > 0 ? `Invalid key(s): ${badKeys.join(', ')}` : `Invalid value(s): ${sentences.join('; ')}`;
    throw new DomainError('SETTING_INVALID', message, { problems });
  }
  return rows;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Equal, or the same JSON object or list written differently: so reading all settings and writing them back changes nothing. */
function isSameValue(one: string, other: string): boolean {
  if (one === other) return true;
  const value = parsed(one);
  return typeof value === 'object' && value !== null && isDeepStrictEqual(value, parsed(other));
}

/**
 * Replaces all settings by those given; what is not among them is deleted. All or nothing, and one after the other: what it reports is what
 * it did, whatever other requests write at that time.
 * @throws DomainError SETTING_INVALID with every fault.
 */
export const replaceSettings = command({
  name: 'replaceSettings',
  input: z.object({ settings: z.array(z.object({ ...givenKey, value: z.string() })) }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, input): Promise<SettingsReplacement> => {
    const wanted = await requireRows(scope.services, input.settings);
    await lockSettings(scope.tx);
    const present = new Map((await listSettings(scope.tx)).map((row) => [settingKeyText(row), row]));
    const created: string[] = [];
    const updated: string[] = [];
    const unchanged: string[] = [];
    for (const [key, { value }] of wanted) {
      const before = present.get(key);
      if (before === undefined) created.push(key);
      else if (isSameValue(before.value, value)) unchanged.push(key);
      else updated.push(key);
    }
    const deleted = [...present.keys()].filter((key) => !wanted.has(key));
    await deleteSettings(
      scope.tx,
      [...present].filter(([key]) => !wanted.has(key)).map(([, row]) => row),
    );
    await upsertSettings(
      scope.tx,
      [...created, ...updated].flatMap((key) => wanted.get(key) ?? []),
    );
    await announceSettings(scope);
    scope.note({ created, updated, deleted });
    return { created: created.toSorted(), updated: updated.toSorted(), deleted: deleted.toSorted(), unchanged: unchanged.toSorted() };
  },
});
