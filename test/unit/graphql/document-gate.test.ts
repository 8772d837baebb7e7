import { getIntrospectionQuery, type GraphQLSchema } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildExecutableSchema } from '../../../src/graphql/build-schema.ts';
import { createDocumentGate, type DocumentGate } from '../../../src/graphql/document-gate.ts';
import { GRAPHQL_LIMITS } from '../../../src/graphql/limits.ts';

let schema: GraphQLSchema;
let gate: DocumentGate;

beforeAll(async () => {
  ({ schema } = await buildExecutableSchema());
  gate = createDocumentGate(schema);
});

/** The code with which a document is refused; undefined when it passes. */
function codeOf(text: string): unknown {
  try {
    gate(text);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'extensions' in error ? Object(error.extensions).code : error;
  }
}

const many = (count: number, text: (index: number) => string): string => Array.from({ length: count }, (_, index) => text(index)).join(' ');
const bomb = (count: number, below = '{ serverInfo { version } }'): string =>
  `{ ...F0 } ${many(count, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`)} fragment F${count} on Query ${below}`;

describe('a document that expands too far is refused before it is validated', () => {
  test.each([
    ['fragments that double', bomb(90), 'QUERY_TOO_COSTLY'],
    ['fragments that double 300 times', bomb(300), 'QUERY_TOO_DEEP'],
    ['fragments that double above the schema', bomb(20, '{ __schema { types { name } } }'), 'QUERY_TOO_COSTLY'],
    [
      'fragments that double with each level',
      `{ collection(reference: { root: true }) { ...F0 } } ${many(11, (index) => `fragment F${index} on Collection { owner { ...F${index + 1} } parent: owner { ...F${index + 1} } }`)} fragment F11 on Collection { name }`,
      'QUERY_TOO_MANY_ALIASES',
    ],
    ['a fragment that holds itself', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a fragment without use that holds itself', '{ serverInfo { version } } fragment A on Query { ...A }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a fragment that holds itself further down',
      '{ collection(reference: { root: true }) { ...A } } fragment A on Collection { owner { ...A } }',
      'QUERY_TOO_DEEP',
    ],
    ['one field again and again', `{ ${'serverInfo { version } '.repeat(1000)} }`, 'QUERY_TOO_COSTLY'],
    [
      'one field again and again in a fragment without use',
      `{ serverInfo { version } } fragment A on ServerInfo { ${'version '.repeat(1000)} }`,
      'QUERY_TOO_COSTLY',
    ],
    [
      'one fragment in many operations',
      `${many(60, (index) => `query Q${index} { ...A }`)} fragment A on Query { ${many(200, (index) => `serverInfo @include(if: ${index % 2 === 0}) { version }`)} }`,
      'QUERY_TOO_COSTLY',
    ],
    ['fragments within fragments', `{ ${'... { '.repeat(101)} serverInfo { version } ${'} '.repeat(101)} }`, 'QUERY_TOO_DEEP'],
    ['lists within lists', `{ node(id: ${'['.repeat(5000)}${']'.repeat(900)}) { id } }`, 'QUERY_TOO_DEEP'],
    ['comments', `${'#\n'.repeat(GRAPHQL_LIMITS.tokens + 1)}{ serverInfo { version } }`, 'QUERY_TOO_LONG'],
    ['white space', `{ serverInfo { version } }${' '.repeat(GRAPHQL_LIMITS.characters)}`, 'QUERY_TOO_LONG'],
    ['aliases of the schema', `{ ${many(61, (index) => `a${index}: __schema { queryType { name } }`)} }`, 'QUERY_TOO_MANY_ALIASES'],
    ['aliases below the schema', `{ __schema { types { ${many(61, (index) => `a${index}: name`)} } } }`, 'QUERY_TOO_MANY_ALIASES'],
  ])('%s', (_what, text, code) => {
    expect(codeOf(text)).toBe(code);
    expect(codeOf(text)).toBe(code);
  });
});

describe('what clients send passes', () => {
  test.each([
    ['introspection', getIntrospectionQuery()],
    [
      'introspection with all it can ask',
      getIntrospectionQuery({
        descriptions: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
        experimentalDirectiveDeprecation: true,
      }),
    ],
    [
      'a fragment used in many places',
      `{ ${many(50, (index) => `a${index}: collection(reference: { root: true }) { ...C }`)} } fragment C on Collection { id name owner { id name } }`,
    ],
    ['text that is no GraphQL, which the parser refuses', '{ collection('],
    ['nothing', ''],
  ])('%s', (_what, text) => {
    expect(codeOf(text)).toBeUndefined();
    expect(codeOf(text)).toBeUndefined();
  });
});
