import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlClient } from '../support/graphql-client.ts';
import { restClient } from '../support/rest-client.ts';
import { createUser, guest, succeeded } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** What an account does with its own token is the same over both surfaces. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const VIEW = '{ apiToken { token expiresAt } }';
const RECREATE = 'mutation { recreateApiToken { apiToken { token expiresAt } user { identifier } } }';
const DELETE = 'mutation { deleteApiToken { user { identifier } } }';

async function isValid(token: string): Promise<boolean> {
  return (await restClient(server.url, token).get('/api/users/:me')).status === 200;
}

test('a token is renewed and deleted over GraphQL as over REST, and the former one ends', async () => {
  const person = await createUser(server, 'holder');
  const renewed = await person.graphql.expectData(RECREATE);
  const token = renewed.text('data.recreateApiToken.apiToken.token');
  expect(renewed.text('data.recreateApiToken.user.identifier')).toBe(person.identifier);
  expect((await person.graphql.send(VIEW)).code).toBe('INVALID_API_TOKEN');
  expect(await isValid(token)).toBe(true);

  const viewed = await graphqlClient(server.url, token).expectData(VIEW);
  const { expiresAt } = viewed.record('data.apiToken');
  const told = succeeded(await restClient(server.url, token).get('/api/users/token'));
  expect(told.text('data.message')).toContain(String(expiresAt).slice(0, 10));

  await graphqlClient(server.url, token).expectData(DELETE);
  expect(await isValid(token)).toBe(false);
});

test('guests have no token, over either surface', async () => {
  const nobody = guest(server);
  for (const [method, path, operation] of [
    ['GET', '/api/users/token', VIEW],
    ['POST', '/api/users/token/recreate', RECREATE],
    ['DELETE', '/api/users/token', DELETE],
  ] as const) {
    const [rest, graphql] = await Promise.all([nobody.rest.send(path, { method }), nobody.graphql.send(operation)]);
    expect([rest.errorCode, graphql.code]).toEqual(['AUTHENTICATION_REQUIRED', 'AUTHENTICATION_REQUIRED']);
  }
});
