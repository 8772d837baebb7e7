import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlClient } from '../support/graphql-client.ts';
import { restClient } from '../support/rest-client.ts';
import { createUser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';
import { ADMIN_GATES, type AdminGate } from '../../src/vocabulary/access.ts';

/** Who passes the administrative gate, for each way to set it, over both surfaces. Source: decisions.md 2, 26; users-admin.md 3.7. */
const UNBLOCK_KEY = 'open-sesame';
const ELSEWHERE = { 'X-Forwarded-For': '203.0.113.9' };
const OTHER_PROXY = { Forwarded: 'for=203.0.113.9' };
const KEY = { 'X-Service-unblock-key': UNBLOCK_KEY };

interface Asking {
  readonly token?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** The callers; the tests run on the machine of the server. */
const callers: Readonly<Record<string, (userToken: string) => Asking>> = {
  'a guest': () => ({ headers: {} }),
  'a guest elsewhere': () => ({ headers: ELSEWHERE }),
  'a guest behind another kind of proxy': () => ({ headers: OTHER_PROXY }),
  'a guest who says that he is local': () => ({ headers: { 'X-Forwarded-For': '127.0.0.1' } }),
  'a guest elsewhere with the key': () => ({ headers: { ...ELSEWHERE, ...KEY } }),
  'a guest elsewhere with another key': () => ({ headers: { ...ELSEWHERE, 'X-Service-unblock-key': 'mumble' } }),
  'a user': (token) => ({ token, headers: {} }),
  'a user elsewhere': (token) => ({ token, headers: ELSEWHERE }),
  'a user elsewhere with the key': (token) => ({ token, headers: { ...ELSEWHERE, ...KEY } }),
  'a superuser elsewhere': () => ({ token: SUPERUSER_TOKEN, headers: ELSEWHERE }),
  'a bad token': () => ({ token: 'nonsense', headers: {} }),
  'a bad token elsewhere': () => ({ token: 'nonsense', headers: ELSEWHERE }),
  'a bad token elsewhere with the key': () => ({ token: 'nonsense', headers: { ...ELSEWHERE, ...KEY } }),
  'an empty token': () => ({ token: '', headers: {} }),
};

const GUEST = '401 AUTHENTICATION_REQUIRED';
const USER = '403 ADMIN_API_REFUSED';
const TOKEN = '401 INVALID_API_TOKEN';
const OPEN = '200';

/** Answers in the order of the callers. */
const expected: Readonly<Record<AdminGate, readonly string[]>> = {
  superuser: [GUEST, GUEST, GUEST, GUEST, GUEST, GUEST, USER, USER, USER, OPEN, TOKEN, TOKEN, TOKEN, TOKEN],
  localhost: [OPEN, GUEST, GUEST, GUEST, GUEST, GUEST, OPEN, USER, USER, OPEN, OPEN, TOKEN, TOKEN, OPEN],
  'unblock-key': [GUEST, GUEST, GUEST, GUEST, OPEN, GUEST, USER, USER, OPEN, OPEN, TOKEN, TOKEN, OPEN, TOKEN],
  open: Object.keys(callers).map(() => OPEN),
};

/** Not `fetch`, which writes headers of a browser itself. */
function rawGet(server: TestServer, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(`${server.url}/api/admin/settings`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

describe.each(ADMIN_GATES)('the gate %s', (gate) => {
  let server: TestServer;
  let userToken: string;
  beforeAll(async () => {
    server = await startTestServer({ ADMIN_API: gate });
    userToken = (await createUser(server, 'user')).rest.token ?? '';
    await restClient(server.url, SUPERUSER_TOKEN).send('/api/admin/settings/:BlockedApiKey', { method: 'PUT', raw: UNBLOCK_KEY });
  });
  afterAll(() => server.stop());

  test.each(Object.entries(callers).map(([who, asking], at) => [who, expected[gate][at] ?? '', asking] as const))(
    'gives %s %s',
    async (_who, answer, asking) => {
      const { token, headers } = asking(userToken);
      const rest = await restClient(server.url, token).get('/api/admin/settings', headers);
      expect(typeof rest.errorCode === 'string' ? `${rest.status} ${rest.errorCode}` : String(rest.status)).toBe(answer);
      expect(rest.at('status')).toBe(answer === OPEN ? 'OK' : 'ERROR');

      // GraphQL evaluates every token, for one request may ask for much else.
      const isBadToken = token !== undefined && token !== userToken && token !== SUPERUSER_TOKEN;
      const graphql = await graphqlClient(server.url, token).send('{ settings { name } }', {}, headers);
      expect(graphql.code).toBe(isBadToken ? 'INVALID_API_TOKEN' : answer.split(' ')[1]);
    },
  );

  test('a refused caller changes nothing', async () => {
    const path = '/api/admin/settings/:FooterCopyright';
    const refused = await restClient(server.url).send(path, { method: 'PUT', raw: 'mine', headers: ELSEWHERE });
    const after = await restClient(server.url, SUPERUSER_TOKEN).get(path);
    expect([refused.status, after.status]).toEqual(gate === 'open' ? [200, 200] : [401, 404]);
  });
});

test('a page of another origin in a browser on the machine is not local, one of the server itself is', async () => {
  const server = await startTestServer({ ADMIN_API: 'localhost', CORS_ORIGINS: '*' });
  try {
    const { host } = new URL(server.url);
    const ask = (headers: Readonly<Record<string, string>>) => rawGet(server, headers);
    expect(await ask({})).toBe(200);
    expect(await ask({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await ask({ 'Sec-Fetch-Site': 'none' })).toBe(200);
    expect(await ask({ Origin: `http://${host}` })).toBe(200);
    expect(await ask({ 'Sec-Fetch-Site': 'cross-site' })).toBe(401);
    expect(await ask({ 'Sec-Fetch-Site': 'same-site', Origin: `http://${host}` })).toBe(401);
    expect(await ask({ Origin: 'https://elsewhere.example' })).toBe(401);
    expect(await ask({ Origin: 'null' })).toBe(401);
    expect(await ask({ 'Sec-Fetch-Site': 'cross-site', 'X-Service-key': SUPERUSER_TOKEN })).toBe(200);
  } finally {
    await server.stop();
  }
});

test('the key opens nothing while none is set, and acts as soon as it is', async () => {
  const server = await startTestServer({ ADMIN_API: 'unblock-key' });
  try {
    const ask = async (key: string) =>
      (await restClient(server.url).get('/api/admin/settings', { ...ELSEWHERE, 'X-Service-unblock-key': key })).status;
    expect([await ask(''), await ask('undefined'), await ask('x')]).toEqual([401, 401, 401]);
    const superuser = restClient(server.url, SUPERUSER_TOKEN);
    await superuser.send('/api/admin/settings/:BlockedApiKey', { method: 'PUT', raw: 'x' });
    expect([await ask('x'), await ask(''), await ask('X')]).toEqual([200, 401, 401]);
    expect((await restClient(server.url).get('/api/admin/settings?unblock-key=x', ELSEWHERE)).status).toBe(200);
    await superuser.delete('/api/admin/settings/:BlockedApiKey');
    expect(await ask('x')).toBe(401);
  } finally {
    await server.stop();
  }
});
