import { readFileSync, readdirSync } from 'node:fs';
import { buildSchema, type GraphQLSchema, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GRAPHQL_LIMITS } from '../../src/graphql/limits.ts';
import { withUserErrors } from '../../src/resolvers/user-errors.ts';
import { withTypedMetadata } from '../../src/resolvers/metadata/typed/typed-schema.ts';
import { graphqlClient } from '../support/graphql-client.ts';
import { readJson } from '../support/json-reader.ts';
import { type Caller, guest, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

let server: TestServer;
let admin: Caller;
let nobody: Caller;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  nobody = guest(server);
});
afterAll(() => server.stop());

const nested = (levels: number): string =>
  `{ collection(reference: { root: true }) ${'{ owner '.repeat(levels)} { name } ${'}'.repeat(levels)} }`;
const aliased = (count: number): string =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: serverInfo { version }`).join(' ')} }`;

describe('limits', () => {
  beforeAll(() => untilQuiet(server, 500));

  test.each([
    ['deep', nested(GRAPHQL_LIMITS.depth), 'QUERY_TOO_DEEP'],
    [
      'deep by fragments',
      `${nested(1).replace('{ name }', '{ ...Deep }')} fragment Deep on Collection ${'{ owner '.repeat(GRAPHQL_LIMITS.depth)} { name } ${'}'.repeat(GRAPHQL_LIMITS.depth)}`,
      'QUERY_TOO_DEEP',
    ],
    ['rich in aliases', aliased(GRAPHQL_LIMITS.aliases + 1), 'QUERY_TOO_MANY_ALIASES'],
    [
      'rich in aliases by a fragment used often',
      `{ ${'...Many '.repeat(7)} } fragment Many on Query { ${Array.from({ length: 10 }, (_, index) => `a${index}: serverInfo { version }`).join(' ')} }`,
      'QUERY_TOO_MANY_ALIASES',
    ],
    ['long', `{ ${'serverInfo { version } '.repeat(GRAPHQL_LIMITS.tokens / 4 + 1)} }`, 'QUERY_TOO_LONG'],
    [
      'greedy for a page',
      `{ collection(reference: { root: true }) { contents(first: ${GRAPHQL_LIMITS.page + 1}) { totalCount } } }`,
      'PAGE_TOO_LARGE',
    ],
    [
      'costly',
      `{ collection(reference: { root: true }) { contents(first: 100) { nodes { ... on Collection { contents(first: 100) { nodes { ... on Collection { contents(first: 100) { nodes { __typename } } } } } } } } } }`,
      'QUERY_TOO_COSTLY',
    ],
  ])('refuse a query that is too %s, before it is executed', async (_what, query, code) => {
    const statements = await statementsDuring(server, async () => {
      const answer = await nobody.graphql.send(query);
      expect({ status: answer.status, code: answer.code, data: answer.at('data') }).toEqual({ status: 400, code, data: undefined });
    });
    expect(statements).toEqual([]);
  });

  test('a page size in a variable counts as one in the text', async () => {
    const query = 'query ($first: Int) { collection(reference: { root: true }) { contents(first: $first) { totalCount } } }';
    const statements = await statementsDuring(server, async () => {
      expect((await nobody.graphql.send(query, { first: 101 })).code).toBe('PAGE_TOO_LARGE');
    });
    expect(statements).toEqual([]);
    expect((await nobody.graphql.send(query, { first: 100 })).at('errors')).toBeUndefined();
    for (const first of [0, -1]) expect((await nobody.graphql.send(query, { first })).code).toBe('BAD_USER_INPUT');
  });

  test('more nodes than a page are refused', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `id${index}`);
    expect((await nobody.graphql.send('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).code).toBe('PAGE_TOO_LARGE');
  });

  test('what is within the limits is answered', async () => {
    expect((await nobody.graphql.send(nested(GRAPHQL_LIMITS.depth - 3))).at('errors')).toBeUndefined();
    expect((await nobody.graphql.send(aliased(GRAPHQL_LIMITS.aliases))).at('errors')).toBeUndefined();
  });
});

describe('the schema', () => {
  test('can be asked for by introspection', async () => {
    const answer = await nobody.graphql.expectData('{ __schema { queryType { name } types { name } } }');
    expect(answer.at('data.__schema.queryType.name')).toBe('Query');
    expect(answer.list('data.__schema.types')).toContainEqual({ name: 'DatasetVersion' });
  });

  test('is served whole, every type once, equal to the one that answers', async () => {
    const response = await fetch(`${server.url}/graphql/schema.graphql`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    const text = await response.text();
    expect(parse(text).definitions.filter(({ kind }) => kind.endsWith('Extension'))).toEqual([]);
    expect(text).not.toMatch(/^extend\b/m);
    const normal = (schema: GraphQLSchema): string => printSchema(lexicographicSortSchema(schema));
    expect(normal(buildSchema(text))).toBe(normal(server.application.served.current().schema));
    const folder = new URL('../../schema/', import.meta.url);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.graphql'));
    const sources = names.map((name) => readFileSync(new URL(name, folder), 'utf8'));
    const { blocks } = server.application.services;
    expect(normal(buildSchema(text))).toBe(normal(withUserErrors(withTypedMetadata(buildSchema(sources.join('\n')), blocks.current()))));
    expect(text).toMatch(/input DatasetReference @oneOf/);
    const introspected = await nobody.graphql.expectData('{ __type(name: "Upload") { description } }');
    expect(introspected.text('data.__type.description')).toMatch(/^A file of a multipart request/);
  });

  test('holds that of some inputs exactly one key is given, in documents, in variables and in keys that are variables', async () => {
    const one = 'query ($reference: CollectionReference!) { collection(reference: $reference) { alias } }';
    for (const reference of [
      {},
      { alias: null },
      { root: true, alias: 'root' },
      { root: true, alias: null },
      { root: true, databaseId: 1, id: 'x' },
    ]) {
      const { code } = await nobody.graphql.send(one, { reference });
      expect([reference, code]).toEqual([reference, 'BAD_USER_INPUT']);
    }
    const load = 'mutation ($input: LoadMetadataBlocksInput!) { loadMetadataBlocks(input: $input) { loaded { name } } }';
    for (const input of [{}, { table: '', definitions: [] }]) {
      expect((await admin.graphql.send(load, { input })).code).toBe('BAD_USER_INPUT');
    }
    const listed = 'query ($within: [CollectionReference!]) { search(query: "*", within: $within) { totalCount } }';
    expect((await nobody.graphql.send(listed, { within: [{ root: true }, { root: true, alias: 'root' }] })).code).toBe('BAD_USER_INPUT');
    for (const document of [
      '{ collection(reference: {}) { alias } }',
      '{ collection(reference: { root: true, alias: "root" }) { alias } }',
      'query ($alias: String = "root") { collection(reference: { root: true, alias: $alias }) { alias } }',
    ]) {
      expect([document, (await nobody.graphql.send(document)).code]).toEqual([document, 'GRAPHQL_VALIDATION_FAILED']);
    }
    // A document may leave it open; what is sent may not.
    const open = 'query ($alias: String) { collection(reference: { alias: $alias }) { alias } }';
    for (const variables of [{}, { alias: null }]) expect((await nobody.graphql.send(open, variables)).code).toBe('BAD_USER_INPUT');
    const named = 'query ($alias: String!) { collection(reference: { alias: $alias }) { alias } }';
    expect((await nobody.graphql.expectData(named, { alias: 'root' })).at('data.collection.alias')).toBe('root');
  });

  test('is not sent again to who has it', async () => {
    const address = `${server.url}/graphql/schema.graphql`;
    const etag = (await fetch(address, { method: 'HEAD' })).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const ask = async (tag: string) => {
      const { status, headers } = await fetch(address, { headers: { 'If-None-Match': tag } });
      return { status, etag: headers.get('etag') };
    };
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) expect(await ask(tag)).toEqual({ status: 304, etag });
    expect(await ask('"other"')).toEqual({ status: 200, etag });
  });

  test('comes with an explorer for browsers, from this server alone', async () => {
    const response = await fetch(`${server.url}/graphql`, { headers: { Accept: 'text/html,application/xhtml+xml' } });
    const page = await response.text();
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type: expect.stringMatching(/^text\/html/),
    });
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      expect(address).not.toMatch(/^(?:https?:)?\/\//);
      expect((await fetch(new URL(address, `${server.url}/graphql`))).status).toBe(200);
    }
  });
});

test('a variable that may not be null has its default, however often the operation comes', async () => {
  const query =
    'query ($root: Boolean! = true, $first: Int = 1) { collection(reference: { root: $root }) { name contents(first: $first) { pageInfo { hasNextPage } } } }';
  for (let time = 0; time < 4; time += 1) expect((await nobody.graphql.send(query)).text('data.collection.name')).toBe('Root');
});

describe('errors', () => {
  test('a bad token is 401 with its code, whatever is asked', async () => {
    const answer = await graphqlClient(server.url, 'nonsense').send('{ serverInfo { version } }');
    expect({ status: answer.status, code: answer.code, data: answer.at('data') }).toEqual({
      status: 401,
      code: 'INVALID_API_TOKEN',
      data: undefined,
    });
  });

  test.each([
    ['text that is no GraphQL', '{ collection(', {}, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ nosuch }', {}, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'an unknown enum value',
      'mutation { publishDataset(input: { dataset: { databaseId: 1 }, type: huge }) { dataset { id } } }',
      {},
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a variable of a wrong type', 'query ($id: Int!) { dataset(reference: { databaseId: $id }) { id } }', { id: 'x' }, 'BAD_USER_INPUT'],
    [
      'a variable beyond 32 bits',
      'query ($id: Int!) { dataset(reference: { databaseId: $id }) { id } }',
      { id: 2 ** 40 },
      'BAD_USER_INPUT',
    ],
    ['a missing variable', 'query ($id: Int!) { dataset(reference: { databaseId: $id }) { id } }', {}, 'BAD_USER_INPUT'],
    [
      'two members of a one-of',
      'query ($ref: DatasetReference!) { dataset(reference: $ref) { id } }',
      { ref: { databaseId: 1, persistentId: 'x' } },
      'BAD_USER_INPUT',
    ],
    ['no member of a one-of', 'query ($ref: DatasetReference!) { dataset(reference: $ref) { id } }', { ref: {} }, 'BAD_USER_INPUT'],
    [
      'a null member of a one-of',
      'query ($ref: DatasetReference!) { dataset(reference: $ref) { id } }',
      { ref: { databaseId: null } },
      'BAD_USER_INPUT',
    ],
    [
      'two members of a one-of in the text',
      '{ dataset(reference: { databaseId: 1, persistentId: "x" }) { id } }',
      {},
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'the id of another type',
      'query ($id: ID!) { dataset(reference: { id: $id }) { id } }',
      { id: Buffer.from('Collection:1').toString('base64url') },
      'BAD_USER_INPUT',
    ],
    ['a forged id', 'query ($id: ID!) { dataset(reference: { id: $id }) { id } }', { id: '../../etc' }, 'BAD_USER_INPUT'],
  ] as const)('%s is refused with its code', async (_what, query, variables, code) => {
    const answer = await nobody.graphql.send(query, variables);
    expect({ code: answer.code, below500: answer.status < 500 }).toEqual({ code, below500: true });
  });

  test('all problems of an input come at once, each with its pointer', async () => {
    const input = { owner: { root: true }, alias: '123', name: ' ', contacts: [{ contactEmail: 'x' }], metadataBlockNames: ['nosuch'] };
    const answer = await admin.graphql.send(
      'mutation ($input: CreateCollectionInput!) { createCollection(input: $input) { collection { id } } }',
      { input },
    );
    expect(answer.code).toBe('BAD_USER_INPUT');
    const pointers = answer.list('errors.0.extensions.problems').map((problem) => readJson(problem).text('pointer'));
    expect(pointers).toEqual(expect.arrayContaining(['/alias', '/name', '/contacts/0/contactEmail']));
  });

  test('a fault of ours is masked, and carries the id under which it is logged', async () => {
    const { sql } = server.application.connection;
    await sql`alter table role rename to role_out_of_reach`;
    const answer = await admin.graphql.send('{ globalRoles { nodes { alias } } }');
    const rest = await admin.rest.get('/api/collections/:root/roles');
    await sql`alter table role_out_of_reach rename to role`;
    expect(answer.code).toBe('INTERNAL_SERVER_ERROR');
    expect(answer.text('errors.0.extensions.requestId')).not.toBe('');
    expect(rest.status).toBe(500);
    expect(rest.record('')).toMatchObject({
      status: 'ERROR',
      code: 500,
      errorCode: 'INTERNAL_SERVER_ERROR',
      requestId: rest.headers.get('x-request-id'),
    });
    for (const text of [JSON.stringify(answer.at('')), rest.body]) expect(text).not.toMatch(/relation|select|role"|stack|postgres|\.ts/i);
    expect((await admin.graphql.send('{ globalRoles { nodes { alias } } }')).at('errors')).toBeUndefined();
  });

  test('prototype keys in variables are data like any other', async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"query":"query ($ref: DatasetReference!) { dataset(reference: $ref) { id } }","variables":{"ref":{"__proto__":{"databaseId":1}}}}',
    });
    expect(readJson(await response.json()).at('errors.0.extensions.code')).toBe('BAD_USER_INPUT');
  });
});
