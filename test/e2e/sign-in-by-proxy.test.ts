import { request as openRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { graphqlClient } from '../support/graphql-client.ts';
import { succeeded, superuser, uniqueName } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const PROVIDERS = '/api/admin/authenticationProviders';
const PATH = '/sign-in/federation/proxy';
const IDP = 'https://idp.example.edu/shibboleth';

/** Behind a proxy on this machine. */
let server: TestServer;
/** Nothing in front of it. */
let bare: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1,::1' });
  bare = await startTestServer();
});
afterAll(async () => {
  await server.stop();
  await bare.stop();
});
const put = async (on: TestServer, facts: Readonly<Record<string, unknown>> = {}) =>
  succeeded(
    await superuser(on).rest.post(PROVIDERS, { id: 'federation', factoryAlias: 'shib', title: 'Federation', enabled: true, ...facts }),
  );
beforeEach(async () => {
  for (const on of [server, bare]) await put(on);
});
afterEach(async () => {
  await server.application.connection.sql`delete from sign_in_attempt`;
});

interface Shown {
  readonly status: number;
  readonly location: string | undefined;
  readonly cookies: Readonly<Record<string, string>>;
  readonly html: string;
}

/** Sends a request as the proxy passes it on; a header may be sent twice. */
function pass(path: string, headers: Readonly<Record<string, string | string[]>>, { on = server, form = '' } = {}): Promise<Shown> {
  const { hostname, port } = new URL(on.url);
  const posted = form === '' ? {} : { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' };
  return new Promise((resolve, reject) => {
    const sent = openRequest(
      { hostname, port, path, method: form === '' ? 'GET' : 'POST', headers: { ...posted, ...headers } },
      (response) => {
        let html = '';
        response.setEncoding('utf8').on('data', (text: string) => (html += text));
        response.on('end', () => {
          const cookies = (response.headers['set-cookie'] ?? []).map((text) => text.split(';')[0]?.split('=') ?? []);
          const kept = Object.fromEntries(cookies.map(([name = '', value = '']) => [name, value] as const));
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, cookies: kept, html });
        });
      },
    );
    sent.on('error', reject).end(form);
  });
}

const SESSION = '__Host-archivolt-session';
const SIGN_UP = '__Host-archivolt-sign-up';
/** UTF-8, as headers carry it. */
const inHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function attributesOf(eppn: string): Record<string, string> {
  return {
    'Shib-Identity-Provider': IDP,
    eppn,
    givenName: inHeader('Zoë'),
    sn: 'Müller-Lüdenscheidt',
    mail: `${eppn};second@example.org`,
    o: 'University',
  };
}

async function register(eppn: string): Promise<string> {
  const shown = await pass(PATH, attributesOf(eppn));
  const userName = uniqueName('zoe');
  const form = new URLSearchParams({ userName, firstName: 'Zoë', lastName: 'Müller', email: `${userName}@example.org` }).toString();
  const welcome = await pass('/sign-up', { Cookie: `${SIGN_UP}=${shown.cookies[SIGN_UP]}` }, { form });
  expect(welcome).toMatchObject({ status: 303, location: '/account' });
  return userName;
}

describe('signing in by a proxy that authenticates users', () => {
  test('makes an account at the first time, with what the proxy says filled in, and finds it again later', async () => {
    const eppn = `${uniqueName('zoe')}@example.edu`;
    const form = await pass(PATH, { ...attributesOf(eppn), sn: inHeader('Müller-Lüdenscheidt') });
    expect(form).toMatchObject({ status: 200, html: expect.stringContaining('value="Zoë"') });
    expect(form.html).toContain('value="Müller-Lüdenscheidt"');
    expect(form.html).toContain(`value="${eppn}"`);
    expect(form.html).not.toContain('second@example.org');
    const userName = await register(eppn);
    const [account] = await server.application.connection.sql`
      select authentication_provider_id, persistent_user_id, email_confirmed_at from user_account where user_name = ${userName}`;
    expect(account).toEqual({ authentication_provider_id: 'federation', persistent_user_id: `${IDP}|${eppn}`, email_confirmed_at: null });

    const later = await pass(`${PATH}?returnTo=/collection/root`, attributesOf(eppn));
    expect(later).toMatchObject({ status: 302, location: '/collection/root' });
    const page = await pass('/account', { Cookie: `${SESSION}=${later.cookies[SESSION]}` });
    expect(page.html).toContain(`@${userName}`);
  });

  test('is offered at the address that the proxy protects', async () => {
    expect((await pass('/sign-in', {})).html).toContain('href="/sign-in/federation/proxy?returnTo=%2Faccount"');
  });

  test('believes no connection but that of a trusted proxy', async () => {
    const shown = await pass(PATH, attributesOf('eve@example.edu'), { on: bare });
    expect(shown.status).toBe(400);
    expect(shown.cookies).toEqual({});
  });

  test('reads the headers nowhere but at that address, as a client could write them anywhere else', async () => {
    const mutation = 'mutation { signInByProxy(input: { providerId: "federation" }) { session { token } signUp { ticket } } }';
    const answer = await graphqlClient(server.url).send(mutation, {}, attributesOf('eve@example.edu'));
    expect(answer.code).toBe('SIGN_IN_REFUSED');
    for (const path of ['/account', '/sign-in/federation', '/sign-in/federation/callback']) {
      expect((await pass(path, attributesOf('eve@example.edu'))).cookies).toEqual({});
    }
  });

  test('takes a header that comes twice for none, and names nobody without provider and id', async () => {
    const all = attributesOf('eve@example.edu');
    const { eppn: _eppn, ...anonymous } = all;
    const { 'Shib-Identity-Provider': _idp, ...homeless } = all;
    for (const headers of [anonymous, homeless, { ...all, eppn: '' }, { ...all, eppn: ['eve@example.edu', 'root@example.edu'] }]) {
      const shown = await pass(PATH, headers);
      expect(shown).toMatchObject({ status: 400, html: expect.stringContaining('does not say who the user is') });
      expect(shown.cookies).toEqual({});
    }
    const [record] = await server.application.connection.sql`
      select details from audit_record where command = 'refuseProviderSignIn' order by id desc limit 1`;
    expect(record?.['details']).toMatchObject({ provider: 'federation', reason: 'the proxy does not say who the user is' });
  });

  test('takes the names of headers from the configuration', async () => {
    await put(server, { factoryData: 'userIdHeader: X-Remote-Id | identityProviderHeader: X-Idp | givenNameHeader: X-First' });
    const shown = await pass(PATH, { 'X-Remote-Id': uniqueName('zoe'), 'X-Idp': IDP, 'X-First': 'Zelda' });
    expect(shown).toMatchObject({ status: 200, html: expect.stringContaining('value="Zelda"') });
  });

  test('finds no provider that is another kind, or off', async () => {
    expect((await pass('/sign-in/builtin/proxy', attributesOf('eve@example.edu'))).status).toBe(404);
    await put(server, { enabled: false });
    expect((await pass(PATH, attributesOf('eve@example.edu'))).status).toBe(404);
  });
});
