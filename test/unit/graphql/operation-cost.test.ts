import { getIntrospectionQuery, getOperationAST, type GraphQLSchema, isInterfaceType, isObjectType, parse } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildExecutableSchema } from '../../../src/graphql/build-schema.ts';
import { FIELD_COSTS } from '../../../src/graphql/field-costs.ts';
import { GRAPHQL_LIMITS } from '../../../src/graphql/limits.ts';
import { refuseCostlyOperation } from '../../../src/graphql/operation-cost.ts';
import { LONG_PAGE, pageSize } from '../../../src/resolvers/pages.ts';

let schema: GraphQLSchema;

beforeAll(async () => {
  ({ schema } = await buildExecutableSchema());
});

/** The cost of an operation; infinite when it is refused for it. */
function costOf(text: string, variables: Readonly<Record<string, unknown>> = {}): number {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('The document has no operation.');
  try {
    return refuseCostlyOperation(schema, document, operation, variables);
  } catch (error) {
    if (error instanceof Error && 'extensions' in error && Object(error.extensions).code === 'QUERY_TOO_COSTLY') return Infinity;
    throw error;
  }
}

const many = (count: number, text: (index: number) => string): string => Array.from({ length: count }, (_, index) => text(index)).join(' ');
const inRoot = (selection: string): string => `{ collection(reference: { root: true }) { ${selection} } }`;
const datasets = (selection: string): string => inRoot(`contents(first: 100) { nodes { ... on Dataset { ${selection} } } }`);

describe('an operation fits', () => {
  test.each([
    [
      'a page of 100 titles with its count',
      inRoot('contents(first: 100) { totalCount nodes { ... on Dataset { latestVersion { title } } } }'),
    ],
    ['100 datasets with all metadata', datasets('latestVersion { metadataBlocks { name fields { typeName typeClass value } } }')],
    [
      '100 datasets with their first 10 files',
      datasets('latestVersion { files(first: 10) { nodes { label dataFile { checksum { value } } } } }'),
    ],
    ['100 datasets with the number of their versions', datasets('versions { totalCount }')],
    ['100 datasets with citations and numbers of files', datasets('latestVersion { citation fileCount }')],
    [
      'all that there is to ask about the schema',
      getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true, schemaDescription: true }),
    ],
  ])('%s', (_what, text) => {
    expect(costOf(text)).toBeLessThanOrEqual(GRAPHQL_LIMITS.cost);
  });
});

test('a list of 20 with their metadata, field by field, waits for no other operation', () => {
  const fields =
    'databaseId identifier latestVersion { versionNumber title metadataBlocks { fields { typeName multiple typeClass value } } }';
  const list = inRoot(`contents(first: 20) { nodes { ... on Dataset { ${fields} } } }`);
  expect(costOf(list)).toBeLessThan(GRAPHQL_LIMITS.costly);
});

test('a list of files is expected to be as long as a page that nobody has sized', () => {
  const files = (list: string): number => costOf(`{ dataset(reference: { databaseId: 1 }) { latestVersion { ${list} } } }`);
  const entries = '{ label dataFile { databaseId } }';
  expect(files(`files { nodes ${entries} }`)).toBe(files(`files(first: ${pageSize(undefined)}) { nodes ${entries} }`));
  expect(files(`filesSlice { files ${entries} }`)).toBe(files(`filesSlice(limit: ${LONG_PAGE}) { files ${entries} }`));
  expect(files(`firstFiles { nodes ${entries} }`)).toBe(files(`filesSlice { files ${entries} }`));
  expect(files(`files { nodes ${entries} }`)).toBeLessThan(GRAPHQL_LIMITS.costly);
});

test('an operation that comes again costs what its variables say', () => {
  const document = parse(
    'query ($first: Int) { collection(reference: { root: true }) { contents(first: $first) { nodes { ... on Dataset { identifier } } } } }',
  );
  const operation = getOperationAST(document);
  if (!operation) throw new Error('The document has no operation.');
  const cost = (first: number): number => refuseCostlyOperation(schema, document, operation, { first });
  expect(cost(100)).toBeGreaterThan(cost(1));
  expect(cost(1)).toBe(cost(1));
});

describe('an operation is too costly', () => {
  test.each([
    [
      'one value of 100 datasets many times',
      datasets(`latestVersion { metadataBlocks { fields { ${many(59, (index) => `v${index}: value`)} } } }`),
    ],
    [
      'the type of many entries many times',
      datasets(`latestVersion { metadataBlocks { fields { ${many(59, (index) => `t${index}: __typename`)} } } }`),
    ],
    ['the size of a tree many times', inRoot(many(59, (index) => `s${index}: storageSizeBytes`))],
    ['the JSON-LD of 100 datasets many times', datasets(many(10, (index) => `v${index}: latestVersion { jsonLd }`))],
  ])('%s', (_what, text) => {
    expect(costOf(text)).toBe(Infinity);
  });
});

test('counts wait with the costly ones, although they give one number each', () => {
  expect(costOf(inRoot(many(30, (index) => `c${index}: contents(first: 1) { totalCount }`)))).toBeGreaterThan(GRAPHQL_LIMITS.costly);
});

test('as many objects as identifiers are given are counted, in the text and in a variable', () => {
  const selection = '{ ... on Collection { contents(first: 100) { nodes { id } } } }';
  const ids = Array.from({ length: 100 }, (_, index) => `c${index}`);
  expect(costOf(`{ nodes(ids: ["c1"]) ${selection} }`)).toBeLessThan(GRAPHQL_LIMITS.costly);
  expect(costOf(`{ nodes(ids: ${JSON.stringify(ids)}) ${selection} }`)).toBe(Infinity);
  expect(costOf(`query ($ids: [ID!]!) { nodes(ids: $ids) ${selection} }`, { ids })).toBe(Infinity);
});

test('every field that has a cost of its own is in the schema', () => {
  const names = new Set(
    Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()) : [],
    ),
  );
  expect([...FIELD_COSTS.keys()].filter((name) => !names.has(name))).toEqual([]);
});
