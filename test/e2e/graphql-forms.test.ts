import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JsonReader, readJson } from '../support/json-reader.ts';
import { type Caller, createCollection, createDataset, type SeededDataset, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

/** Forms with several files: each is answered, whatever they say about where their files belong. */
let server: TestServer;
let admin: Caller;
let draft: SeededDataset;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  draft = await createDataset(admin, await createCollection(admin));
});
afterAll(() => server.stop());

const add = (alias: string, dataset: number): string =>
  `${alias}: addFile(input: { dataset: { databaseId: ${dataset} }, file: $${alias} }) { files { label } }`;
const addition = (aliases: readonly string[], datasetOf = (_alias: string): number => draft.id): string =>
  `mutation(${aliases.map((alias) => `$${alias}: Upload!`).join(' ')}) { ${aliases.map((alias) => add(alias, datasetOf(alias))).join(' ')} }`;

interface Sent {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly map: unknown;
  /** Names of the parts with files. */
  readonly files: readonly string[];
}

async function send({ query, variables = { one: null, two: null }, map, files }: Sent): Promise<JsonReader & { status: number }> {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables }));
  form.set('map', JSON.stringify(map));
  // Longer than what a reader of forms takes ahead.
  for (const name of files) form.set(name, new Blob([`content of ${name}\n`.repeat(50_000)]), `${name}.txt`);
  const headers = { 'apollo-require-preflight': '1', 'X-Service-key': SUPERUSER_TOKEN };
  const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: form });
  return { ...readJson(JSON.parse(await response.text())), status: response.status };
}

test.each([
  ['one place for two files', { 0: ['variables.one'], 1: ['variables.one'] }],
  ['two places for one file', { 0: ['variables.one', 'variables.two'] }],
  ['no place', { 0: [] }],
  ['a place that is no text', { 0: [1] }],
  ['a place without a list', { 0: 'variables.one' }],
  ['a place that the operations do not have', { 0: ['variables.three'] }],
  ['a place below a value that is none', { 0: ['variables.one.a'] }],
  ['a place that every object inherits', { 0: ['variables.toString.call'] }],
  ['a place that every class inherits', { 0: ['variables.toString.constructor.prototype.bind'] }],
  ['a place of many levels', { 0: [`variables${'.one'.repeat(1000)}`] }],
])('a form with %s is refused', async (_what, map) => {
  const answer = await send({ query: addition(['one', 'two']), map, files: ['0', '1'] });
  expect({ status: answer.status, code: answer.at('errors.0.extensions.code') }).toEqual({ status: 400, code: 'BAD_USER_INPUT' });
  expect(Object.hasOwn(Object.prototype.toString, 'call')).toBe(false);
});

test('a file that the form names and does not bring is refused', async () => {
  const answer = await send({ query: addition(['one']), map: { 0: ['variables.one'] }, files: ['1'] });
  expect(answer.at('errors.0.extensions.code')).toBe('BAD_USER_INPUT');
});

test('a file that the form does not bring is refused while another one is not read', async () => {
  const answer = await send({ query: addition(['two', 'one']), map: { 0: ['variables.one'], 1: ['variables.two'] }, files: ['0'] });
  expect(answer.at('errors.0.extensions.code')).toBe('BAD_USER_INPUT');
  expect(answer.at('errors.0.path.0')).toBe('two');
});

test('files are added in the order in which the operation takes them', async () => {
  const answer = await send({ query: addition(['one', 'two']), map: { 0: ['variables.one'], 1: ['variables.two'] }, files: ['0', '1'] });
  expect(answer.text('data.one.files.0.label')).toBe('0.txt');
  expect(answer.text('data.two.files.0.label')).toBe('1.txt');
});

test('a file that comes before the one that is taken first is passed over, and refused when it is its turn', async () => {
  const answer = await send({ query: addition(['two', 'one']), map: { 2: ['variables.one'], 3: ['variables.two'] }, files: ['2', '3'] });
  expect(answer.at('errors.0.extensions.code')).toBe('BAD_USER_INPUT');
  const files = succeeded(await admin.rest.get(`/api/datasets/${draft.id}/versions/:draft/files`));
  const labels = files.list('data').map((file) => readJson(file).text('label'));
  expect(labels).toContain('3.txt');
  expect(labels).not.toContain('2.txt');
});

test('a file of a refused mutation, and an unread one, do not block the next file', async () => {
  const refusedFirst = addition(['one', 'two'], (alias) => (alias === 'one' ? 2_000_000_000 : draft.id));
  const map = { 4: ['variables.one'], unused: ['variables.unused'], 5: ['variables.two'] };
  const variables = { one: null, two: null, unused: null };
  // The payload of a mutation cannot be null: the answer has no data, and the file is there.
  const answer = await send({ query: refusedFirst, variables, map, files: ['4', 'unused', '5'] });
  expect(answer.at('errors.0.path.0')).toBe('one');
  const second = await send({ query: addition(['two']), variables, map, files: ['4', 'unused', '6', '5'] });
  expect(second.text('data.two.files.0.label')).toBe('5.txt');
});

test('a form whose map comes after megabytes of something else is refused unread', async () => {
  const field = (name: string, text: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const operations = JSON.stringify({ query: '{ serverInfo { version } }', variables: {} });
  const map = JSON.stringify({ 0: ['variables.toString.marker'] });
  const file = '--b\r\nContent-Disposition: form-data; name="0"; filename="a.txt"\r\n\r\ncontent\r\n--b--\r\n';
  const body = `${'x'.repeat(5 * 1024 * 1024)}\r\n${field('operations', operations)}${field('map', map)}${file}`;
  const headers = { 'apollo-require-preflight': '1', 'Content-Type': 'multipart/form-data; boundary=b' };
  const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
  const answer = readJson(JSON.parse(await response.text()));
  const polluted = Object.hasOwn(Object.prototype.toString, 'marker');
  Reflect.deleteProperty(Object.prototype.toString, 'marker');
  expect({ polluted, status: response.status, code: answer.at('errors.0.extensions.code') }).toEqual({
    polluted: false,
    status: 400,
    code: 'BAD_USER_INPUT',
  });
});

describe('a part whose header is none', () => {
  const HEADERS = { 'apollo-require-preflight': '1', 'Content-Type': 'multipart/form-data; boundary=b', 'X-Service-key': SUPERUSER_TOKEN };
  const part = (name: string, text: string, header = ''): string =>
    `--b\r\nContent-Disposition: form-data; name=${name}\r\n${header}\r\n${text}\r\n`;
  let forms = 0;
  const form = (headers: { operations?: string; map?: string; file?: string }): string => {
    const operations = JSON.stringify({ query: addition(['one']), variables: { one: null } });
    const map = JSON.stringify({ 0: ['variables.one'] });
    const fields = part('"operations"', operations, headers.operations) + part('"map"', map, headers.map);
    forms += 1;
    return `${fields}${part('"0"; filename="a.txt"', `content ${forms}`, headers.file)}--b--\r\n`;
  };

  test.each<readonly [what: string, headers: { operations?: string; map?: string; file?: string }]>([
    ['operations, a line without a colon', { operations: 'no header\r\n' }],
    ['operations, a line of 20 KB', { operations: `X-A: ${'b'.repeat(20_000)}\r\n` }],
    ['map', { map: 'no header\r\n' }],
    ['file', { file: 'no header\r\n' }],
    ['file, a line of 20 KB', { file: `X-A: ${'b'.repeat(20_000)}\r\n` }],
  ])('%s: is refused, and the server goes on', async (_what, headers) => {
    const broken = await fetch(`${server.url}/graphql`, { method: 'POST', headers: HEADERS, body: form(headers) });
    const code = readJson(JSON.parse(await broken.text())).text('errors.0.extensions.code');
    expect(['BAD_REQUEST', 'BAD_USER_INPUT']).toContain(code);
    const whole = await fetch(`${server.url}/graphql`, { method: 'POST', headers: HEADERS, body: form({}) });
    expect(readJson(JSON.parse(await whole.text())).text('data.one.files.0.label')).toMatch(/^a(-\d+)?\.txt$/);
  });
});
