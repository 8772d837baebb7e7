import { expect } from 'vitest';
import { dictionariesFolder, writeDictionary } from '../../support/password-dictionary.ts';
import type { ContractCase } from './contract-case.ts';

const ROW = 'admin.validatePassword';

/** Passwords, and what is wrong with them by the rules of a new installation. */
const JUDGED: readonly (readonly [password: string, errors: readonly string[]])[] = [
  ['correct-horse-7', []],
  ['a'.repeat(20), []],
  ['twenty blanks, no digits', []],
  ['abc', ['TOO_SHORT', 'INSUFFICIENT_DIGIT', 'INSUFFICIENT_CHARACTERISTICS', 'NO_GOODSTRENGTH']],
  ['letters', ['INSUFFICIENT_DIGIT', 'INSUFFICIENT_CHARACTERISTICS', 'NO_GOODSTRENGTH']],
  ['1234567', ['INSUFFICIENT_ALPHABETICAL', 'INSUFFICIENT_CHARACTERISTICS', 'NO_GOODSTRENGTH']],
  ['  a1  ', []],
  ['', ['TOO_SHORT', 'INSUFFICIENT_DIGIT', 'INSUFFICIENT_ALPHABETICAL', 'INSUFFICIENT_CHARACTERISTICS', 'NO_GOODSTRENGTH']],
  ['x'.repeat(1025), ['TOO_LONG', 'NO_GOODSTRENGTH']],
];

/** Cases of judging passwords. Source: users-admin.md 8.3. */
export const passwordCases: readonly ContractCase[] = [
  { row: ROW, shows: 'asks a guest to log in', given: () => ({ raw: 'a' }), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  { row: ROW, shows: 'is not for accounts', as: 'owner', given: () => ({ raw: 'a' }), status: 403, errorCode: 'ADMIN_API_REFUSED' },
  ...JUDGED.map(([password, errors]): ContractCase => ({
    row: ROW,
    shows: `finds ${errors.length === 0 ? 'nothing' : errors.join(', ')} in a password of ${password.length} characters: ${password.slice(0, 30)}`,
    as: 'superuser',
    given: () => ({ raw: password }),
    status: 200,
    keys: ['password', 'errors'],
    holds: (answer) => expect(answer.record('data')).toEqual({ password, errors }),
  })),
  {
    row: ROW,
    shows: 'goes by the settings',
    as: 'superuser',
    given: async ({ callers }) => {
      const { rest } = callers.superuser;
      await rest.send('/api/admin/settings/:PVCharacterRules', { method: 'PUT', raw: 'UpperCase:1,LowerCase:1,Special:2' });
      await rest.send('/api/admin/settings/:PVNumberOfCharacteristics', { method: 'PUT', raw: '3' });
      await rest.send('/api/admin/settings/:PVNumberOfConsecutiveDigitsAllowed', { method: 'PUT', raw: '3' });
      return { raw: '12345' };
    },
    status: 200,
    holds: (answer) =>
      expect(answer.list('data.errors')).toEqual([
        'TOO_SHORT',
        'INSUFFICIENT_UPPERCASE',
        'INSUFFICIENT_LOWERCASE',
        'INSUFFICIENT_SPECIAL',
        'INSUFFICIENT_CHARACTERISTICS',
        'ILLEGAL_MATCH',
        'NO_GOODSTRENGTH',
      ]),
    restore: async ({ callers }) => {
      for (const name of ['CharacterRules', 'NumberOfCharacteristics', 'NumberOfConsecutiveDigitsAllowed']) {
        await callers.superuser.rest.send(`/api/admin/settings/:PV${name}`, { method: 'DELETE' });
      }
    },
  },
  {
    row: ROW,
    shows: 'finds words of the dictionaries, except in a password whose length alone is enough',
    as: 'superuser',
    given: async ({ server, callers }) => {
      const path = await writeDictionary(dictionariesFolder(server.dataDir), 'words.txt', ['dragon']);
      const { rest } = callers.superuser;
      await rest.send('/api/admin/settings/:PVDictionaries', { method: 'PUT', raw: path });
      const long = await rest.send('/api/admin/validatePassword', { method: 'POST', raw: 'dragons live for ever' });
      expect(long.list('data.errors')).toEqual([]);
      return { raw: 'myDragon7' };
    },
    status: 200,
    holds: (answer) => expect(answer.list('data.errors')).toEqual(['ILLEGAL_WORD', 'NO_GOODSTRENGTH']),
    restore: async ({ callers }) => {
      await callers.superuser.rest.send('/api/admin/settings/:PVDictionaries', { method: 'DELETE' });
    },
  },
  ...['/etc/passwd', 'words.txt', Array.from({ length: 11 }, () => '/a').join('|')].map((raw): ContractCase => ({
    row: 'admin.settings.put',
    shows: `reads no dictionary at ${raw}`,
    as: 'superuser',
    given: () => ({ path: [':PVDictionaries'], raw }),
    status: 400,
    errorCode: 'SETTING_INVALID',
  })),
];
