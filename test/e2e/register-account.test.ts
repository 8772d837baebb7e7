import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { graphqlClient } from '../support/graphql-client.ts';
import { type OidcIssuer, startOidcIssuer } from '../support/oidc-issuer.ts';
import { type RestAnswer, restClient } from '../support/rest-client.ts';
import { createUser, succeeded, superuser, uniqueName } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let issuer: OidcIssuer;
/** Takes what the provider says alone. */
let strict: TestServer;
/** Lets clients add what the provider does not say, and leaves the terms of use to it. */
let lenient: TestServer;
beforeAll(async () => {
  issuer = await startOidcIssuer();
  strict = await startTestServer({ FEATURES: 'api-bearer-auth' });
  lenient = await startTestServer({
    FEATURES: 'api-bearer-auth,api-bearer-auth-provide-missing-claims,api-bearer-auth-handle-tos-acceptance-in-idp',
  });
});
afterAll(async () => {
  await strict.stop();
  await lenient.stop();
  await issuer.stop();
});
beforeEach(async () => {
  const provider = { id: 'university', factoryAlias: 'oidc', factoryData: issuer.factoryData, enabled: true };
  for (const server of [strict, lenient]) succeeded(await superuser(server).rest.post('/api/admin/authenticationProviders', provider));
});

/** Somebody whom the issuer knows, of whom their token says this. */
async function somebody(claims: Readonly<Record<string, unknown>> = {}): Promise<{ login: string; token: string }> {
  const login = uniqueName('ada');
  const all = { preferred_username: login, given_name: 'Ada', family_name: 'Lovelace', email: `${login}@example.org` };
  return { login, token: await issuer.token(login, { extra: { ...all, ...claims } }) };
}

function register(server: TestServer, token: string | undefined, body: unknown): Promise<RestAnswer> {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return restClient(server.url).send('/api/users/register', { method: 'POST', json: body, headers });
}

const fieldsOf = (answer: RestAnswer): string[] => Object.keys(answer.record('fieldErrors')).toSorted();
const of = async (server: TestServer, token: string) => restClient(server.url).get('/api/users/:me', { Authorization: `Bearer ${token}` });

describe('registering with a bearer token', () => {
  test('makes the account that the token stands for from then on, once', async () => {
    const { login, token } = await somebody({ email_verified: true });
    expect((await of(strict, token)).errorCode).toBe('BEARER_ACCOUNT_MISSING');
    const answer = succeeded(
      await register(strict, token, { termsAccepted: true, affiliation: 'Analytical Society', position: 'Countess' }),
    );
    expect(answer.at('data.message')).toContain(`@${login}`);
    expect((await of(strict, token)).record('data')).toMatchObject({
      identifier: `@${login}`,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: `${login}@example.org`,
      affiliation: 'Analytical Society',
      position: 'Countess',
      persistentUserId: login,
      authenticationProviderId: 'university',
      emailLastConfirmed: expect.any(String),
    });
    expect(await register(strict, token, { termsAccepted: true })).toMatchObject({ status: 403, errorCode: 'ACCOUNT_EXISTS' });
    const [record] = await strict.application.connection.sql`
      select details from audit_record where command = 'storeRegisteredAccount' order by id desc limit 1`;
    expect(record?.['details']).toMatchObject({ user: login, provider: 'university' });
  });

  test('is done over GraphQL in the same way', async () => {
    const { login, token } = await somebody();
    const mutation = 'mutation ($input: RegisterAccountInput!) { registerAccount(input: $input) { user { identifier emailConfirmedAt } } }';
    const answer = await graphqlClient(strict.url).send(mutation, { input: { bearerToken: token, termsAccepted: true } });
    expect(answer.at('data.registerAccount.user')).toEqual({ identifier: `@${login}`, emailConfirmedAt: null });
    const [pending] = await strict.application.connection.sql`
      select c.email from email_confirmation c inner join user_account a on a.id = c.user_account_id where a.user_name = ${login}`;
    expect(pending?.['email']).toBe(`${login}@example.org`);
    const again = await graphqlClient(strict.url).send(mutation, { input: { bearerToken: token, termsAccepted: true } });
    expect(again.code).toBe('ACCOUNT_EXISTS');
  });

  test('needs a bearer token that is good', async () => {
    const { login } = await somebody();
    for (const token of [undefined, '']) {
      const answer = await register(strict, token, { termsAccepted: true });
      expect(answer).toMatchObject({ status: 400, errorCode: 'BAD_USER_INPUT', message: expect.stringContaining('bearer token') });
    }
    const expired = await issuer.token(login, { seconds: -60 });
    for (const token of ['nonsense', expired]) {
      expect(await register(strict, token, { termsAccepted: true })).toMatchObject({ status: 401, errorCode: 'BEARER_TOKEN_INVALID' });
    }
  });

  test('lists everything that is wrong, by field', async () => {
    const taken = await createUser(strict, 'taken');
    const { token } = await somebody({ preferred_username: taken.identifier.slice(1).toUpperCase(), family_name: undefined });
    const answer = await register(strict, token, { firstName: 'Eve', termsAccepted: false });
    expect(answer).toMatchObject({ status: 400, errorCode: 'BAD_USER_INPUT' });
    expect(fieldsOf(answer)).toEqual(['firstName', 'lastName', 'termsAccepted', 'username']);
    const names = answer.list('errors').map((_problem, at) => answer.text(`errors.${at}.pointer`));
    expect(names.toSorted()).toEqual(['/firstName', '/lastName', '/termsAccepted', '/username']);
    expect((await of(strict, token)).errorCode).toBe('BEARER_ACCOUNT_MISSING');
  });

  test('wants the terms of use accepted', async () => {
    const { token } = await somebody();
    for (const body of [{}, { termsAccepted: null }, { termsAccepted: false }]) {
      expect(fieldsOf(await register(strict, token, body))).toEqual(['termsAccepted']);
    }
  });

  test('takes a name that is none from nobody, and an address that another account has', async () => {
    const other = await createUser(strict, 'other');
    const email = succeeded(await other.rest.get('/api/users/:me')).text('data.email');
    const { token } = await somebody({ preferred_username: 'two words', email });
    expect(fieldsOf(await register(strict, token, { termsAccepted: true }))).toEqual(['emailAddress', 'username']);
  });

  test('lets the client say what the provider does not, where the operator has switched that on, and nothing else', async () => {
    const { login, token } = await somebody({ family_name: undefined, email: undefined });
    const missing = await register(lenient, token, {});
    expect(fieldsOf(missing)).toEqual(['emailAddress', 'lastName']);
    const other = { firstName: 'Eve', lastName: 'Lovelace', emailAddress: 'no address' };
    expect(fieldsOf(await register(lenient, token, other))).toEqual(['emailAddress', 'firstName']);
    const facts = { username: login, firstName: 'Ada', lastName: 'King', emailAddress: `${login}@example.net` };
    succeeded(await register(lenient, token, facts));
    const account = (await of(lenient, token)).record('data');
    expect(account).toMatchObject({ identifier: `@${login}`, lastName: 'King', email: `${login}@example.net` });
    expect(account).not.toHaveProperty('emailLastConfirmed');
  });
});
