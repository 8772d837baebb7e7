/** What surrounds a document: variables, the address, forms, lists of operations. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import type { World } from '../world.ts';
import { formOf, type FormPart } from './form.ts';
import { graphqlRequest, jsonRequest } from './graphql-request.ts';

/** The largest JSON body of an operation. */
const LARGEST = 2_000_000;

const listed = (size: number, entry: string): string =>
  Array.from({ length: Math.max(1, Math.floor(size / (entry.length + 1))) }, () => entry).join(',');

function body(query: string, variables: string): HostileRequest {
  return jsonRequest('POST', '/graphql', `{"query":${JSON.stringify(query)},"variables":${variables}}`);
}

const READ = 'query($v: Int!) { dataset(reference: { databaseId: $v }) { id } }';
const CREATE = `mutation($v: JSON!) { createDataset(input: { collection: { alias: "campaign" }, version: { native: $v } }) { dataset { id } } }`;
const EDIT =
  'mutation($id: Int!, $v: JSON!) { updateDatasetDraft(input: { dataset: { databaseId: $id }, version: { native: $v } }) { datasetVersion { id } } }';
const EMBARGO = 'mutation($id: Int!, $v: [Int!]!) { deleteFiles(input: { dataset: { databaseId: $id }, fileIds: $v }) { dataset { id } } }';

/** Values of a variable `$v` of about so many bytes. */
const values: Readonly<Record<string, (size: number) => string>> = {
  'lists in lists': (n) => '['.repeat(n / 2) + ']'.repeat(n / 2),
  'objects in objects': (n) => `${'{"a":'.repeat(n / 6)}1${'}'.repeat(n / 6)}`,
  'a long list': (n) => `[${listed(n, '1')}]`,
  'a long list of objects': (n) => `[${listed(n, '{}')}]`,
  'a long list of texts': (n) => `[${listed(n, '"x"')}]`,
  'many keys': (n) => `{${Array.from({ length: n / 12 }, (_, index) => `"k${index}":1`).join(',')}}`,
  'a long text': (n) => `"${'x'.repeat(n)}"`,
  'a long number': (n) => '9'.repeat(n),
  'texts that cannot be stored': (n) => `{"a":[${listed(n, String.raw`"\u0000"`)}]}`,
};

const operations: Readonly<Record<string, { readonly query: string; readonly variables: (world: World, value: string) => string }>> = {
  'a number': { query: READ, variables: (_, value) => `{"v":${value}}` },
  'native JSON': { query: CREATE, variables: (_, value) => `{"v":${value}}` },
  'native JSON of a draft': { query: EDIT, variables: ({ draft }, value) => `{"id":${draft.id},"v":${value}}` },
  'a list of numbers': { query: EMBARGO, variables: ({ draft }, value) => `{"id":${draft.id},"v":${value}}` },
};

const variables = Object.entries(operations).flatMap(([what, { query, variables: around }]) =>
  Object.entries(values).map(([kind, value]): Dimension => ({
    name: `variables: ${what} as ${kind}`,
    as: 'depositor',
    sizes: [60_000, LARGEST],
    requests: (size, world) => body(query, around(world, value(size - 400))),
  })),
);

/** A valid document of 26 KB, another one for each number: what is compiled once may be kept. */
function ownDocument(number: number): string {
  const aliases = Array.from({ length: 40 }, (_, index) => `n${number}x${index}: name`).join(' ');
  return `query Q${number} { collection(reference: { alias: "root" }) { ${aliases} } } #${'x'.repeat(25_000)}`;
}

const differentOperations: Dimension = {
  name: 'graphql: different operations',
  sizes: [50, 400],
  // What comes the second time is compiled.
  requests: (size) => Array.from({ length: size }, (_, index) => graphqlRequest(ownDocument(index % Math.ceil(size / 2)))),
};

const ROOT = 'collection(reference: { alias: "root" })';
const further: Readonly<Record<string, readonly [to: number, request: (size: number, world: World) => HostileRequest]>> = {
  'variables that are sent and not declared': [
    100_000,
    (n) => body('{ __typename }', `{${Array.from({ length: n }, (_, index) => `"v${index}":1`).join(',')}}`),
  ],
  'variables that are declared and sent': [
    500,
    (n) =>
      graphqlRequest(
        `query(${Array.from({ length: n }, (_, index) => `$v${index}: [Int!]`).join(' ')}) { __typename @skip(if: false) }`,
        Object.fromEntries(Array.from({ length: n }, (_, index) => [`v${index}`, Array.from({ length: 400 }, () => 1)])),
      ),
  ],
  'exports under aliases': [
    18,
    (n, { published }) =>
      graphqlRequest(
        `query($id: String!) { dataset(reference: { persistentId: $id }) { version(reference: ":latest-published") { ${Array.from({ length: n }, (_, index) => `e${index}: export(format: "service_json") { text }`).join(' ')} } } }`,
        { id: published.persistentId },
      ),
  ],
  'exports of datasets under aliases': [
    18,
    (n, { published }) =>
      graphqlRequest(
        `query($id: String!) { dataset(reference: { persistentId: $id }) { ${Array.from({ length: n }, (_, index) => `e${index}: export(format: "ddi") { text }`).join(' ')} } }`,
        { id: published.persistentId },
      ),
  ],
  'the name of an export': [
    LARGEST - 300,
    (n, { published }) =>
      graphqlRequest(
        'query($id: String!, $format: String!) { dataset(reference: { persistentId: $id }) { version(reference: ":latest-published") { export(format: $format) { url } } } }',
        { id: published.persistentId, format: 'x'.repeat(n) },
      ),
  ],
  'a default of a variable': [2000, (n) => graphqlRequest(`query($v: [Int!] = [${listed(n * 2, '1')}]) { __typename }`)],
  'operations in a list': [20_000, (n) => jsonRequest('POST', '/graphql', `[${listed(n * 28, '{"query":"{ __typename }"}')}]`)],
  'keys beside the query': [
    100_000,
    (n) =>
      jsonRequest('POST', '/graphql', `{"query":"{ __typename }",${Array.from({ length: n }, (_, index) => `"k${index}":1`).join(',')}}`),
  ],
  extensions: [LARGEST - 300, (n) => jsonRequest('POST', '/graphql', `{"query":"{ __typename }","extensions":{"a":[${listed(n, '1')}]}}`)],
  'the name of the operation': [
    LARGEST - 300,
    (n) => jsonRequest('POST', '/graphql', `{"query":"query A { __typename } query B { __typename }","operationName":"${'x'.repeat(n)}"}`),
  ],
  'a document in the address': [
    14_000,
    (n) => ({
      path: `/graphql?query=${encodeURIComponent(`{ ${'__typename '.repeat(n / 14)} }`)}`,
      headers: { 'apollo-require-preflight': 'x' },
    }),
  ],
  'variables in the address': [
    14_000,
    (n) => ({
      path: `/graphql?query=%7B__typename%7D&variables=${encodeURIComponent('['.repeat(n / 3))}`,
      headers: { 'apollo-require-preflight': 'x' },
    }),
  ],
  'a page of contents': [
    100,
    (n) =>
      graphqlRequest(
        `{ ${ROOT} { contents(first: ${n}) { nodes { __typename ... on Dataset { latestVersion { title metadataBlocks { name fields { name value } } } } } } } }`,
      ),
  ],
  'cursors of both ends of a list': [
    LARGEST,
    (n) =>
      graphqlRequest('query($a: String, $b: String) { globalRoles(last: 1, after: $a, before: $b) { totalCount } }', {
        a: 'x'.repeat(n / 2),
        b: 'x'.repeat(n / 2),
      }),
  ],
  'a name in a cursor, from the end': [
    280_000,
    (n) =>
      graphqlRequest(`query($v: String) { ${ROOT} { contents(last: 100, before: $v, orderBy: { field: NAME }) { totalCount } } }`, {
        v: Buffer.from(JSON.stringify(['orderedContents', 'NAME', 'ASC', 'x'.repeat(n), 1])).toString('base64url'),
      }),
  ],
  'a cursor': [
    LARGEST - 300,
    (n) => graphqlRequest(`query($v: String) { ${ROOT} { contents(first: 1, after: $v) { totalCount } } }`, { v: 'x'.repeat(n) }),
  ],
  'a global id': [LARGEST - 300, (n) => graphqlRequest('query($v: ID!) { node(id: $v) { id } }', { v: 'QTox'.repeat(n / 4) })],
};

function multipart(parts: readonly FormPart[], preamble?: string): HostileRequest {
  const form = formOf('/graphql', parts, preamble);
  return { ...form, headers: { ...form.headers, 'apollo-require-preflight': 'x' } };
}

const MUTATION = JSON.stringify({
  query: 'mutation($file: Upload!) { addFile(input: { dataset: { databaseId: 1 }, file: $file }) { files { label } } }',
  variables: { file: null },
});
const forms: Readonly<Record<string, readonly [to: number, parts: (size: number) => readonly FormPart[]]>> = {
  'places of one file': [
    100_000,
    (n) => [
      { name: 'operations', content: MUTATION },
      { name: 'map', content: `{"0":[${listed(n * 17, '"variables.file"')}]}` },
      { name: '0', fileName: 'x', content: 'x' },
    ],
  ],
  'files of one place': [
    20,
    (n) => [
      { name: 'operations', content: MUTATION },
      { name: 'map', content: `{${Array.from({ length: n }, (_, index) => `"${index}":["variables.file"]`).join(',')}}` },
      { name: '0', fileName: 'x', content: 'x' },
    ],
  ],
  'unread files': [
    1_000_000,
    (n) => [
      { name: 'operations', content: MUTATION.replace('"file":null', '"file":null,"other":null') },
      { name: 'map', content: '{"0":["variables.other"],"1":["variables.file"]}' },
      ...['0', '1'].map((name) => ({ name, fileName: 'x', content: 'x'.repeat(n) })),
    ],
  ],
  'a place that every object inherits': [
    20,
    (n) => [
      { name: 'operations', content: MUTATION },
      { name: 'map', content: `{"0":["variables.toString${'.call'.repeat(n)}"]}` },
      { name: '0', fileName: 'x', content: 'x' },
    ],
  ],
  'different files': [
    50_000,
    (n) => [
      { name: 'operations', content: MUTATION },
      {
        name: 'map',
        content: `{${Array.from({ length: n }, (_, index) => `"${index}":["variables.file${index === 0 ? '' : index}"]`).join(',')}}`,
      },
      { name: '0', fileName: 'x', content: 'x' },
    ],
  ],
  'the depth of a place': [
    500_000,
    (n) => [
      { name: 'operations', content: MUTATION },
      { name: 'map', content: `{"0":["variables${'.a'.repeat(n)}"]}` },
      { name: '0', fileName: 'x', content: 'x' },
    ],
  ],
  'the depth of the operations': [
    900_000,
    (n) => [
      { name: 'operations', content: `{"query":"{ __typename }","variables":${'['.repeat(n)}${']'.repeat(n)}}` },
      { name: 'map', content: '{}' },
    ],
  ],
  'parts of a form': [50_000, (n) => Array.from({ length: n }, (_, index) => ({ name: `p${index}`, content: '' }))],
  'files of a form': [
    5000,
    (n) => [
      { name: 'operations', content: MUTATION },
      { name: 'map', content: '{"0":["variables.file"]}' },
      ...Array.from({ length: n }, (_, index) => ({ name: String(index), fileName: 'x', content: 'x' })),
    ],
  ],
};

const small: readonly FormPart[] = [
  { name: 'operations', content: MUTATION },
  { name: 'map', content: '{"0":["variables.file"]}' },
  { name: '0', fileName: 'x', content: 'x' },
];
const [operationsPart, ...behindOperations] = small;

/** What stands before the fields that decide, and could push them out of sight: of up to what a form may be. */
const before: Readonly<Record<string, (size: number) => HostileRequest>> = {
  'a preamble': (n) => multipart(small, 'x'.repeat(n)),
  'lines of a preamble': (n) => multipart(small, 'x\r\n'.repeat(n / 3)),
  'what looks like the first part in a preamble': (n) => multipart(small, '\r\n--campaign-par'.repeat(n / 16)),
  'the operations': (n) => multipart([{ name: 'operations', content: MUTATION + ' '.repeat(n) }, ...behindOperations]),
  'a field before the operations': (n) => multipart([{ name: 'other', content: 'x'.repeat(n) }, ...small]),
  'fields before the operations': (n) =>
    multipart([...Array.from({ length: n / 80 }, (_, index) => ({ name: `p${index}`, content: '' })), ...small]),
  'a field between operations and map': (n) =>
    multipart([operationsPart, { name: 'other', content: 'x'.repeat(n) }, ...behindOperations].filter((part) => part !== undefined)),
  'operations again and again': (n) =>
    multipart([...Array.from({ length: n / 250 }, () => operationsPart), ...small].filter((part) => part !== undefined)),
  'header lines of the operations': (n) =>
    multipart([{ name: 'operations', content: MUTATION, headers: 'X-A: b\r\n'.repeat(n / 8) }, ...behindOperations]),
  'a header line of the map': (n) =>
    multipart(small.map((part) => (part.name === 'map' ? { ...part, headers: `X-A: ${'b'.repeat(n)}\r\n` } : part))),
  'the name of a field before the map': (n) => multipart([{ name: 'x'.repeat(n), content: '' }, ...small]),
  'a file before the map': (n) => multipart([{ name: '0', fileName: 'x', content: 'x'.repeat(n) }, ...small]),
};

export const graphqlRequests: readonly Dimension[] = [
  differentOperations,
  ...variables,
  ...Object.entries(further).map(([name, [to, request]]): Dimension => ({
    name: `graphql: ${name}`,
    sizes: [Math.min(100, to), to],
    requests: request,
  })),
  ...Object.entries(forms).map(([name, [to, parts]]): Dimension => ({
    name: `forms: GraphQL: ${name}`,
    as: 'depositor',
    sizes: [10, to],
    requests: (size) => multipart(parts(size)),
  })),
  ...Object.entries(before).map(([name, request]): Dimension => ({
    name: `forms: GraphQL: ${name}`,
    as: 'depositor',
    sizes: [1000, 16 * 1024 * 1024],
    requests: request,
  })),
];
