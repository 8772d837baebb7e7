import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pickFreePort } from '../../src/db/embedded/free-port.ts';
import { type CookieBrowser, openBrowser, passIssuer, type ShownPage } from '../support/cookie-browser.ts';
import { graphqlClient } from '../support/graphql-client.ts';
import { CLIENT_SECRET, type OidcIssuer, startOidcIssuer } from '../support/oidc-issuer.ts';
import { restClient } from '../support/rest-client.ts';
import { succeeded, superuser, uniqueName } from '../support/seed.ts';
import { sendRaw } from '../support/raw-request.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const PROVIDERS = '/api/admin/authenticationProviders';
const PASSWORD = 'correct-horse-7';

let issuer: OidcIssuer;
let server: TestServer;
beforeAll(async () => {
  const port = await pickFreePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  issuer = await startOidcIssuer({ redirectUris: ['university', 'code'].map((id) => `${siteUrl}/sign-in/${id}/callback`) });
  server = await startTestServer({ PORT: String(port), SITE_URL: siteUrl, FEATURES: 'api-session-auth' });
  succeeded(await superuser(server).rest.send('/api/admin/settings/:BuiltinUsersKey', { method: 'PUT', raw: 'key' }));
});
afterAll(async () => {
  await server.stop();
  await issuer.stop();
});
beforeEach(async () => {
  const provider = { id: 'university', factoryAlias: 'oidc', title: 'University', factoryData: issuer.factoryData, enabled: true };
  succeeded(await superuser(server).rest.post(PROVIDERS, provider));
  await server.application.connection.sql`delete from sign_in_attempt`;
});
afterEach(() => {
  vi.useRealTimers();
});

function person(): { login: string; email: string } {
  const login = uniqueName('ada');
  const email = `${login}@example.org`;
  const claims = { email, email_verified: true, given_name: 'Ada', family_name: 'Lovelace', preferred_username: login };
  issuer.people.set(login, claims);
  return { login, email };
}

async function builtin(): Promise<string> {
  const userName = uniqueName('builtin');
  const facts = { userName, firstName: 'Bea', lastName: 'Builtin', email: `${userName}@example.org` };
  succeeded(await restClient(server.url).post(`/api/builtin-users?key=key&password=${PASSWORD}`, facts));
  return userName;
}

/** Goes to the issuer and back. */
async function comeBackFrom(browser: CookieBrowser, login: string, provider = 'university'): Promise<ShownPage> {
  return passIssuer(browser, await browser.get(`${server.url}/sign-in/${provider}`), login);
}

async function identifierOf(browser: CookieBrowser): Promise<string | undefined> {
  const { html } = await browser.get(`${server.url}/account`);
  return /@[\w.-]+(?=<)/.exec(html)?.[0];
}

const sessionOf = (browser: CookieBrowser): string | undefined => browser.cookies.get(server.url)?.get('__Host-archivolt-session');

async function audited(command: string): Promise<readonly Record<string, unknown>[]> {
  const rows = await server.application.connection.sql`select details from audit_record where command = ${command} order by id`;
  return rows.map(({ details }) => details as Record<string, unknown>);
}

describe('signing in by an OpenID Connect provider', () => {
  test('makes an account at the first time, with what the provider says filled in, and finds it again later', async () => {
    const { login, email } = person();
    const browser = openBrowser();
    const form = await comeBackFrom(browser, login);
    expect(form).toMatchObject({ status: 200, html: expect.stringContaining(`value="${email}"`) });
    expect(form.html).toContain(`value="${login}"`);
    expect(form.headers.get('content-security-policy')).toContain("form-action 'self'");
    const welcome = await browser.post(`${server.url}/sign-up`, { userName: login, firstName: 'Ada', lastName: 'Lovelace', email });
    expect(welcome).toMatchObject({ status: 200, url: `${server.url}/account`, html: expect.stringContaining(`@${login}`) });
    const [account] = await server.application.connection.sql`
      select authentication_provider_id, persistent_user_id, email_confirmed_at from user_account where user_name = ${login}`;
    expect(account).toMatchObject({
      authentication_provider_id: 'university',
      persistent_user_id: login,
      email_confirmed_at: expect.any(String),
    });

    const later = openBrowser();
    expect(await comeBackFrom(later, login)).toMatchObject({ status: 200, url: `${server.url}/account` });
    expect(await identifierOf(later)).toBe(`@${login}`);
    const [{ id } = { id: 0 }] = await server.application.connection.sql<
      { id: number }[]
    >`select id from user_account where user_name = ${login}`;
    expect((await audited('openProviderSession')).at(-1)).toMatchObject({
      user: login,
      account: id,
      provider: 'university',
      address: '127.0.0.1',
    });
  });

  test('does not take an address for confirmed that was typed in place of the confirmed one', async () => {
    const { login } = person();
    const browser = openBrowser();
    await comeBackFrom(browser, login);
    const facts = { userName: login, firstName: 'Ada', lastName: 'L', email: `other-${login}@example.org` };
    expect((await browser.post(`${server.url}/sign-up`, facts)).url).toBe(`${server.url}/account`);
    const [account] = await server.application.connection.sql`select email_confirmed_at from user_account where user_name = ${login}`;
    expect(account?.['email_confirmed_at']).toBeNull();
  });

  test('asks with a proof key, a state and a nonce, and only for the address of this server', async () => {
    const browser = openBrowser();
    const address = new URL(await browser.locationOf(`${server.url}/sign-in/university`));
    const asked = Object.fromEntries(address.searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url}/sign-in/university/callback`,
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/);
    const cookie = browser.setCookies.find((text) => text.startsWith('__Host-archivolt-sign-in='));
    expect(cookie).toMatch(/; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(asked['state'] ?? '');
  });

  test('lets nobody in with the code of somebody else, another state, or a code that was used', async () => {
    const { login } = person();
    const victim = openBrowser();
    const attacker = openBrowser();
    await victim.get(`${server.url}/sign-in/university`);
    // The attacker stops before the way back, and has the victim take it.
    const begun = await attacker.get(`${server.url}/sign-in/university`);
    const stolen: string[] = [];
    const { fetch: real } = globalThis;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      if (input.includes('/callback')) {
        stolen.push(input);
        return new Response('stopped');
      }
      return real(input, init);
    });
    await passIssuer(attacker, begun, login);
    vi.unstubAllGlobals();
    const [back = ''] = stolen;
    expect(back).toContain('code=');
    expect((await victim.get(back)).status).toBe(400);
    expect((await openBrowser().get(back)).status).toBe(400);
    expect((await attacker.get(back.replace(/state=[^&]*/, 'state=forged'))).status).toBe(400);
    expect((await attacker.get(back)).status).toBe(200);
    expect((await attacker.get(back)).status).toBe(400);
    expect(sessionOf(victim)).toBeUndefined();
  });

  test('tells of a refusal by the provider without repeating its words', async () => {
    const browser = openBrowser();
    const address = new URL(await browser.locationOf(`${server.url}/sign-in/university`));
    const back = `${server.url}/sign-in/university/callback?error=access_denied&error_description=%3Cb%3Ewords%3C/b%3E&state=${address.searchParams.get('state')}&iss=${issuer.url}`;
    const page = await browser.get(back);
    expect(page).toMatchObject({ status: 400, html: expect.stringContaining('access_denied') });
    expect(page.html).not.toContain('words');
    expect((await audited('refuseProviderSignIn')).at(-1)).toEqual({
      provider: 'university',
      reason: 'The authentication provider did not complete the sign-in (access_denied).',
      address: '127.0.0.1',
    });
  });

  test('ends with the provider: it is not offered any more, and its sessions count for nothing', async () => {
    const { login, email } = person();
    const browser = openBrowser();
    await comeBackFrom(browser, login);
    await browser.post(`${server.url}/sign-up`, { userName: login, firstName: 'Ada', lastName: 'L', email });
    expect(await identifierOf(browser)).toBe(`@${login}`);
    succeeded(await superuser(server).rest.send(`${PROVIDERS}/university/enabled`, { method: 'PUT', raw: 'false' }));
    expect(await identifierOf(browser)).toBeUndefined();
    expect((await browser.get(`${server.url}/sign-in`)).html).not.toContain('University');
    expect((await browser.get(`${server.url}/sign-in/university`)).status).toBe(404);
  });

  test('links an existing account only to whoever knows its password, and only once', async () => {
    const userName = await builtin();
    const { login } = person();
    const browser = openBrowser();
    await comeBackFrom(browser, login);
    const refused = await browser.post(`${server.url}/sign-up/link`, { userName, password: 'wrong-password' });
    expect(refused).toMatchObject({ status: 400, html: expect.stringContaining('wrong') });
    expect(sessionOf(browser)).toBeUndefined();
    expect((await browser.post(`${server.url}/sign-up/link`, { userName, password: PASSWORD })).url).toBe(`${server.url}/account`);
    expect(await identifierOf(browser)).toBe(`@${userName}`);
    expect(await identifierOf(openBrowser())).toBeUndefined();
    // The password has ended.
    const again = await openBrowser().post(`${server.url}/sign-in`, { userName, password: PASSWORD });
    expect(again.status).toBe(400);
    const later = openBrowser();
    await comeBackFrom(later, login);
    expect(await identifierOf(later)).toBe(`@${userName}`);
  });

  test('makes no account under a name or an address that is taken, and lists what is wrong', async () => {
    const taken = await builtin();
    const { login } = person();
    const browser = openBrowser();
    await comeBackFrom(browser, login);
    const facts = { userName: taken.toUpperCase(), firstName: 'Ada', lastName: 'L', email: `${taken}@example.org` };
    const page = await browser.post(`${server.url}/sign-up`, facts);
    expect(page).toMatchObject({ html: expect.stringMatching(/already exists\. The e-mail address .* belongs to another account/) });
    const blank = await browser.post(`${server.url}/sign-up`, { userName: 'a', firstName: ' ', lastName: '', email: 'no' });
    expect(blank).toMatchObject({ status: 400, html: expect.stringMatching(/userName.*firstName.*lastName.*email/s) });
  });
});

describe('signing in by an OAuth 2 service', () => {
  test('takes the facts from where the operator says that they are', async () => {
    const factoryData = [
      `type: github | clientId: repository | clientSecret: ${CLIENT_SECRET}`,
      `authorizationEndpoint: ${issuer.url}/auth | tokenEndpoint: ${issuer.url}/token | userEndpoint: ${issuer.url}/me`,
      'scope: openid email profile | userIdClaim: sub | userNameClaim: preferred_username',
    ].join(' | ');
    succeeded(await superuser(server).rest.post(PROVIDERS, { id: 'code', factoryAlias: 'oauth2', factoryData, enabled: true }));
    const { login, email } = person();
    const browser = openBrowser();
    const form = await comeBackFrom(browser, login, 'code');
    expect(form.html).toContain(`value="${email}"`);
    expect((await browser.post(`${server.url}/sign-up`, { userName: login, firstName: 'Ada', lastName: 'L', email })).status).toBe(200);
    const [account] = await server.application.connection.sql`
      select authentication_provider_id, persistent_user_id, email_confirmed_at from user_account where user_name = ${login}`;
    expect(account).toEqual({ authentication_provider_id: 'code', persistent_user_id: login, email_confirmed_at: null });
  });
});

describe('signing in with a password', () => {
  test('opens a session whose cookie no script and no other site gets, and that ends on demand', async () => {
    const userName = await builtin();
    const browser = openBrowser();
    expect((await browser.get(`${server.url}/sign-in`)).html).toContain('name="password"');
    const page = await browser.post(`${server.url}/sign-in`, { userName: userName.toUpperCase(), password: PASSWORD });
    expect(page).toMatchObject({ url: `${server.url}/account`, html: expect.stringContaining(`@${userName}`) });
    expect(browser.setCookies[0]).toMatch(/^__Host-archivolt-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Expires=/);
    const token = sessionOf(browser) ?? '';
    const stored = await server.application.connection.sql`select token_hash from user_session`;
    expect(JSON.stringify(stored)).not.toContain(token);
    expect((await audited('openPasswordSession')).at(-1)).toEqual({
      user: userName,
      account: expect.any(Number),
      provider: 'builtin',
      address: '127.0.0.1',
    });
    const stolen = openBrowser();
    stolen.cookies.set(server.url, new Map([['__Host-archivolt-session', token]]));
    expect(await identifierOf(stolen)).toBe(`@${userName}`);
    await browser.post(`${server.url}/sign-out`, {});
    expect(sessionOf(browser)).toBeUndefined();
    expect(await identifierOf(stolen)).toBeUndefined();
  });

  test('tells nothing of which of name and password is wrong', async () => {
    const userName = await builtin();
    const wrong = await openBrowser().post(`${server.url}/sign-in`, { userName, password: 'nonsense' });
    const unknown = await openBrowser().post(`${server.url}/sign-in`, { userName: 'nobody-at-all', password: 'nonsense' });
    expect([wrong.status, unknown.status]).toEqual([400, 400]);
    expect(wrong.html).toBe(unknown.html);
    expect((await audited('refusePassword')).length).toBeGreaterThan(1);
  });

  test('is limited by account and address, also for the right password and for many guesses at once', async () => {
    const userName = await builtin();
    const guess = (password: string) => graphqlClient(server.url).send(SIGN_IN, { input: { userName, password } });
    const codes = (await Promise.all(Array.from({ length: 15 }, (_, n) => guess(`guess-${n}`)))).map(({ code }) => code);
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10);
    expect(codes.filter((code) => code === 'SIGN_IN_LIMITED')).toHaveLength(5);
    expect((await guess(PASSWORD)).code).toBe('SIGN_IN_LIMITED');
    // The log tells once that the limit was reached. A header that keeps a request from being counted as usage does not lead past it.
    expect((await audited('countSignInAttempt')).filter(({ limited }) => limited)).toHaveLength(1);
    const ranged = await graphqlClient(server.url).send(SIGN_IN, { input: { userName, password: PASSWORD } }, { Range: 'bytes=1-' });
    expect(ranged.code).toBe('SIGN_IN_LIMITED');
    // Another account is not concerned, until the address has guessed too often altogether.
    const other = await builtin();
    expect((await graphqlClient(server.url).send(SIGN_IN, { input: { userName: other, password: PASSWORD } })).code).toBeUndefined();
    await server.application.connection.sql`update sign_in_attempt set count = 50 where count > 1`;
    expect((await graphqlClient(server.url).send(SIGN_IN, { input: { userName: other, password: PASSWORD } })).code).toBe(
      'SIGN_IN_LIMITED',
    );
    await server.application.connection.sql`update sign_in_attempt set since = now() - interval '16 minutes'`;
    expect((await guess(PASSWORD)).code).toBeUndefined();
  });

  test('takes forms from this server alone', async () => {
    const userName = await builtin();
    const form = { userName, password: PASSWORD };
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }, { Origin: 'https://evil.example' }, {}]) {
      const browser = openBrowser();
      expect((await browser.post(`${server.url}/sign-in`, form, headers)).status).toBe(400);
      expect(sessionOf(browser)).toBeUndefined();
    }
    expect((await openBrowser().post(`${server.url}/sign-in`, form, { Origin: server.url })).status).toBe(200);
  });

  test('says so where the browser would keep no session, since it came by http from another machine', async () => {
    const body = new URLSearchParams({ userName: await builtin(), password: PASSWORD }).toString();
    const headers = `Host: data.example.org\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close`;
    const send = (origin: string) => sendRaw(server.url, `POST /sign-in HTTP/1.1\r\n${headers}\r\nOrigin: ${origin}\r\n\r\n${body}`);
    const insecure = await send('http://data.example.org');
    expect(insecure).toMatch(/^HTTP\/1\.1 400 [^]*begins with https/);
    expect(insecure).not.toContain('Set-Cookie');
    // A proxy in front has ended TLS.
    expect(await send('https://data.example.org')).toMatch(/^HTTP\/1\.1 303 [^]*Set-Cookie: __Host-archivolt-session=/);
  });

  test('leads nowhere else afterwards', async () => {
    const userName = await builtin();
    for (const returnTo of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const page = await openBrowser().post(`${server.url}/sign-in`, { userName, password: PASSWORD, returnTo });
      expect(page.url).toBe(`${server.url}/account`);
    }
    const page = await openBrowser().post(`${server.url}/sign-in`, { userName, password: PASSWORD, returnTo: '/?from=sign-in' });
    expect(page.url).toBe(`${server.url}/?from=sign-in`);
  });

  test('does not let accounts in that were deactivated, and ends their sessions', async () => {
    const userName = await builtin();
    const browser = openBrowser();
    await browser.post(`${server.url}/sign-in`, { userName, password: PASSWORD });
    succeeded(await superuser(server).rest.post(`/api/admin/authenticatedUsers/${userName}/deactivate`));
    expect(await identifierOf(browser)).toBeUndefined();
    // They do not come back with the account.
    const sessions = await server.application.connection.sql`
      select from user_session s inner join user_account a on a.id = s.user_account_id where a.user_name = ${userName}`;
    expect(sessions).toHaveLength(0);
    expect((await openBrowser().post(`${server.url}/sign-in`, { userName, password: PASSWORD })).status).toBe(400);
  });

  test('reads forms of a bounded size', async () => {
    const page = await openBrowser().post(`${server.url}/sign-in`, { userName: 'x'.repeat(20_000), password: 'x' });
    expect(page.status).toBe(413);
  });
});

test('a browser that signs in anew leaves no session behind', async () => {
  const [first, second] = [await builtin(), await builtin()];
  const [browser, copy] = [openBrowser(), openBrowser()];
  await browser.post(`${server.url}/sign-in`, { userName: first, password: PASSWORD });
  copy.cookies.set(server.url, new Map(browser.cookies.get(server.url)));
  expect(await identifierOf(copy)).toBe(`@${first}`);
  await browser.post(`${server.url}/sign-in`, { userName: second, password: PASSWORD });
  expect(await identifierOf(browser)).toBe(`@${second}`);
  expect(await identifierOf(copy)).toBeUndefined();
});

const CHANGE =
  'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { user { identifier } endedSessions endedTokens } }';

describe('changing a password', () => {
  const NEW = 'battery-staple-8';
  const tokenOf = async (userName: string): Promise<string> => {
    const browser = openBrowser();
    await browser.post(`${server.url}/sign-in`, { userName, password: PASSWORD });
    const cookie = `__Host-archivolt-session=${sessionOf(browser)}`;
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
    const made = await graphqlClient(server.url).send('mutation { recreateApiToken { apiToken { token } } }', {}, headers);
    return made.text('data.recreateApiToken.apiToken.token');
  };

  test('ends the old one, and what else opens the account alone if that is asked for', async () => {
    const userName = await builtin();
    const token = await tokenOf(userName);
    const [here, elsewhere] = [openBrowser(), openBrowser()];
    await here.post(`${server.url}/sign-in`, { userName, password: PASSWORD });
    await elsewhere.post(`${server.url}/sign-in`, { userName, password: PASSWORD });
    const page = await here.post(`${server.url}/account/password`, { currentPassword: PASSWORD, newPassword: NEW });
    expect(page).toMatchObject({ status: 200, html: expect.stringContaining('was changed') });
    expect(await identifierOf(elsewhere)).toBe(`@${userName}`);
    expect((await restClient(server.url, token).get('/api/users/:me')).status).toBe(200);
    expect((await openBrowser().post(`${server.url}/sign-in`, { userName, password: PASSWORD })).status).toBe(400);

    const again = { currentPassword: NEW, newPassword: PASSWORD, endOthers: 'on' };
    expect((await here.post(`${server.url}/account/password`, again)).status).toBe(200);
    expect(await identifierOf(here)).toBe(`@${userName}`);
    expect(await identifierOf(elsewhere)).toBeUndefined();
    expect((await restClient(server.url, token).get('/api/users/:me')).status).toBe(401);
    expect((await audited('storePassword')).at(-1)).toEqual({ endedSessions: 2, endedTokens: 1 });
  });

  test('keeps the token that the request came with, and ends named ones', async () => {
    const userName = await builtin();
    const graphql = graphqlClient(server.url, await tokenOf(userName));
    const create = 'mutation { createToken(input: { name: "program", scopes: [ADMINISTER] }) { secret } }';
    const secret = (await graphql.send(create)).text('data.createToken.secret');
    const named = graphqlClient(server.url, secret);
    const changed = await named.send(CHANGE, { input: { currentPassword: PASSWORD, newPassword: NEW, endOthers: true } });
    expect(changed.at('data.changePassword')).toEqual({ user: { identifier: `@${userName}` }, endedSessions: 1, endedTokens: 1 });
    expect((await graphql.send('{ viewer { identifier } }')).code).toBe('INVALID_API_TOKEN');
    expect((await named.send('{ viewer { identifier } }')).at('data.viewer.identifier')).toBe(`@${userName}`);
  });

  test('names every rule that the new one breaks, and changes nothing', async () => {
    const userName = await builtin();
    const graphql = graphqlClient(server.url, await tokenOf(userName));
    const answer = await graphql.send(CHANGE, { input: { currentPassword: PASSWORD, newPassword: 'abc' } });
    expect(answer.code).toBe('BAD_USER_INPUT');
    expect(answer.at('errors.0.extensions.problems')).toEqual([
      { pointer: '/newPassword', message: 'must have at least 6 characters' },
      { pointer: '/newPassword', message: 'must have 1 or more digits' },
    ]);
    expect((await openBrowser().post(`${server.url}/sign-in`, { userName, password: PASSWORD })).url).toBe(`${server.url}/account`);
  });

  test('is refused to an account that has none', async () => {
    const userName = await builtin();
    const graphql = graphqlClient(server.url, await tokenOf(userName));
    await server.application.connection
      .sql`update builtin_user set password_hash = null where user_account_id = (select id from user_account where user_name = ${userName})`;
    expect((await graphql.send(CHANGE, { input: { currentPassword: PASSWORD, newPassword: NEW } })).code).toBe('PASSWORD_MISSING');
  });

  test('is refused to guests, to tokens that may not administer, without the password, and after too many guesses', async () => {
    const userName = await builtin();
    const graphql = graphqlClient(server.url, await tokenOf(userName));
    const input = { currentPassword: 'nonsense', newPassword: NEW };
    expect((await graphqlClient(server.url).send(CHANGE, { input })).code).toBe('AUTHENTICATION_REQUIRED');
    const create = 'mutation { createToken(input: { name: "reader", scopes: [READ] }) { secret } }';
    const reader = graphqlClient(server.url, (await graphql.send(create)).text('data.createToken.secret'));
    expect((await reader.send(CHANGE, { input })).code).toBe('TOKEN_SCOPE_EXCEEDED');
    for (let guess = 0; guess < 9; guess += 1) expect((await graphql.send(CHANGE, { input })).code).toBe('INVALID_CREDENTIALS');
    await graphql.send(CHANGE, { input });
    expect((await graphql.send(CHANGE, { input: { ...input, currentPassword: PASSWORD } })).code).toBe('SIGN_IN_LIMITED');
  });
});

const SIGN_IN = 'mutation ($input: SignInInput!) { signIn(input: $input) { session { token expiresAt } } }';

describe('a session at the APIs', () => {
  async function signedIn(): Promise<{ cookie: string; userName: string }> {
    const userName = await builtin();
    const browser = openBrowser();
    await browser.post(`${server.url}/sign-in`, { userName, password: PASSWORD });
    return { userName, cookie: `__Host-archivolt-session=${sessionOf(browser)}` };
  }

  test('counts for reading, and for writing from a page of this server alone', async () => {
    const { cookie, userName } = await signedIn();
    const { rest, graphql } = { rest: restClient(server.url), graphql: graphqlClient(server.url) };
    expect((await rest.get('/api/users/:me', { Cookie: cookie })).at('data.identifier')).toBe(`@${userName}`);
    expect((await rest.get('/api/users/:me', { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(401);
    const recreate = (headers: Readonly<Record<string, string>>) => rest.send('/api/users/token/recreate', { method: 'POST', headers });
    for (const headers of [{ Cookie: cookie }, { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' }, { Cookie: cookie, Origin: 'null' }]) {
      expect((await recreate(headers)).errorCode).toBe('AUTHENTICATION_REQUIRED');
    }
    expect((await recreate({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    const viewer = await graphql.send('{ viewer { identifier } }', {}, { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' });
    expect(viewer.at('data.viewer.identifier')).toBe(`@${userName}`);
  });

  test('ends over REST, on request from a page of this server', async () => {
    const { cookie } = await signedIn();
    const rest = restClient(server.url);
    const logOut = (headers: Readonly<Record<string, string>>) => rest.send('/api/logout', { method: 'POST', headers });
    expect(await logOut({ Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' })).toMatchObject({ status: 400, errorCode: 'SESSION_MISSING' });
    expect((await logOut({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    expect((await rest.get('/api/users/:me', { Cookie: cookie })).status).toBe(401);
    expect((await logOut({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })).errorCode).toBe('SESSION_MISSING');
  });

  test('ends when its time is over', async () => {
    const { cookie } = await signedIn();
    await server.application.connection.sql`update user_session set expires_at = now() - interval '1 second'`;
    expect((await restClient(server.url).get('/api/users/:me', { Cookie: cookie })).status).toBe(401);
  });

  test('counts for nothing where the operator has not switched that on', async () => {
    const plain = await startTestServer();
    try {
      succeeded(await superuser(plain).rest.send('/api/admin/settings/:BuiltinUsersKey', { method: 'PUT', raw: 'key' }));
      const facts = { userName: 'plain', firstName: 'P', lastName: 'P', email: 'plain@example.org' };
      succeeded(await restClient(plain.url).post(`/api/builtin-users?key=key&password=${PASSWORD}`, facts));
      const browser = openBrowser();
      await browser.post(`${plain.url}/sign-in`, { userName: 'plain', password: PASSWORD });
      const cookie = `__Host-archivolt-session=${browser.cookies.get(plain.url)?.get('__Host-archivolt-session')}`;
      expect((await browser.get(`${plain.url}/account`)).html).toContain('@plain');
      expect((await restClient(plain.url).get('/api/users/:me', { Cookie: cookie })).status).toBe(401);
    } finally {
      await plain.stop();
    }
  });
});
