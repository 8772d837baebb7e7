import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesHeldInHeap } from '../support/held-memory.ts';
import { type JsonReader, readJson } from '../support/json-reader.ts';
import { type Caller, guest } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let nobody: Caller;

beforeAll(async () => {
  server = await startTestServer();
  nobody = guest(server);
});
afterAll(() => server.stop());

const many = (count: number, text: (index: number) => string): string => Array.from({ length: count }, (_, index) => text(index)).join(' ');

const everything = getIntrospectionQuery({
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
});

async function byGet(parameters: Readonly<Record<string, string>>, body?: string): Promise<JsonReader & { readonly status: number }> {
  // fetch sends no body with GET.
  const { request } = await import('node:http');
  const address = new URL(`/graphql?${new URLSearchParams(parameters).toString()}`, server.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      address,
      {
        method: 'GET',
        headers: {
          'apollo-require-preflight': '1',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        response.setEncoding('utf8');
        let text = '';
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ ...readJson(JSON.parse(text)), status: response.statusCode ?? 0 }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('introspection', () => {
  test('answers all that there is to ask, whole', async () => {
    const answer = await nobody.graphql.expectData(everything);
    expect(answer.list('data.__schema.types').length).toBeGreaterThan(100);
  });

  test.each([
    ['many times', `{ ${many(60, (index) => `a${index}: __schema { types { name description fields { name description } } }`)} }`],
    ['of one text many times', `{ __schema { types { fields { ${many(60, (index) => `a${index}: description`)} } } } }`],
    [
      'of one type again and again',
      `{ ${many(50, (index) => `a${index}: __type(name: "Mutation") { fields { name description args { name description type { kind name ofType { kind name description } } } } }`)} }`,
    ],
    [
      'in widening circles',
      `{ __schema { queryType { ${many(50, (index) => `a${index}: fields { type { fields { name description } ofType { fields { name description } } } }`)} } } }`,
    ],
  ])('%s is refused', async (_what, query) => {
    const answer = await nobody.graphql.send(query);
    expect({ status: answer.status, code: answer.code, data: answer.at('data') }).toEqual({
      status: 400,
      code: 'QUERY_TOO_COSTLY',
      data: undefined,
    });
  });

  test('counts what a variable names', async () => {
    const query = `query ($name: String!) { ${many(50, (index) => `a${index}: __type(name: $name) { fields { name description args { name description type { kind name ofType { kind name description } } } } }`)} }`;
    expect((await nobody.graphql.send(query, { name: 'Mutation' })).code).toBe('QUERY_TOO_COSTLY');
    expect((await nobody.graphql.send(query, { name: 'PageInfo' })).at('errors')).toBeUndefined();
    expect((await nobody.graphql.send(query, { name: 'constructor' })).at('data.a0')).toBeNull();
  });
});

describe('a refusal for cost', () => {
  test('names the cost, the limit and the costliest field with its place', async () => {
    const files = 'versions(first: 100) { nodes { files(first: 100) { nodes { label } } } }';
    const query = `{ collection(reference: { root: true }) {\n contents(first: 10) { nodes { ... on Dataset { ${files} } } } } }`;
    const answer = await nobody.graphql.send(query);
    expect(answer.at('errors.0.extensions')).toMatchObject({ code: 'QUERY_TOO_COSTLY', limit: 5000, costliestField: 'nodes' });
    expect(answer.at('errors.0.extensions.cost')).toBeGreaterThan(100_000);
    expect(answer.at('errors.0.locations.0.line')).toBe(2);
  });
});

describe('limits', () => {
  const bomb = `{ ...F0 } ${many(40, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`)} fragment F40 on Query { serverInfo { version } }`;

  test('hold for a document that comes in the address', async () => {
    const answer = await byGet({ query: bomb });
    expect({ status: answer.status, code: answer.at('errors.0.extensions.code') }).toEqual({ status: 400, code: 'QUERY_TOO_COSTLY' });
  });

  test('are not bypassed by another document in an unread body', async () => {
    const answer = await byGet({ query: bomb }, JSON.stringify({ query: '{ serverInfo { version } }' }));
    expect({ status: answer.status, code: answer.at('errors.0.extensions.code') }).toEqual({ status: 400, code: 'QUERY_TOO_COSTLY' });
  });

  test('hold for a page size that stands as the default of a variable', async () => {
    const query = 'query ($first: Int = 101) { collection(reference: { root: true }) { contents(first: $first) { totalCount } } }';
    expect((await nobody.graphql.send(query)).code).toBe('PAGE_TOO_LARGE');
  });

  test('a batch of operations is refused', async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify([{ query: '{ serverInfo { version } }' }]),
    });
    expect(response.status).toBe(400);
  });

  test('errors of validation and of variables are few, however many there are', async () => {
    const unknown = await nobody.graphql.send(`{ ${many(3000, (index) => `collection${index}`)} }`);
    expect(unknown.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(unknown.list('errors').length).toBeLessThan(20);
    const ids = await nobody.graphql.send('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: Array.from({ length: 100_000 }, () => null),
    });
    expect(ids.code).toBe('BAD_USER_INPUT');
    expect(ids.list('errors').length).toBeLessThan(20);
  });
});

describe('the name of an operation', () => {
  const several = 'query One { serverInfo { version } } query Two { viewer { identifier } }';

  test.each([
    ['that names nothing', '{ serverInfo { version } }', 'Nowhere'],
    ['that is empty', '{ serverInfo { version } }', ''],
    ['that names none of several', several, 'Three'],
    ['that is empty, of several', several, ''],
    ['that is missing, of several', several, undefined],
  ])('%s is refused in words', async (_what, query, operationName) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, operationName }),
    });
    const answer = readJson(await response.json());
    expect({
      status: response.status,
      code: answer.at('errors.0.extensions.code'),
      requestId: answer.at('errors.0.extensions.requestId'),
    }).toEqual({
      status: 400,
      code: 'OPERATION_RESOLUTION_FAILURE',
      requestId: undefined,
    });
    for (const name of query === several ? ['"One"', '"Two"'] : []) expect(answer.text('errors.0.message')).toContain(name);
    const named = { query, ...(operationName === undefined ? {} : { operationName }) };
    expect((await byGet(named)).status).toBe(400);
  });
});

describe('an operation that comes again is compiled', () => {
  test.each([
    [
      'a read',
      '{ collection(reference: { root: true }) { __typename id name isReleased contents(first: 2) { totalCount nodes { __typename } pageInfo { hasNextPage } } } }',
      {},
    ],
    ['what there is not', '{ collection(reference: { alias: "nowhere" }) { id } }', {}],
    ['what a guest may not see, beside what he may', '{ serverInfo { version } rateLimits { nodes { operation } } }', {}],
    ['a bad variable', 'query ($id: Int!) { dataset(reference: { databaseId: $id }) { id } }', { id: 'x' }],
    ['a missing variable', 'query ($id: Int!) { dataset(reference: { databaseId: $id }) { id } }', {}],
    [
      'two members of a one-of',
      'query ($ref: CollectionReference!) { collection(reference: $ref) { id } }',
      { ref: { root: true, databaseId: 1 } },
    ],
    ['a page size that is too small', '{ collection(reference: { root: true }) { contents(first: -1) { totalCount } } }', {}],
    [
      'conditions on fragments',
      'query ($a: Boolean!, $b: Boolean!) { collection(reference: { root: true }) { ...F @include(if: $a) ...F @include(if: $b) } } fragment F on Collection { name }',
      { a: false, b: true },
    ],
    [
      'conditions on fields',
      'query ($a: Boolean!) { collection(reference: { root: true }) { name @skip(if: $a) id @include(if: $a) } }',
      { a: true },
    ],
    ['introspection', everything, {}],
    [
      'a refused mutation',
      'mutation { one: deleteSetting(input: { name: ":x" }) { name } two: deleteSetting(input: { name: ":y" }) { name } }',
      {},
    ],
  ])('and %s is answered as before', async (_what, query, variables) => {
    const answers: unknown[] = [];
    for (let times = 0; times < 3; times += 1) {
      const answer = await nobody.graphql.send(query, variables);
      // Statements and time are told of each run as they were.
      const cost = ['estimated', 'spent.cost', 'spent.fields'].map((name) => answer.at(`extensions.cost.${name}`));
      answers.push({ status: answer.status, data: answer.at('data'), errors: answer.at('errors'), cost });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test('and hundreds of large ones do not fill the memory', async () => {
    const large = (index: number): string =>
      `query Q${index} { collection(reference: { root: true }) { ${many(55, (alias) => `a${alias}: contents(first: 1) { nodes { __typename ... on Dataset { id databaseId persistentId identifier protocol authority } ... on Collection { id databaseId name alias } } }`)} } }`;
    const fitting = (index: number): string =>
      `query Q${index} { ${many(40, (alias) => `a${alias}: serverInfo { version build ... on ServerInfo { ... on ServerInfo { version } } ${' '.repeat(300)}}`)} }`;
    const before = bytesHeldInHeap();
    for (let index = 0; index < 220; index += 1) {
      for (const query of [large(index), fitting(index)]) {
        for (let times = 0; times < 2; times += 1) expect((await nobody.graphql.send(query)).at('errors')).toBeUndefined();
      }
    }
    expect((bytesHeldInHeap() - before) / 1e6).toBeLessThan(150);
  }, 180_000);
});
