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
    'mutation ($alias: String!, $v: JSON!) { createDataset(input: { collection: { alias: $alias }, version: { native: $v } }) { dataset { id } } }';
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

async function refusalOf(body: string | FormData): Promise<{ status: number; code: unknown; message: string }> {
  const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
  const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers: { ...type, 'apollo-require-preflight': '1' }, body });
  const answer = readJson(JSON.parse(await response.text()));
  return { status: response.status, code: answer.at('errors.0.extensions.code'), message: answer.text('errors.0.message') };
}

function formWith(operations: string, map = '{}'): FormData {
  const form = new FormData();
  form.append('operations', operations);
  form.append('map', map);
  return form;
}

const around = (value: string): string => `{"query":"{ __typename }","extensions":{"a":${value}}}`;
const MANY = around(`[${'1,'.repeat(250_000)}1]`);
const WIDE = `{"query":"query ($v: JSON) { __typename }","variables":{"v":{${Array.from({ length: 5001 }, (_, index) => `"k${index}":0`).join(',')}}}}`;
const DEEP = around('['.repeat(200) + ']'.repeat(200));

test.each([
  ['many values of a body', MANY, 'The request body holds more than 200000 values.'],
  ['many levels of a body', DEEP, 'The request body nests deeper than 100 levels.'],
  ['many members of a variable', WIDE, 'The request body has an object with more than 5000 members.'],
  ['many members of a variable in a form', formWith(WIDE), "The field 'operations' has an object with more than 5000 members."],
  ['many values of operations', formWith(MANY), "The field 'operations' holds more than 200000 values."],
  ['many levels of operations', formWith(DEEP), "The field 'operations' nests deeper than 100 levels."],
  ['many values of a map', formWith('{}', `[${'1,'.repeat(250_000)}1]`), "The field 'map' holds more than 200000 values."],
])('%s are refused before they are parsed, wherever they stand', async (_what, body, message) => {
  expect(await refusalOf(body)).toEqual({ status: 400, code: 'BAD_USER_INPUT', message });
});

test.each([
  ['a body', '{"query":\n"{ __typename }"', 'The request body is not valid JSON: unexpected end at line 2, column 17 (position 26).'],
  ['operations', formWith('{"query"'), "The field 'operations' is not valid JSON: unexpected end at line 1, column 9 (position 8)."],
])('%s that is no JSON is refused with the place of the fault', async (_what, body, message) => {
  expect(await refusalOf(body)).toEqual({ status: 400, code: 'MALFORMED_JSON', message });
});

test('a field of a form that is too large is refused', async () => {
  const { status, code } = await refusalOf(formWith(`{"query":"{ __typename }"}${' '.repeat(3 * 1024 * 1024)}`));
  expect({ status, code }).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
});
