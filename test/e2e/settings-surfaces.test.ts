import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RestAnswer } from '../support/rest-client.ts';
import { type Caller, createUser, guest, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Settings and the facts of the installation over GraphQL: what REST can do, with the same codes. */
let server: TestServer;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  user = await createUser(server, 'user');
});
afterAll(() => server.stop());

const PUT = 'mutation ($input: SetSettingInput!) { setSetting(input: $input) { setting { name language value } } }';
const DELETE = 'mutation ($input: DeleteSettingInput!) { deleteSetting(input: $input) { name language } }';
const REPLACE = 'mutation ($input: ReplaceSettingsInput!) { replaceSettings(input: $input) { created updated deleted unchanged } }';
const ONE = 'query ($name: String!, $language: String) { setting(name: $name, language: $language) { name language value } }';

const put = (path: string, raw: string) => (caller: Caller) => caller.rest.send(`/api/admin/settings/${path}`, { method: 'PUT', raw });

interface Pair {
  readonly what: string;
  readonly rest: (caller: Caller) => Promise<RestAnswer>;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Of a superuser. */
  readonly code: string;
}

const pairs: readonly Pair[] = [
  {
    what: 'an unknown name',
    rest: put(':Nosuch', 'x'),
    query: PUT,
    variables: { input: { name: ':Nosuch', value: 'x' } },
    code: 'SETTING_INVALID',
  },
  {
    what: 'a language that is none',
    rest: put(':FooterCopyright/lang/xx', 'x'),
    query: PUT,
    variables: { input: { name: ':FooterCopyright', language: 'xx', value: 'x' } },
    code: 'SETTING_INVALID',
  },
  {
    what: 'a value of another type',
    rest: put(':PublicInstall', 'perhaps'),
    query: PUT,
    variables: { input: { name: ':PublicInstall', value: 'perhaps' } },
    code: 'SETTING_INVALID',
  },
  {
    what: 'deleting an unknown name',
    rest: ({ rest }) => rest.delete('/api/admin/settings/:Nosuch'),
    query: DELETE,
    variables: { input: { name: ':Nosuch' } },
    code: 'SETTING_INVALID',
  },
  {
    what: 'reading an unknown name',
    rest: ({ rest }) => rest.get('/api/admin/settings/:Nosuch/lang/fr'),
    query: ONE,
    variables: { name: ':Nosuch', language: 'fr' },
    code: 'SETTING_INVALID',
  },
  {
    what: 'replacing by bad keys',
    rest: ({ rest }) => rest.put('/api/admin/settings', { ':Nosuch': 'x' }),
    query: REPLACE,
    variables: { input: { settings: [{ name: ':Nosuch', value: 'x' }] } },
    code: 'SETTING_INVALID',
  },
];

describe('the same refusal over both surfaces', () => {
  test.each(pairs.map((pair) => [pair.what, pair] as const))('%s', async (_what, { rest, query, variables, code }) => {
    for (const [caller, expected] of [
      [guest(server), 'AUTHENTICATION_REQUIRED'],
      [user, 'ADMIN_API_REFUSED'],
      [admin, code],
    ] as const) {
      const overRest = await rest(caller);
      const overGraphql = await caller.graphql.send(query, variables);
      expect([overRest.errorCode, overGraphql.code]).toEqual([expected, expected]);
      expect(overRest.message).toBe(overGraphql.at('errors.0.message'));
    }
  });

  test('every problem is told with its pointer', async () => {
    const bad = await admin.graphql.send(PUT, { input: { name: ':Nosuch', language: 'xx', value: 'x' } });
    expect(bad.at('errors.0.extensions.problems')).toEqual([
      { pointer: '/name', message: expect.any(String) },
      { pointer: '/language', message: expect.any(String) },
    ]);
  });
});

test('a superuser sets, reads, lists, replaces and deletes over GraphQL', async () => {
  const fr = { name: ':ApplicationTermsOfUse', language: 'fr' };
  expect((await admin.graphql.expectData(PUT, { input: { ...fr, value: 'Conditions' } })).at('data.setSetting.setting')).toEqual({
    ...fr,
    value: 'Conditions',
  });
  expect((await admin.graphql.expectData(ONE, fr)).at('data.setting')).toEqual({ ...fr, value: 'Conditions' });
  expect((await admin.graphql.expectData(ONE, { name: fr.name })).at('data.setting')).toBeNull();
  const listed = (await admin.graphql.expectData('{ settings { name language value } }')).list('data.settings');
  expect(listed).toContainEqual({ ...fr, value: 'Conditions' });

  const settings = [...listed, { name: ':InstallationName', value: 'Norwood' }];
  const replaced = await admin.graphql.expectData(REPLACE, { input: { settings } });
  expect(replaced.record('data.replaceSettings')).toMatchObject({ created: [':InstallationName'], updated: [], deleted: [] });
  expect((await admin.graphql.expectData(DELETE, { input: fr })).at('data.deleteSetting')).toEqual(fr);
  expect((await admin.graphql.expectData(ONE, fr)).at('data.setting')).toBeNull();
});

test('all callers read the facts of the installation in one query', async () => {
  await admin.graphql.expectData(PUT, { input: { name: ':ApplicationTermsOfUse', value: 'Terms' } });
  await admin.graphql.expectData(PUT, { input: { name: ':ApplicationTermsOfUse', language: 'fr', value: 'Conditions' } });
  await admin.graphql.expectData(PUT, { input: { name: ':InstallationName', value: 'Norwood' } });
  const { graphql } = guest(server);
  const answer = await graphql.expectData(`{
    serverInfo {
      version build server installationName apiTermsOfUse
      plain: applicationTermsOfUse fr: applicationTermsOfUse(language: "fr") de: applicationTermsOfUse(language: "de")
      datasetPublishPopupCustomText maxEmbargoDurationInMonths zipDownloadLimitBytes acceptsIncompleteMetadata
    }
  }`);
  expect(answer.record('data.serverInfo')).toMatchObject({
    installationName: 'Norwood',
    plain: 'Terms',
    fr: 'Conditions',
    de: 'Terms',
    datasetPublishPopupCustomText: null,
    maxEmbargoDurationInMonths: null,
    zipDownloadLimitBytes: 104_857_600,
    acceptsIncompleteMetadata: false,
  });
  const refused = await graphql.send('{ serverInfo { version applicationTermsOfUse(language: "French") } }');
  expect(refused.code).toBe('BAD_USER_INPUT');
  expect((await guest(server).rest.get('/api/info/applicationTermsOfUse?lang=French')).errorCode).toBe('BAD_USER_INPUT');
});

test.each([':BuiltinUsersKey', ':BlockedApiKey', ':InstallationName', 'customization', ':databasepublishpopupcustomtext'])(
  'the information endpoints do not give out the setting %s',
  async (name) => {
    await admin.graphql.send(PUT, { input: { name, value: 'not for everybody' } });
    const answer = await guest(server).rest.get(`/api/info/settings/${name}`);
    expect([answer.status, answer.body.includes('not for everybody')]).toEqual([404, false]);
  },
);
