/* oxlint-disable vitest/no-standalone-expect -- contract.test.ts runs the cases inside tests */
import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { BUILTIN_USERS_KEY } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ActorName } from './contract-world.ts';

/** Cases of metadata blocks and facts of the site. Source: collections.md 8; users-admin.md 16. */
export const siteInfoCases: readonly ContractCase[] = [
  {
    row: 'info.version',
    shows: 'gives version and build, and looks at no token',
    given: () => ({ headers: { 'X-Service-key': 'nonsense' } }),
    status: 200,
    keys: ['version', 'build'],
  },
  { row: 'info.server', shows: 'gives the host name', given: () => ({}), status: 200, keys: ['message'] },
  {
    row: 'metadatablocks.list',
    shows: 'lists the seven standard blocks in brief, by id',
    given: () => ({ headers: { 'X-Service-key': 'nonsense' } }),
    status: 200,
    holds: (answer) => {
      expect(answer.list('data').map((one) => readJson(one).text('name'))).toEqual([
        'citation',
        'geospatial',
        'socialscience',
        'astrophysics',
        'biomedical',
        'journal',
        '3dobjects',
      ]);
      expect(Object.keys(answer.record('data.0'))).toEqual(['id', 'displayName', 'displayOnCreate', 'name']);
    },
  },
  {
    row: 'metadatablocks.list',
    shows: 'gives fields when asked, children inside their parents alone',
    given: () => ({ query: { returnDatasetFieldTypes: 'true', onlyDisplayedOnCreate: 'true' } }),
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.0.name')).toBe('citation');
      expect(Object.keys(answer.record('data.0.fields'))).not.toContain('authorName');
      expect(Object.keys(answer.record('data.0.fields.author.childFields'))).toContain('authorName');
    },
  },
  ...['citation', '1'].map((identifier): ContractCase => ({
    row: 'metadatablocks.get',
    shows: `gives the block ${identifier} with its 35 fields`,
    given: () => ({ path: [identifier] }),
    status: 200,
    keys: ['id', 'name', 'displayName', 'displayOnCreate', 'fields'],
    holds: (answer) => {
      expect(Object.keys(answer.record('data.fields'))).toHaveLength(35);
      expect(Object.keys(answer.record('data.fields.subject'))).toEqual([
        'name',
        'displayName',
        'displayOnCreate',
        'title',
        'type',
        'typeClass',
        'watermark',
        'description',
        'multiple',
        'isControlledVocabulary',
        'isAdvancedSearchFieldType',
        'displayFormat',
        'displayOrder',
        'isRequired',
        'controlledVocabularyValues',
      ]);
      expect(answer.record('data.fields.title')).toMatchObject({ type: 'TEXT', typeClass: 'primitive', isRequired: true, displayOrder: 0 });
      expect(answer.record('data.fields.author')).toMatchObject({ type: 'NONE', typeClass: 'compound', multiple: true });
    },
  })),
  {
    row: 'metadatablocks.get',
    shows: 'finds no block of another name',
    given: () => ({ path: ['nosuch'] }),
    status: 404,
    errorCode: 'METADATA_BLOCK_NOT_FOUND',
    message: /nosuch/,
  },
  {
    row: 'metadatablocks.get',
    shows: 'finds no block of a number beyond 32 bits',
    given: () => ({ path: ['99999999999'] }),
    status: 404,
    errorCode: 'METADATA_BLOCK_NOT_FOUND',
  },
];

const gate: readonly (readonly [ActorName, number, string])[] = [
  ['guest', 401, 'AUTHENTICATION_REQUIRED'],
  ['owner', 403, 'ADMIN_API_REFUSED'],
];

/** Cases of settings. Source: users-admin.md 10. */
export const settingCases: readonly ContractCase[] = [
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
  ...['admin.settings.put', 'admin.settings.get', 'admin.settings.delete'].flatMap((row) =>
    gate.map(([as, status, errorCode]): ContractCase => ({
      row,
      shows: `is closed to ${as}`,
      as,
      given: () => ({ path: [':FooterCopyright'], ...(row.endsWith('put') ? { raw: 'x' } : {}) }),
      status,
      errorCode,
    })),
  ),
];
