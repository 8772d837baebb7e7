import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { BUILTIN_USERS_KEY, type Caller, succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import { putSetting } from './settings.ts';

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
export const settingsTogetherCases: readonly ContractCase[] = [
  {
    row: 'admin.settings.list',
    shows: 'gives a flat object, objects and lists parsed and all else as text',
    as: 'superuser',
    given: async ({ callers: { superuser } }) => {
      await putSetting(superuser, ':TabularIngestSizeLimit', '{"default": "-1", "CSV": 0}');
      await putSetting(superuser, ':Languages', '[{"locale":"en","title":"English"}]');
      await putSetting(superuser, ':ZipUploadFilesLimit', '10');
      await putSetting(superuser, ':SearchApiRequiresToken', 'true');
      await putSetting(superuser, ':FooterCopyright', '[not JSON');
      await putSetting(superuser, ':ApplicationTermsOfUse/lang/fr', 'Conditions');
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
      await putSetting(superuser, ':ZipUploadFilesLimit', '10');
      await putSetting(superuser, ':NavbarAboutUrl', 'about');
      await putSetting(superuser, ':MaxFileUploadSizeInBytes', '{ "default": 2147483648 }');
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
    given: () => ({ raw: '{}', headers: { 'Content-Type': 'application/xml' } }),
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
