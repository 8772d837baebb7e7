import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJson } from '../support/json-reader.ts';
import { type Caller, createCollection, type SeededCollection, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

/** What comes beside the document: no depth and no form makes a fault of the server out of it. */
let server: TestServer;
let admin: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin);
});
afterAll(() => server.stop());

test.each([
  ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
])('%s in each other are refused as a value of a JSON variable', async (_what, value) => {
  const query =
    'mutation ($alias: String!, $v: JSON!) { createDataset(input: { collection: { alias: $alias }, datasetVersion: $v }) { dataset { id } } }';
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Service-key': SUPERUSER_TOKEN },
    body: `{"query":${JSON.stringify(query)},"variables":{"alias":"${collection.alias}","v":${value}}}`,
  });
  const answer = readJson(JSON.parse(await response.text()));
  expect(answer.at('errors.0.extensions.code')).toBe('BAD_USER_INPUT');
});

test('a form without operations is refused', async () => {
  const form = new FormData();
  form.append('other', 'x');
  const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers: { 'apollo-require-preflight': '1' }, body: form });
  const answer = readJson(JSON.parse(await response.text()));
  expect({ status: response.status, code: answer.at('errors.0.extensions.code') }).toEqual({ status: 400, code: 'BAD_REQUEST' });
});
