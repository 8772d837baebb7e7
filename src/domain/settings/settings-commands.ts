import { z } from 'zod';
import { notifyCaches } from '../../db/queries/cache-notices.ts';
import { deleteSetting as deleteRow, listSettings as listRows, upsertSetting } from '../../db/queries/settings.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query } from '../command.ts';
import { canonicalSettingName, settingFault } from './setting-catalog.ts';

export interface Setting {
  readonly name: string;
  readonly value: string;
}

const noSubject = async () => ({ nodeId: null, granted: 0 });

/** @throws DomainError SETTING_INVALID when there is no setting of this name. */
function requireName(name: string): string {
  const canonical = canonicalSettingName(name);
  if (canonical === undefined) {
    throw new DomainError('SETTING_INVALID', `There is no setting named ${name}.`, {
      problems: [{ pointer: '/name', message: 'is not the name of a setting' }],
    });
  }
  return canonical;
}

/** Sets a setting; it acts at once, in every process. @throws DomainError SETTING_INVALID naming the rule. */
export const putSetting = command({
  name: 'putSetting',
  input: z.object({ name: z.string(), value: z.string() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, input): Promise<Setting> => {
    const name = requireName(input.name);
    const fault = settingFault(name, input.value);
    if (fault !== undefined) {
      throw new DomainError('SETTING_INVALID', `The value of ${name} ${fault}.`, { problems: [{ pointer: '/value', message: fault }] });
    }
    await upsertSetting(scope.tx, { name, language: '', value: input.value });
    await notifyCaches(scope.tx, 'settings');
    scope.note({ setting: name });
    scope.afterCommit(() => scope.services.settings.refresh());
    return { name: input.name, value: input.value };
  },
});

/** Deletes a setting, set or not. @throws DomainError SETTING_INVALID when there is no setting of this name. */
export const deleteSetting = command({
  name: 'deleteSetting',
  input: z.object({ name: z.string() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, input): Promise<{ name: string }> => {
    const name = requireName(input.name);
    await deleteRow(scope.tx, name);
    await notifyCaches(scope.tx, 'settings');
    scope.note({ setting: name });
    scope.afterCommit(() => scope.services.settings.refresh());
    return { name: input.name };
  },
});

/** All settings that are set, by name. */
export const listSettings = query({
  name: 'listSettings',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (context): Promise<Setting[]> => {
    const rows = await listRows(context.db);
    return rows.map((row) => ({ name: row.language === '' ? row.name : `${row.name}/lang/${row.language}`, value: row.value }));
  },
});

/** One setting; null when it is not set. @throws DomainError SETTING_INVALID when there is no setting of this name. */
export const findSetting = query({
  name: 'findSetting',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (context, _subject, input: { readonly name: string }): Promise<Setting | null> => {
    const name = requireName(input.name);
    const row = (await listRows(context.db)).find((candidate) => candidate.name === name && candidate.language === '');
    return row === undefined ? null : { name: input.name, value: row.value };
  },
});
