import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { graphqlClient } from '../support/graphql-client.ts';
import { CLIENT_ID, CLIENT_SECRET, type OidcIssuer, startOidcIssuer, type TokenWish } from '../support/oidc-issuer.ts';
import { type RestAnswer, restClient } from '../support/rest-client.ts';
import { succeeded, superuser, uniqueName } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let issuer: OidcIssuer;
let server: TestServer;
beforeAll(async () => {
  issuer = await startOidcIssuer();
  server = await startTestServer({ FEATURES: 'api-bearer-auth' });
});
afterAll(async () => {
  await server.stop();
  await issuer.stop();
});

const PROVIDERS = '/api/admin/authenticationProviders';

async function putProvider(facts: Readonly<Record<string, unknown>> = {}, on: TestServer = server): Promise<void> {
  const provider = { id: 'university', factoryAlias: 'oidc', title: 'University', factoryData: issuer.factoryData, enabled: true };
  succeeded(await superuser(on).rest.post(PROVIDERS, { ...provider, ...facts }));
}
beforeEach(() => putProvider());
afterEach(() => {
  vi.useRealTimers();
});

async function account(subject: string, provider = 'university', on: TestServer = server): Promise<string> {
  const userName = uniqueName('bearer');
  await on.application.connection.sql`
    insert into user_account (user_name, first_name, last_name, email, authentication_provider_id, persistent_user_id)
    values (${userName}, 'Ada', 'Lovelace', ${`${userName}@example.org`}, ${provider}, ${subject})`;
  return userName;
}

async function me(token: string, { scheme = 'Bearer', on = server }: { scheme?: string; on?: TestServer } = {}): Promise<RestAnswer> {
  return restClient(on.url).get('/api/users/:me', { Authorization: `${scheme} ${token}` });
}

/** Lets time pass for the server and the issuer, which are in this process. */
function pass(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
}

const INVALID = { status: 401, errorCode: 'BEARER_TOKEN_INVALID', message: 'Unauthorized bearer token' };

describe('a signed access token', () => {
  test('stands for the account that its provider knows by the subject, on both surfaces', async () => {
    const subject = uniqueName('ada');
    const userName = await account(subject);
    const token = await issuer.token(subject);
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect((await me(token, { scheme })).at('data.identifier')).toBe(`@${userName}`);
    const viewer = await graphqlClient(server.url).send('{ viewer { user { identifier } } }', {}, { Authorization: `Bearer ${token}` });
    expect(viewer.at('data.viewer.user.identifier')).toBe(`@${userName}`);
    expect((await me(token)).text('data.lastApiUseTime')).not.toBe('');
  });

  test('of a user without an account is refused with the advice to register', async () => {
    const answer = await me(await issuer.token(uniqueName('nobody')));
    expect(answer).toMatchObject({ status: 403, errorCode: 'BEARER_ACCOUNT_MISSING', message: expect.stringMatching(/register/) });
  });

  test('of a deactivated account is refused', async () => {
    const subject = uniqueName('gone');
    const userName = await account(subject);
    await server.application.connection.sql`update user_account set deactivated_at = now() where user_name = ${userName}`;
    expect(await me(await issuer.token(subject))).toMatchObject(INVALID);
  });

  test('of another provider does not stand for an account with the same subject', async () => {
    const subject = uniqueName('twin');
    await account(subject, 'another');
    expect((await me(await issuer.token(subject))).errorCode).toBe('BEARER_ACCOUNT_MISSING');
  });

  const refused: Readonly<Record<string, TokenWish>> = {
    'for another audience': { audience: 'another-service' },
    'that is an ID token, by its nonce': { extra: { nonce: 'n' } },
    'that is an ID token, by its type': { extra: { typ: 'ID' } },
    'that is not valid yet': { extra: { nbf: Math.floor(Date.now() / 1000) + 3600 } },
  };
  test.each(Object.entries(refused))('%s is refused', async (_what, wish) => {
    const subject = uniqueName('ada');
    await account(subject);
    expect(await me(await issuer.token(subject, wish))).toMatchObject(INVALID);
  });

  test('is accepted for a further audience that the provider was configured with', async () => {
    await putProvider({ factoryData: `${issuer.factoryData} | audience: another-service` });
    const subject = uniqueName('ada');
    await account(subject);
    expect((await me(await issuer.token(subject, { audience: 'another-service' }))).status).toBe(200);
  });

  test('ends when it expires, with no more than half a minute of patience', async () => {
    const subject = uniqueName('ada');
    await account(subject);
    const token = await issuer.token(subject, { seconds: 60 });
    pass(80);
    expect((await me(token)).status).toBe(200);
    pass(15);
    expect(await me(token)).toMatchObject(INVALID);
  });

  test('is refused if it was changed, signed by another key, or not signed', async () => {
    const subject = uniqueName('ada');
    await account(subject);
    const token = await issuer.token(subject);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const other = JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'admin' });
    const changed = `${header}.${Buffer.from(other).toString('base64url')}.${signature}`;
    const claims = { sub: subject, iss: issuer.url, aud: CLIENT_ID, exp: Math.floor(Date.now() / 1000) + 600 };
    const { privateKey } = await generateKeyPair('RS256');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    const withSecret = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from(CLIENT_SECRET));
    const odd = `${header}.${Buffer.from(JSON.stringify({ ...claims, iss: [issuer.url] })).toString('base64url')}.${signature}`;
    const unsigned = new UnsecuredJWT(claims).encode();
    for (const bad of [changed, foreign, withSecret, unsigned, odd, `${token}x`]) expect(await me(bad)).toMatchObject(INVALID);
  });

  test('is refused when it is none', async () => {
    for (const token of ['', '.', '..', 'a.b.c', '{}', 'x'.repeat(8000), 'not a token', 'ä']) {
      const header = Buffer.from(`Bearer ${token}`).toString('latin1');
      expect(await restClient(server.url).get('/api/users/:me', { Authorization: header })).toMatchObject(INVALID);
    }
  });

  test('is refused also where no login is needed, and ignored where credentials do not count', async () => {
    const headers = { Authorization: 'Bearer nonsense' };
    expect(await restClient(server.url).get('/api/collections/:root', headers)).toMatchObject(INVALID);
    expect((await restClient(server.url).get('/api/info/version', headers)).status).toBe(200);
  });

  test('is not looked at beside an API token, nor are other schemes', async () => {
    const { rest } = superuser(server);
    expect((await rest.get('/api/users/:me', { Authorization: 'Bearer nonsense' })).status).toBe(200);
    expect((await me('nonsense', { scheme: 'Basic' })).errorCode).toBe('AUTHENTICATION_REQUIRED');
  });
});

describe('an issuer', () => {
  test('may change its keys: new tokens are accepted, old ones no longer', async () => {
    const subject = uniqueName('ada');
    await account(subject);
    const before = await issuer.token(subject);
    expect((await me(before)).status).toBe(200);
    await issuer.rotateKeys();
    pass(31);
    const after = await issuer.token(subject);
    expect((await me(after)).status).toBe(200);
    expect(await me(before)).toMatchObject(INVALID);
  });

  test('is asked for its keys once, and not by forged tokens again and again', async () => {
    const subject = uniqueName('ada');
    await account(subject);
    const { privateKey } = await generateKeyPair('RS256');
    const forged = (kid: string) =>
      new SignJWT({ sub: subject, iss: issuer.url, aud: CLIENT_ID }).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    expect((await me(await issuer.token(subject))).status).toBe(200);
    issuer.asked.length = 0;
    for (let count = 0; count < 10; count++) expect(await me(await forged(`made-up-${count}`))).toMatchObject(INVALID);
    expect(await me(await issuer.token(subject))).toMatchObject({ status: 200 });
    expect(issuer.asked.filter((path) => path === '/jwks').length).toBeLessThanOrEqual(1);
    expect(issuer.asked.filter((path) => path.includes('well-known'))).toEqual([]);
  });

  test('that does not answer makes the sign-in unavailable, not invalid; what is known of it counts on', async () => {
    const subject = uniqueName('ada');
    await account(subject);
    const token = await issuer.token(subject);
    expect((await me(token)).status).toBe(200);
    await issuer.fall();
    try {
      expect((await me(token)).status).toBe(200);
      await putProvider({ factoryData: `${issuer.factoryData} | scope: openid` });
      expect(await me(token)).toMatchObject({ status: 503, errorCode: 'SERVICE_UNAVAILABLE' });
    } finally {
      await issuer.rise();
    }
    pass(20);
    expect((await me(token)).status).toBe(200);
  });

  test('is not followed elsewhere', async () => {
    const elsewhere = await startOidcIssuer();
    const subject = uniqueName('ada');
    await account(subject);
    const decoy = createServer((request, response) => response.writeHead(302, { Location: `${elsewhere.url}${request.url}` }).end());
    await once(decoy.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(decoy.address() as AddressInfo).port}`;
    await putProvider({ factoryData: `issuer: ${url} | clientId: ${CLIENT_ID}` });
    const { privateKey } = await generateKeyPair('RS256');
    const token = await new SignJWT({ sub: subject, iss: url, aud: CLIENT_ID }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
    expect((await me(token)).status).toBe(503);
    expect(elsewhere.asked).toEqual([]);
    await new Promise((resolve) => decoy.close(resolve));
    await elsewhere.stop();
  });
});

describe('a token that only its issuer can read', () => {
  test('is accepted when the issuer says that it is good, and was issued to this client', async () => {
    const subject = uniqueName('ada');
    await account(subject);
    const token = await issuer.token(subject, { format: 'opaque' });
    expect((await me(token)).status).toBe(200);
    expect(await me(await issuer.token(subject, { format: 'opaque', clientId: 'another-client' }))).toMatchObject(INVALID);
    expect(await me('unknown')).toMatchObject(INVALID);
  });

  test('is asked about once within half a minute', async () => {
    const subject = uniqueName('ada');
    await account(subject);
    const token = await issuer.token(subject, { format: 'opaque' });
    issuer.asked.length = 0;
    for (let count = 0; count < 5; count++) expect((await me(token)).status).toBe(200);
    for (let count = 0; count < 5; count++) expect(await me('unknown-too')).toMatchObject(INVALID);
    expect(issuer.asked.filter((path) => path === '/token/introspection')).toHaveLength(2);
  });
});

describe('the operator', () => {
  test('switches a provider off and on while the server runs', async () => {
    const subject = uniqueName('ada');
    await account(subject);
    const token = await issuer.token(subject);
    const { rest } = superuser(server);
    expect((await me(token)).status).toBe(200);
    succeeded(await rest.send(`${PROVIDERS}/university/enabled`, { method: 'PUT', raw: 'false' }));
    expect(await me(token)).toMatchObject(INVALID);
    succeeded(await rest.send(`${PROVIDERS}/university/enabled`, { method: 'PUT', raw: 'true' }));
    expect((await me(token)).status).toBe(200);
    succeeded(await rest.delete(`${PROVIDERS}/university`));
    expect(await me(token)).toMatchObject(INVALID);
  });

  test('has to switch bearer tokens on: without that the header counts for nothing', async () => {
    const plain = await startTestServer();
    try {
      await putProvider({}, plain);
      const subject = uniqueName('ada');
      await account(subject, 'university', plain);
      const token = await issuer.token(subject);
      expect((await me(token, { on: plain })).errorCode).toBe('AUTHENTICATION_REQUIRED');
      expect((await me('nonsense', { on: plain })).errorCode).toBe('AUTHENTICATION_REQUIRED');
    } finally {
      await plain.stop();
    }
  });

  test('may let an issuer stand for built-in accounts, by one rule', async () => {
    const matching = await startTestServer({ FEATURES: 'api-bearer-auth, api-bearer-auth-use-builtin-user-on-id-match' });
    try {
      await putProvider({}, matching);
      const userName = uniqueName('builtin');
      await matching.application.connection.sql`
        insert into user_account (user_name, first_name, last_name, email, authentication_provider_id, persistent_user_id)
        values (${userName}, 'B', 'U', ${`${userName}@example.org`}, 'builtin', ${userName})`;
      const extra = { idp: 'dv-builtin-users-authenticator', preferred_username: userName };
      expect((await me(await issuer.token('whoever', { extra }), { on: matching })).at('data.identifier')).toBe(`@${userName}`);
      const wrong = await me(await issuer.token('whoever', { extra: { ...extra, idp: 'elsewhere' } }), { on: matching });
      expect(wrong.errorCode).toBe('BEARER_ACCOUNT_MISSING');
      // Without the flag the claims mean nothing.
      expect((await me(await issuer.token('whoever', { extra }))).errorCode).toBe('BEARER_ACCOUNT_MISSING');
    } finally {
      await matching.stop();
    }
  });
});
