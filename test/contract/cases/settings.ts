import { expect } from 'vitest';
import { BUILTIN_USERS_KEY, type Caller, succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ActorName } from './contract-world.ts';

const gate: readonly (readonly [ActorName, number, string])[] = [
  ['guest', 401, 'AUTHENTICATION_REQUIRED'],
  ['owner', 403, 'ADMIN_API_REFUSED'],
];

/** Cases of settings one by one. Source: users-admin.md 10. */
const singleCases: readonly ContractCase[] = [
  {
    row: 'admin.settings.put',
    shows: 'stores the body as it is and says so; it acts at once',
    as: 'superuser',
    given: () => ({ path: [':FooterCopyright'], raw: ' as it is ', headers: { 'Content-Type': 'application/x-anything' } }),
    status: 200,
    holds: async (answer, _world, caller) => {
      expect(answer.at('data')).toEqual({ message: 'Setting :FooterCopyright added.' });
      const read = await caller.rest.get('/api/admin/settings/:FooterCopyright');
      expect(read.at('data')).toEqual({ message: ' as it is ' });
    },
  },
  {
    row: 'admin.settings.put',
    shows: 'refuses an unknown name',
    as: 'superuser',
    given: () => ({ path: [':NoSuchSetting'], raw: 'x' }),
    status: 400,
    errorCode: 'SETTING_INVALID',
    message: /NoSuchSetting/,
  },
  {
    row: 'admin.settings.put',
    shows: 'refuses a value of the wrong type',
    as: 'superuser',
    given: () => ({ path: [':MaxFileUploadSizeInBytes'], raw: 'much' }),
    status: 400,
    errorCode: 'SETTING_INVALID',
    message: /MaxFileUploadSizeInBytes/,
  },
  {
    row: 'admin.settings.put',
    shows: 'knows the older name of the built-in users key as the same setting',
    as: 'superuser',
    given: () => ({ path: ['BuiltinUsers.KEY'], raw: BUILTIN_USERS_KEY }),
    status: 200,
    holds: async (_answer, _world, caller) => {
      expect((await caller.rest.get('/api/admin/settings/:BuiltinUsersKey')).at('data.message')).toBe(BUILTIN_USERS_KEY);
    },
  },
  {
    row: 'admin.settings.get',
    shows: 'finds no setting that is not set',
    as: 'superuser',
    given: () => ({ path: [':ApplicationTermsOfUse'] }),
    status: 404,
    errorCode: 'SETTING_NOT_FOUND',
  },
  {
    row: 'admin.settings.get',
    shows: 'refuses an unknown name',
    as: 'superuser',
    given: () => ({ path: ['NoSuchSetting'] }),
    status: 400,
    errorCode: 'SETTING_INVALID',
  },
  {
    row: 'admin.settings.get',
    shows: 'gives the value of a setting',
    as: 'superuser',
    given: () => ({ path: [':BuiltinUsersKey'] }),
    status: 200,
    keys: ['message'],
  },
  {
    row: 'admin.settings.delete',
    shows: 'succeeds also when the setting is not set',
    as: 'superuser',
    given: () => ({ path: [':FooterCopyright'] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'Setting :FooterCopyright deleted.' }),
  },
  {
    row: 'admin.settings.delete',
    shows: 'refuses an unknown name',
    as: 'superuser',
    given: () => ({ path: [':NoSuchSetting'] }),
    status: 400,
    errorCode: 'SETTING_INVALID',
  },
];

/** Sets a setting, or its value for a language. */
export async function putSetting(caller: Caller, key: string, value: string): Promise<void> {
  succeeded(await caller.rest.send(`/api/admin/settings/${key}`, { method: 'PUT', raw: value }));
}

/** Cases of values for one language. Source: users-admin.md 10.1. */
const localizedCases: readonly ContractCase[] = [
  {
    row: 'admin.settings.lang.put',
    shows: 'stores a value of its own beside that without a language',
    as: 'superuser',
    given: async ({ callers }) => {
      await putSetting(callers.superuser, ':ApplicationTermsOfUse', 'Terms');
      return { path: [':ApplicationTermsOfUse', 'fr'], raw: 'Conditions' };
    },
    status: 200,
    holds: async (answer, _world, { rest }) => {
      expect(answer.at('data')).toEqual({ message: 'Setting :ApplicationTermsOfUse/lang/fr added.' });
      expect((await rest.get('/api/admin/settings/:ApplicationTermsOfUse/lang/fr')).at('data.message')).toBe('Conditions');
      expect((await rest.get('/api/admin/settings/:ApplicationTermsOfUse')).at('data.message')).toBe('Terms');
      succeeded(await rest.delete('/api/admin/settings/:ApplicationTermsOfUse'));
      expect((await rest.get('/api/admin/settings/:ApplicationTermsOfUse/lang/fr')).at('data.message')).toBe('Conditions');
    },
  },
  {
    row: 'admin.settings.lang.put',
    shows: 'refuses a value of the wrong type',
    as: 'superuser',
    given: () => ({ path: [':PublicInstall', 'fr'], raw: 'perhaps' }),
    status: 400,
    errorCode: 'SETTING_INVALID',
    message: /:PublicInstall must be true or false/,
  },
  {
    row: 'admin.settings.lang.get',
    shows: 'finds no value of a language that has none',
    as: 'superuser',
    given: () => ({ path: [':ApplicationTermsOfUse', 'eo'] }),
    status: 404,
    errorCode: 'SETTING_NOT_FOUND',
    message: /:ApplicationTermsOfUse\/lang\/eo/,
  },
  {
    row: 'admin.settings.lang.get',
    shows: 'gives the value of the language',
    as: 'superuser',
    given: async ({ callers }) => {
      await putSetting(callers.superuser, ':FooterCopyright/lang/de', '©');
      return { path: [':FooterCopyright', 'de'] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: '©' }),
  },
  {
    row: 'admin.settings.lang.delete',
    shows: 'deletes the value of the language alone, and succeeds when there is none',
    as: 'superuser',
    given: async ({ callers }) => {
      await putSetting(callers.superuser, ':FooterCopyright', 'all');
      await putSetting(callers.superuser, ':FooterCopyright/lang/de', 'alle');
      return { path: [':FooterCopyright', 'de'] };
    },
    status: 200,
    holds: async (answer, _world, { rest }) => {
      expect(answer.at('data')).toEqual({ message: 'Setting :FooterCopyright/lang/de deleted.' });
      expect((await rest.get('/api/admin/settings/:FooterCopyright/lang/de')).status).toBe(404);
      expect((await rest.get('/api/admin/settings/:FooterCopyright')).at('data.message')).toBe('all');
      expect((await rest.delete('/api/admin/settings/:FooterCopyright/lang/de')).status).toBe(200);
    },
  },
  ...['admin.settings.lang.put', 'admin.settings.lang.get', 'admin.settings.lang.delete'].flatMap((row) =>
    (
      [
        [':FooterCopyright', 'french'],
        [':FooterCopyright', 'FR'],
        [':FooterCopyright', 'xx'],
        [':NoSuchSetting', 'fr'],
      ] as const
    ).map(([name, language]): ContractCase => ({
      row,
      shows: `refuses ${name} in the language ${language}`,
      as: 'superuser',
      given: () => ({ path: [name, language], ...(row.endsWith('put') ? { raw: 'x' } : {}) }),
      status: 400,
      errorCode: 'SETTING_INVALID',
      message: name === ':NoSuchSetting' ? /NoSuchSetting/ : new RegExp(`${language} .*ISO 639-1`),
    })),
  ),
];

const requests: Readonly<Record<string, CaseRequest>> = {
  'admin.settings.put': { path: [':FooterCopyright'], raw: 'x' },
  'admin.settings.get': { path: [':FooterCopyright'] },
  'admin.settings.delete': { path: [':FooterCopyright'] },
  'admin.settings.lang.put': { path: [':FooterCopyright', 'fr'], raw: 'x' },
  'admin.settings.lang.get': { path: [':FooterCopyright', 'fr'] },
  'admin.settings.lang.delete': { path: [':FooterCopyright', 'fr'] },
  'admin.settings.list': {},
  'admin.settings.replace': { json: { ':FooterCopyright': 'x' } },
};

/** Who does not pass the administrative gate. Source: decisions.md 26. */
const gateCases = Object.entries(requests).flatMap(([row, request]) =>
  gate.map(([as, status, errorCode]): ContractCase => ({ row, shows: `is closed to ${as}`, as, given: () => request, status, errorCode })),
);

const RULES = ':RateLimitingCapacityByTierAndAction';
const STATS = 'admin.rateLimitStats';

/** Who has called what under a limit. Source: users-admin.md 4.3. */
const rateLimitCases: readonly ContractCase[] = [
  {
    row: STATS,
    shows: 'tells a superuser who has called what how lately, as CSV',
    as: 'superuser',
    given: async ({ callers, open }) => {
      const rules = [{ tier: 1, limitPerHour: 60, actions: ['viewCollection'] }];
      await callers.superuser.rest.send(`/api/admin/settings/${RULES}`, { method: 'PUT', raw: JSON.stringify(rules) });
      await callers.stranger.rest.get(`/api/collections/${open.alias}`);
      return { query: { deltaMinutesFilter: '5' } };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      await callers.superuser.rest.delete(`/api/admin/settings/${RULES}`);
      expect(answer.headers.get('content-type')).toBe('text/csv;charset=UTF-8');
      const [head, ...lines] = answer.body.split('\r\n');
      expect(head).toBe('user,operation,limitPerHour,callsLeft,lastCalledAt');
      expect(lines.find((line) => line.startsWith(`${callers.stranger.identifier},`))).toMatch(/,viewCollection,60,59,20/);
    },
  },
  { row: STATS, shows: 'is not for guests', status: 401, errorCode: 'AUTHENTICATION_REQUIRED', given: () => ({}) },
  { row: STATS, shows: 'is for superusers', as: 'owner', status: 403, errorCode: 'SUPERUSER_REQUIRED', given: () => ({}) },
  {
    row: STATS,
    shows: 'refuses what is no number of minutes',
    as: 'superuser',
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    given: () => ({ query: { deltaMinutesFilter: 'soon' } }),
  },
];

/** Cases of settings one by one, of their values for languages, and of the gate before all of them. */
export const settingCases: readonly ContractCase[] = [...singleCases, ...localizedCases, ...gateCases, ...rateLimitCases];
