import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { readConfig } from '../../src/config.ts';
import { createHttpServer } from '../../src/server.ts';
import { graphqlClient } from '../support/graphql-client.ts';
import { type RestAnswer, restClient } from '../support/rest-client.ts';
import { assignRole, createCollection, createUser, type SeededCollection, succeeded, superuser, uniqueName } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';
import { until } from '../support/server-process.ts';

/** A setting acts at once: in the process that took it with its answer, in another process of the installation without a restart. */
interface Door {
  readonly url: string;
}

let first: TestServer;
let second: Door & { readonly stop: () => Promise<void> };
let parent: SeededCollection;

/** Another process would differ in nothing that these tests see: it shares the database and no memory. */
async function startSecond({ databaseUrl, dataDir }: TestServer): Promise<typeof second> {
  const config = readConfig({ DATA_DIR: dataDir });
  const log = pino({ level: 'silent' });
  const application = await createApplication({ config, databaseUrl, siteUrl: 'http://127.0.0.1', log });
  const http = await createHttpServer(application, config, log);
  const port = await new Promise<number>((resolve) => {
    http.server.listen(0, '127.0.0.1', () => {
      const address = http.server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await http.drain(1000);
      await application.close();
    },
  };
}

beforeAll(async () => {
  first = await startTestServer();
  second = await startSecond(first);
  const admin = superuser(first);
  parent = await createCollection(admin);
  await assignRole(admin, parent, (await createUser(first, 'curator')).identifier, 'curator');
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const PUT = 'mutation ($name: String!, $value: String!) { setSetting(input: { name: $name, value: $value }) { setting { name } } }';
const DELETE = 'mutation ($name: String!) { deleteSetting(input: { name: $name }) { name } }';

/** Sets over GraphQL, which no setting can close. */
async function set(name: string, value: string | null): Promise<void> {
  const { graphql } = superuser(first);
  await (value === null ? graphql.expectData(DELETE, { name }) : graphql.expectData(PUT, { name, value }));
}

const touched = new Set<string>();
afterEach(async () => {
  for (const name of touched) await set(name, null);
  touched.clear();
});

type Observe = (door: Door) => Promise<unknown>;

/** Sees `before` at both doors, sets, sees `after` at once at the first door and soon at the second. */
async function expectEffect(name: string, value: string, observe: Observe, before: unknown, after: unknown): Promise<void> {
  touched.add(name);
  expect([await observe(first), await observe(second)]).toEqual([before, before]);
  await set(name, value);
  expect(await observe(first)).toEqual(after);
  await until(`${name} acts in the second process`, async () => JSON.stringify(await observe(second)) === JSON.stringify(after));
  await set(name, null);
  expect(await observe(first)).toEqual(before);
  await until(`${name} is gone in the second process`, async () => JSON.stringify(await observe(second)) === JSON.stringify(before));
}

const guest = ({ url }: Door) => restClient(url);
const admin = ({ url }: Door) => restClient(url, SUPERUSER_TOKEN);
const answerOf = async (asking: Promise<RestAnswer>) => {
  const answer = await asking;
  return [answer.status, answer.errorCode ?? answer.at('data.message') ?? answer.at('data')];
};

function newCollection(door: Door, more: Readonly<Record<string, unknown>> = {}): Promise<RestAnswer> {
  const alias = uniqueName('effect');
  return admin(door).post(`/api/collections/${parent.alias}`, {
    alias,
    name: alias,
    collectionContacts: [{ contactEmail: 'c@example.org' }],
    ...more,
  });
}

describe('a setting acts in every process as soon as it is set', () => {
  const none = [404, 'SETTING_NOT_FOUND'];
  test.each<[string, string, Observe, unknown, unknown]>([
    [
      ':DatasetPublishPopupCustomText',
      '<p>Sure?</p>',
      (door) => answerOf(guest(door).get('/api/info/settings/:DatasetPublishPopupCustomText')),
      none,
      [200, '<p>Sure?</p>'],
    ],
    [
      ':MaxEmbargoDurationInMonths',
      '24',
      (door) => answerOf(guest(door).get('/api/info/settings/:MaxEmbargoDurationInMonths')),
      none,
      [200, '24'],
    ],
    [
      ':ApiTermsOfUse',
      'Be kind.',
      (door) => answerOf(guest(door).get('/api/info/apiTermsOfUse')),
      [200, 'There are no terms of use for the API of this installation.'],
      [200, 'Be kind.'],
    ],
    [
      ':ApplicationTermsOfUse',
      'Cite.',
      (door) => answerOf(guest(door).get('/api/info/applicationTermsOfUse?lang=fr')),
      [200, 'There are no terms of use for this installation.'],
      [200, 'Cite.'],
    ],
    [':ZipDownloadLimit', '5', (door) => answerOf(guest(door).get('/api/info/zipDownloadLimit')), [200, 104_857_600], [200, 5]],
    [
      ':InstallationName',
      'Norwood Archive',
      async ({ url }) =>
        (await graphqlClient(url).expectData('{ serverInfo { installationName } }')).at('data.serverInfo.installationName'),
      'Root',
      'Norwood Archive',
    ],
    [
      ':ExcludeEmailFromExport',
      'yes',
      async (door) =>
        Object.keys((await guest(door).get(`/api/collections/${parent.alias}`)).record('data')).includes('collectionContacts'),
      true,
      false,
    ],
    [
      ':ExcludeEmailFromExport',
      'TRUE',
      async ({ url }) => {
        const query = 'query ($alias: String!) { collection(reference: { alias: $alias }) { contacts { contactEmail } } }';
        return (await graphqlClient(url).expectData(query, { alias: parent.alias })).list('data.collection.contacts').length;
      },
      1,
      0,
    ],
    [
      ':AllowEnablingFilePIDsPerCollection',
      'true',
      async (door) => {
        const { status, errorCode } = await newCollection(door, { filePIDsEnabled: true });
        return [status, errorCode ?? null];
      },
      [403, 'FILE_PIDS_NOT_CONFIGURABLE'],
      [201, null],
    ],
    [
      ':InheritParentRoleAssignments',
      'curator',
      async (door) => {
        const { alias } = succeeded(await newCollection(door)).record('data');
        const assignments = (await admin(door).get(`/api/collections/${String(alias)}/assignments`)).list('data');
        return assignments.map((one) => JSON.stringify(one)).filter((one) => one.includes('"curator"')).length;
      },
      0,
      1,
    ],
  ])('%s', expectEffect);
});

describe('endpoints are closed and opened while the servers run', () => {
  const settings =
    (headers: Readonly<Record<string, string>> = {}) =>
    async (door: Door) =>
      (await admin(door).get('/api/v1/admin/settings', headers)).status;

  test(':BlockedApiEndpoints closes what begins with its paths to all callers, including superusers', () =>
    expectEffect(':BlockedApiEndpoints', 'admin, builtin-users', settings(), 200, 503));

  test('a superuser who blocked the settings over REST can undo it over GraphQL', async () => {
    touched.add(':BlockedApiEndpoints');
    await set(':BlockedApiEndpoints', 'admin');
    const path = '/api/admin/settings/:BlockedApiEndpoints';
    expect(await answerOf(admin(first).delete(path))).toEqual([503, 'ENDPOINT_BLOCKED']);
    await set(':BlockedApiEndpoints', null);
    expect((await admin(first).get(path)).status).toBe(404);
  });

  test(':BlockedApiPolicy lets in callers of the same machine, and none that a proxy brings', async () => {
    touched.add(':BlockedApiEndpoints');
    await set(':BlockedApiEndpoints', 'admin');
    await until('the second process has closed', async () => (await settings()(second)) === 503);
    await expectEffect(':BlockedApiPolicy', 'localhost-only', settings(), 503, 200);
    touched.add(':BlockedApiPolicy');
    await set(':BlockedApiPolicy', 'localhost-only');
    expect(await settings({ 'X-Forwarded-For': '127.0.0.1' })(first)).toBe(503);
  });

  test(':BlockedApiKey admits callers who send it', async () => {
    for (const name of [':BlockedApiEndpoints', ':BlockedApiPolicy']) touched.add(name);
    await set(':BlockedApiPolicy', 'unblock-key');
    await set(':BlockedApiEndpoints', 'admin/settings/{name},admin/settings');
    const withKey = settings({ 'X-Service-unblock-key': 'sesame' });
    await until('the second process has closed', async () => (await withKey(second)) === 503);
    await expectEffect(':BlockedApiKey', 'sesame', withKey, 503, 200);
    touched.add(':BlockedApiKey');
    await set(':BlockedApiKey', 'sesame');
    expect([await settings()(first), await settings({ 'X-Service-unblock-key': 'Sesame' })(first)]).toEqual([503, 503]);
  });

  test('a policy that is none cannot be set, and one that was stored drops', async () => {
    touched.add(':BlockedApiEndpoints');
    const refused = await superuser(first).graphql.send(PUT, { name: ':BlockedApiPolicy', value: 'sometimes' });
    expect(refused.code).toBe('SETTING_INVALID');
    await first.application.connection.sql`insert into setting (name, value) values (':BlockedApiPolicy', 'sometimes')`;
    await set(':BlockedApiEndpoints', 'admin');
    expect(await settings()(first)).toBe(503);
    await first.application.connection.sql`delete from setting where name = ':BlockedApiPolicy'`;
  });
});

test(':RateLimitingCapacityByTierAndAction limits an operation over both surfaces, whatever comes of the call', async () => {
  const name = ':RateLimitingCapacityByTierAndAction';
  touched.add(name);
  const caller = await createUser(first, 'eager');
  await set(name, JSON.stringify([{ tier: 1, limitPerHour: 3, actions: ['viewCollection'] }]));
  const read = () => caller.rest.get(`/api/collections/${parent.alias}`);
  expect([(await read()).status, (await caller.rest.get('/api/collections/nowhere')).status]).toEqual([200, 404]);
  const query = 'query ($alias: String!) { collection(reference: { alias: $alias }) { id } }';
  expect((await caller.graphql.send(query, { alias: parent.alias })).code).toBeUndefined();
  expect((await caller.graphql.send(query, { alias: parent.alias })).code).toBe('RATE_LIMITED');
  const refused = await read();
  expect([refused.status, refused.errorCode]).toEqual([429, 'RATE_LIMITED']);
  expect(refused.message).toContain('viewCollection');
  expect((await caller.rest.get(`/api/collections/${parent.alias}/userPermissions`)).status).toBe(200);
  expect((await guest(first).get(`/api/collections/${parent.alias}`)).status).toBe(200);
  expect((await admin(first).get(`/api/collections/${parent.alias}`)).status).toBe(200);
});

test('a configuration of the process closes endpoints that no setting opens', async () => {
  const server = await startTestServer({ BLOCKED_API_ENDPOINTS: 'admin', BLOCKED_API_POLICY: 'unblock-key', BLOCKED_API_KEY: 'sesame' });
  try {
    const { rest, graphql } = superuser(server);
    await graphql.expectData(PUT, { name: ':BlockedApiEndpoints', value: 'users' });
    await graphql.expectData(PUT, { name: ':BlockedApiKey', value: 'other' });
    const ask = async (key: string) => (await rest.get('/api/admin/settings', { 'X-Service-unblock-key': key })).status;
    expect([await ask(''), await ask('other'), await ask('sesame')]).toEqual([503, 503, 200]);
    expect((await rest.get('/api/users/:me')).status).toBe(200);
  } finally {
    await server.stop();
  }
});

test('a configuration that breaks the rule of its setting stops the start and is named', async () => {
  const bad = { BLOCKED_API_POLICY: 'sometimes', BLOCKED_API_ENDPOINTS: 'a b' };
  await expect(startTestServer(bad)).rejects.toThrow(/BLOCKED_API_ENDPOINTS: must be paths .*BLOCKED_API_POLICY: must be drop/);
});

test('secrets are not in the log, however they are set', async () => {
  const server = await startTestServer();
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const config = readConfig({ DATA_DIR: server.dataDir });
  const application = await createApplication({ config, databaseUrl: server.databaseUrl, siteUrl: 'http://127.0.0.1', log });
  const http = await createHttpServer(application, config, log);
  try {
    await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve));
    const address = http.server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    const rest = restClient(url, SUPERUSER_TOKEN);
    const secret = 'very-secret-value';
    for (const name of [':BlockedApiKey', ':BuiltinUsersKey']) {
      succeeded(await rest.send(`/api/admin/settings/${name}`, { method: 'PUT', raw: secret }));
      expect(await rest.get(`/api/admin/settings/${name}?unblock-key=${secret}`)).toMatchObject({ status: 200 });
    }
    succeeded(await rest.put('/api/admin/settings', { ':BlockedApiKey': secret }));
    expect((await rest.put('/api/admin/settings', { ':BlockedApiKey': secret, ':PublicInstall': secret })).body).not.toContain(secret);
    await application.connection.sql`insert into setting (name, value) values (':BlockedApiPolicy', ${secret})`;
    await application.services.settings.refresh();
    await graphqlClient(url, SUPERUSER_TOKEN).send(PUT, { name: ':PublicInstall', value: secret });
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    expect(lines.filter((line) => line.includes('stored value of a setting is invalid')).length).toBeGreaterThan(0);
  } finally {
    await http.drain(1000);
    await application.close();
    await server.stop();
  }
});
