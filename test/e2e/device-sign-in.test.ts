import * as oauth from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pickFreePort } from '../../src/db/embedded/free-port.ts';
import { type CookieBrowser, openBrowser, passIssuer } from '../support/cookie-browser.ts';
import { type OidcIssuer, startOidcIssuer } from '../support/oidc-issuer.ts';
import { createUser, succeeded, superuser, uniqueName } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** A command-line program that asks with a library for OAuth 2, and its user in a browser elsewhere. Source: users-admin.md 3.8. */
let issuer: OidcIssuer;
let server: TestServer;
beforeAll(async () => {
  const port = await pickFreePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  issuer = await startOidcIssuer({ redirectUris: [`${siteUrl}/sign-in/university/callback`] });
  server = await startTestServer({ PORT: String(port), SITE_URL: siteUrl });
  const provider = { id: 'university', factoryAlias: 'oidc', title: 'University', factoryData: issuer.factoryData, enabled: true };
  succeeded(await superuser(server).rest.post('/api/admin/authenticationProviders', provider));
});
afterAll(async () => {
  await server.stop();
  await issuer.stop();
});

/** The program: it knows two addresses and its own name. */
function program(): oauth.Configuration {
  const metadata = {
    issuer: server.url,
    device_authorization_endpoint: `${server.url}/api/device/authorization`,
    token_endpoint: `${server.url}/api/device/token`,
  };
  const client = new oauth.Configuration(metadata, 'depositor', undefined, oauth.None());
  // oxlint-disable-next-line typescript/no-deprecated -- the server is on this machine
  oauth.allowInsecureRequests(client);
  return client;
}

async function signedIn(login: string): Promise<CookieBrowser> {
  const claims = {
    email: `${login}@example.org`,
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Lovelace',
    preferred_username: login,
  };
  issuer.people.set(login, claims);
  const browser = openBrowser();
  await passIssuer(browser, await browser.get(`${server.url}/sign-in/university`), login);
  await browser.post(`${server.url}/sign-up`, { userName: login, firstName: 'Ada', lastName: 'Lovelace', email: claims.email });
  return browser;
}

async function begin() {
  await server.application.connection.sql`delete from sign_in_attempt`;
  return oauth.initiateDeviceAuthorization(program(), { scope: 'read deposit' });
}

const me = async (token: string) => {
  const answer = await fetch(`${server.url}/api/users/:me`, { headers: { Authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { readonly data?: { readonly identifier: string } }).data?.identifier ?? answer.status;
};

test('a program gets a token of the account whose owner signs in at the provider and lets it in', async () => {
  const begun = await begin();
  const login = uniqueName('ada');
  issuer.people.set(login, { email: `${login}@example.org`, given_name: 'Ada', family_name: 'Lovelace', preferred_username: login });
  const guest = openBrowser();
  expect((await guest.get(begun.verification_uri_complete ?? '')).url).toBe(
    `${server.url}/sign-in?returnTo=${encodeURIComponent(`/device?user_code=${begun.user_code}`)}`,
  );

  const browser = await signedIn(login);
  const asked = await browser.get(begun.verification_uri_complete ?? '');
  expect(asked).toMatchObject({ status: 200, html: expect.stringContaining('Let depositor in?') });
  expect(asked.html).toContain('127.0.0.1');
  expect(asked.html).toContain(begun.user_code);
  const typed = await browser.post(begun.verification_uri, { userCode: begun.user_code.replace('-', ' ').toLowerCase() });
  expect(typed.html).toContain('Let depositor in?');
  const allowed = await browser.post(`${server.url}/device/allow`, { userCode: begun.user_code });
  expect(allowed).toMatchObject({ status: 200, html: expect.stringContaining('depositor is let in') });

  const token = await oauth.pollDeviceAuthorizationGrant(program(), { ...begun, interval: 0 });
  expect(token).toMatchObject({ token_type: 'bearer', scope: 'read deposit', access_token: expect.stringMatching(/^avt_/) });
  expect(await me(token.access_token)).toBe(`@${login}`);
  const rows = await server.application.connection.sql`
    select details from audit_record where command in ('beginDeviceSignIn', 'storeDeviceDecision', 'issueDeviceToken') order by id`;
  expect(rows.map(({ details }) => details as unknown)).toEqual([
    { client: 'depositor', scopes: ['READ', 'DEPOSIT'], address: '127.0.0.1' },
    { client: 'depositor', scopes: ['READ', 'DEPOSIT'], allowed: true, address: '127.0.0.1' },
    expect.objectContaining({ user: login, client: 'depositor', address: '127.0.0.1' }),
  ]);
  const [kept] = await server.application.connection.sql`select count(*)::int from device_sign_in`;
  expect(kept).toEqual({ count: 0 });
});

test('a user without an account comes back to the code that the program showed, by signing up and by linking', async () => {
  for (const way of ['sign-up', 'link'] as const) {
    const begun = await begin();
    const login = uniqueName('cleo');
    const person = { firstName: 'Cleo', lastName: 'Patra', email: `${login}@example.org` };
    issuer.people.set(login, { email: person.email, preferred_username: login });
    const account = await createUser(server, 'linked');
    const browser = openBrowser();
    const choice = await browser.get(begun.verification_uri_complete ?? '');
    const { searchParams } = new URL(choice.url);
    await passIssuer(browser, await browser.get(`${server.url}/sign-in/university?${searchParams.toString()}`), login);
    const form = { userName: account.identifier.slice(1), password: 'wrong' };
    // A form that is sent again loses nothing.
    expect((await browser.post(`${server.url}/sign-up/link`, form)).status).toBe(400);
    const back =
      way === 'link'
        ? await browser.post(`${server.url}/sign-up/link`, { ...form, password: 'secret-1234' })
        : await browser.post(`${server.url}/sign-up`, { userName: login, ...person });
    expect(back).toMatchObject({ url: begun.verification_uri_complete, html: expect.stringContaining('Let depositor in?') });
  }
});

test('a program that is refused hears of it, as one does whose code is wrong', async () => {
  const begun = await begin();
  const browser = await signedIn(uniqueName('ben'));
  expect((await browser.post(`${server.url}/device`, { userCode: 'BBBB-BBBB' })).status).toBe(404);
  await browser.post(`${server.url}/device/refuse`, { userCode: begun.user_code });
  await expect(oauth.pollDeviceAuthorizationGrant(program(), { ...begun, interval: 0 })).rejects.toMatchObject({ error: 'access_denied' });
  expect((await browser.post(`${server.url}/device/allow`, { userCode: begun.user_code })).status).toBe(404);
});

test('an account that tries codes is stopped, also with the right one', async () => {
  const begun = await begin();
  const guesser = await createUser(server, 'guesser');
  const look = 'query ($userCode: String!) { deviceSignIn(userCode: $userCode) { clientName } }';
  const decide = 'mutation ($input: DecideDeviceSignInInput!) { decideDeviceSignIn(input: $input) { deviceSignIn { clientName } } }';
  for (let count = 0; count < 15; count += 1) {
    expect((await guesser.graphql.send(look, { userCode: 'BBBB-BBBB' })).code).toBe('DEVICE_CODE_NOT_FOUND');
    expect((await guesser.graphql.send(decide, { input: { userCode: 'BBBB-BBBB', allow: true } })).code).toBe('DEVICE_CODE_NOT_FOUND');
  }
  expect((await guesser.graphql.send(look, { userCode: begun.user_code })).code).toBe('SIGN_IN_LIMITED');
  expect((await guesser.graphql.send(decide, { input: { userCode: begun.user_code, allow: true } })).code).toBe('SIGN_IN_LIMITED');
});

test('an account that was deactivated after it had let a program in gives it no token', async () => {
  const begun = await begin();
  const user = await createUser(server, 'leaving');
  const decide = 'mutation ($input: DecideDeviceSignInInput!) { decideDeviceSignIn(input: $input) { deviceSignIn { clientName } } }';
  expect((await user.graphql.send(decide, { input: { userCode: begun.user_code, allow: true } })).code).toBeUndefined();
  succeeded(await superuser(server).rest.post(`/api/admin/authenticatedUsers/${user.identifier.slice(1)}/deactivate`));
  await expect(oauth.pollDeviceAuthorizationGrant(program(), { ...begun, interval: 0 })).rejects.toMatchObject({ error: 'expired_token' });
});
