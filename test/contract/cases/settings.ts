/* oxlint-disable vitest/no-standalone-expect -- contract.test.ts runs the cases inside tests */
import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
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

async function put(caller: Caller, key: string, value: string): Promise<void> {
  succeeded(await caller.rest.send(`/api/admin/settings/${key}`, { method: 'PUT', raw: value }));
}

/** Cases of values for one language. Source: users-admin.md 10.1. */
const localizedCases: readonly ContractCase[] = [
  {
    row: 'admin.settings.lang.put',
    shows: 'stores a value of its own beside that without a language',
    as: 'superuser',
    given: async ({ callers }) => {
      await put(callers.superuser, ':ApplicationTermsOfUse', 'Terms');
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
      await put(callers.superuser, ':FooterCopyright/lang/de', '©');
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
      await put(callers.superuser, ':FooterCopyright', 'all');
      await put(callers.superuser, ':FooterCopyright/lang/de', 'alle');
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

async function everything(caller: Caller): Promise<Record<string, unknown>> {
  return { ...succeeded(await caller.rest.get('/api/admin/settings')).record('data') };
}

/** A body that changes nothing but what `changes` says: the other cases need what is set. */
function everythingWith(changes: Readonly<Record<string, unknown>>): ContractCase['given'] {
  return async ({ callers }) => ({ json: { ...(await everything(callers.superuser)), ...changes } });
}

function refusedReplacement(shows: string, given: ContractCase['given'], message: string | RegExp): ContractCase {
  return { row: 'admin.settings.replace', shows, as: 'superuser', given, status: 400, errorCode: 'SETTING_INVALID', message };
}

/** Cases of all settings together. Source: users-admin.md 10.1. */
const wholeCases: readonly ContractCase[] = [
  {
    row: 'admin.settings.list',
    shows: 'gives a flat object, objects and lists parsed and all else as text',
    as: 'superuser',
    given: async ({ callers: { superuser } }) => {
      await put(superuser, ':TabularIngestSizeLimit', '{"default": "-1", "CSV": 0}');
      await put(superuser, ':Languages', '[{"locale":"en","title":"English"}]');
      await put(superuser, ':ZipUploadFilesLimit', '10');
      await put(superuser, ':SearchApiRequiresToken', 'true');
      await put(superuser, ':FooterCopyright', '[not JSON');
      await put(superuser, ':ApplicationTermsOfUse/lang/fr', 'Conditions');
      return {};
    },
    status: 200,
    holds: (answer) => {
      expect(answer.record('data')).toMatchObject({
        ':BuiltinUsersKey': BUILTIN_USERS_KEY,
        ':TabularIngestSizeLimit': { default: '-1', CSV: 0 },
        ':Languages': [{ locale: 'en', title: 'English' }],
        ':ZipUploadFilesLimit': '10',
        ':SearchApiRequiresToken': 'true',
        ':FooterCopyright': '[not JSON',
        ':ApplicationTermsOfUse/lang/fr': 'Conditions',
      });
    },
  },
  {
    row: 'admin.settings.replace',
    shows: 'creates, changes, leaves and deletes, and says which',
    as: 'superuser',
    given: async ({ callers: { superuser } }) => {
      await put(superuser, ':ZipUploadFilesLimit', '10');
      await put(superuser, ':NavbarAboutUrl', 'about');
      await put(superuser, ':MaxFileUploadSizeInBytes', '{ "default": 2147483648 }');
      succeeded(await superuser.rest.delete('/api/admin/settings/:NavbarGuidesUrl/lang/fr'));
      const { ':NavbarAboutUrl': _about, ...kept } = await everything(superuser);
      return {
        json: {
          ...kept,
          ':ZipUploadFilesLimit': 20,
          ':NavbarGuidesUrl/lang/fr': 'guides',
          ':MaxFileUploadSizeInBytes': { default: 2_147_483_648 },
        },
      };
    },
    status: 200,
    holds: async (answer, _world, caller) => {
      expect(answer.at('message')).toEqual({ message: 'The settings were successfully updated.' });
      expect(Object.keys(answer.record('data'))).toEqual(['created', 'updated', 'deleted', 'unchanged']);
      expect(answer.record('data')).toMatchObject({
        created: [':NavbarGuidesUrl/lang/fr'],
        updated: [':ZipUploadFilesLimit'],
        deleted: [':NavbarAboutUrl'],
      });
      expect(answer.list('data.unchanged')).toEqual(expect.arrayContaining([':BuiltinUsersKey', ':MaxFileUploadSizeInBytes']));
      const after = await everything(caller);
      expect(after).toMatchObject({ ':ZipUploadFilesLimit': '20', ':NavbarGuidesUrl/lang/fr': 'guides' });
      expect(after).not.toHaveProperty([':NavbarAboutUrl']);
    },
  },
  {
    row: 'admin.settings.replace',
    shows: 'takes what the list gave and changes nothing',
    as: 'superuser',
    given: everythingWith({}),
    status: 200,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ created: [], updated: [], deleted: [] }),
  },
  {
    row: 'admin.settings.replace',
    shows: 'knows the former name of the built-in users key',
    as: 'superuser',
    given: async ({ callers }) => {
      const { ':BuiltinUsersKey': key, ...others } = await everything(callers.superuser);
      return { json: { ...others, 'BuiltinUsers.KEY': key } };
    },
    status: 200,
    holds: (answer) => expect(answer.list('data.unchanged')).toContain(':BuiltinUsersKey'),
  },
  ...(['{}', '[]', '"text"', '1', 'null'] as const).map((raw) =>
    refusedReplacement(
      `refuses the body ${raw}`,
      (): CaseRequest => ({ raw, headers: { 'Content-Type': 'application/json' } }),
      'Empty or invalid JSON object',
    ),
  ),
  {
    ...refusedReplacement(
      'names every key that is none, and changes nothing',
      everythingWith({ ':A': 'x', ':ZipUploadFilesLimit': '999', ':FooterCopyright/lang/xx': 'x', ':PublicInstall': 'perhaps' }),
      'Invalid key(s): :A, :FooterCopyright/lang/xx',
    ),
    holds: async (answer, _world, caller) => {
      const pointers = answer.list('errors').map((one) => readJson(one).text('pointer'));
      expect(pointers).toEqual(['/:A', '/:FooterCopyright~1lang~1xx', '/:PublicInstall']);
      expect(await everything(caller)).not.toMatchObject({ ':ZipUploadFilesLimit': '999' });
    },
  },
  refusedReplacement(
    'names every value that breaks its rule',
    everythingWith({ ':PublicInstall': 'perhaps', ':ZipUploadFilesLimit': true }),
    /:PublicInstall must be true or false; :ZipUploadFilesLimit must be a whole number|:ZipUploadFilesLimit must.*; :PublicInstall must/,
  ),
  refusedReplacement(
    'refuses two names of one setting',
    everythingWith({ 'BuiltinUsers.KEY': 'other' }),
    /BuiltinUsers.KEY is given twice/,
  ),
  {
    row: 'admin.settings.replace',
    shows: 'reads JSON alone',
    as: 'superuser',
    given: () => ({ raw: '{}', headers: { 'Content-Type': 'text/plain' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    row: 'admin.settings.replace',
    shows: 'refuses a body that is no JSON',
    as: 'superuser',
    given: () => ({ raw: '{":A"', headers: { 'Content-Type': 'application/json' } }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
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

/** Cases of settings. */
export const settingCases: readonly ContractCase[] = [...singleCases, ...localizedCases, ...wholeCases, ...gateCases];
