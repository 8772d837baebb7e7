import { z } from 'zod';
import { notifyCaches } from '../../db/queries/installation/cache-notices.ts';
import {
  deleteSettings,
  findSetting as findRow,
  listSettings as listRows,
  type SettingKey,
  upsertSettings,
} from '../../db/queries/installation/settings.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query, type Scope } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { DomainServices } from '../../kernel/services.ts';
import type { SettingFault } from '../../model/settings/setting-catalog.ts';
import { namedFileFaults } from './named-file-faults.ts';
import { type GivenKey, settingKeyFaults, settingKeyText, settingValueFaults, storedSettingKey } from './setting-key.ts';

export interface Setting {
  readonly name: string;
  /** Null for the value that has no language. */
  readonly language: string | null;
  readonly value: string;
}

/** Settings are about no object: the administrative gate alone decides. */
export const givenKey = { name: z.string(), language: z.string().nullish() };

/** @throws DomainError SETTING_INVALID when there is no setting of this name, or no such language. */
function requireKey(given: GivenKey): SettingKey {
  const faults = settingKeyFaults(given);
  if (faults.length > 0) {
    const sentences = faults.map(({ pointer, message }) =>
      pointer === '/name' ? `There is no setting named ${given.name}.` : `The language ${given.language} ${message}.`,
    );
    throw new DomainError('SETTING_INVALID', sentences.join(' '), { problems: faults });
  }
  return storedSettingKey(given);
}

/** Makes a change take effect at once: here at the commit, in other processes when they are notified. */
export async function announceSettings(scope: Scope): Promise<void> {
  await notifyCaches(scope.tx, 'settings');
  scope.afterCommit(() => scope.services.settings.refresh());
}

/** The rules that a value breaks: its own, and where it keeps those, what the machine says of the files that it names. */
export async function valueFaults(services: DomainServices, key: SettingKey, value: string): Promise<readonly SettingFault[]> {
  const own = settingValueFaults(key, value);
  return own.length > 0 ? own : namedFileFaults(services, key, value);
}

/** Sets a setting; it acts at once, in every process. @throws DomainError SETTING_INVALID naming the rule. */
export const putSetting = command({
  name: 'putSetting',
  input: z.object({ ...givenKey, value: z.string() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, input): Promise<Setting> => {
    const key = requireKey(input);
    const faults = await valueFaults(scope.services, key, input.value);
    if (faults.length > 0) {
      throw new DomainError('SETTING_INVALID', `The value of ${key.name} ${faults.map(({ message }) => message).join('; ')}.`, {
        problems: faults.map((fault) => ({ pointer: '/value', ...fault })),
      });
    }
    await upsertSettings(scope.tx, [{ ...key, value: input.value }]);
    await announceSettings(scope);
    scope.note({ setting: settingKeyText(key) });
    return { name: input.name, language: input.language ?? null, value: input.value };
  },
});

/** Deletes a setting, set or not. @throws DomainError SETTING_INVALID when there is no setting of this name. */
export const deleteSetting = command({
  name: 'deleteSetting',
  input: z.object(givenKey),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, input): Promise<{ name: string; language: string | null }> => {
    const key = requireKey(input);
    await deleteSettings(scope.tx, [key]);
    await announceSettings(scope);
    scope.note({ setting: settingKeyText(key) });
    return { name: input.name, language: input.language ?? null };
  },
});

/** All settings that are set, by name and language. */
export const listSettings = query({
  name: 'listSettings',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (context): Promise<Setting[]> => {
    const rows = await listRows(context.db);
    return rows.map(({ name, language, value }) => ({ name, language: language === '' ? null : language, value }));
  },
});

/** One setting; null when it is not set. @throws DomainError SETTING_INVALID when there is no setting of this name. */
export const findSetting = query({
  name: 'findSetting',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (context, _subject, input: GivenKey): Promise<Setting | null> => {
    const row = await findRow(context.db, requireKey(input));
    return row === undefined ? null : { name: input.name, language: input.language ?? null, value: row.value };
  },
});
