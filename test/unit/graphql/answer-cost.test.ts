import { execute, getOperationAST, type GraphQLSchema, parse } from 'graphql';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { describe, expect, test } from 'vitest';
import { sumAnswer } from '../../../src/graphql/answer-cost.ts';
import { compileOperation } from '../../../src/graphql/compile.ts';
import { refuseCostlyOperation } from '../../../src/graphql/operation-cost.ts';
import type { RequestContext } from '../../../src/request-context.ts';

const schema: GraphQLSchema = makeExecutableSchema({
  typeDefs: `
    scalar JSON
    interface Node { id: ID! }
    type Dataset implements Node { id: ID! title: String owner: Dataset tags: [Tag!]! files(first: Int): FileConnection! json: JSON }
    type File implements Node { id: ID! size: Int }
    type Tag { name: String }
    type FileConnection { totalCount: Int nodes: [File!]! edges: [FileEdge!]! }
    type FileEdge { cursor: String node: File! }
    type Query { dataset(tags: Int = 10, files: Int = 20, owned: Boolean = true): Dataset nodes(ids: [ID!]!): [Node]! }
  `,
  resolvers: {
    Query: {
      dataset: (_root: unknown, { tags, files, owned }: { readonly tags: number; readonly files: number; readonly owned: boolean }) => ({
        id: 'd',
        title: 'T',
        owner: owned ? { id: 'o', title: 'O', tags: [] } : null,
        tags: Array.from({ length: tags }, (_, index) => ({ name: `${index}` })),
        json: { deep: [{ within: 1 }] },
        files: {
          totalCount: files,
          nodes: Array.from({ length: files }, (_, index) => ({ id: `${index}`, size: index })),
          edges: Array.from({ length: files }, (_, index) => ({ cursor: `${index}`, node: { id: `${index}` } })),
        },
      }),
      nodes: (_root: unknown, { ids }: { readonly ids: readonly string[] }) =>
        ids.map((id) => (id === 'none' ? null : { id, __typename: id.startsWith('f') ? 'File' : 'Dataset', title: 'T', size: 1 })),
    },
  },
});

/** What was estimated and what was answered, the same by both engines. */
async function costsOf(text: string, variables: Readonly<Record<string, unknown>> = {}) {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('The document has no operation.');
  const estimated = refuseCostlyOperation(schema, document, operation, variables);
  const interpreted = await execute({ schema, document, variableValues: variables });
  const compiled = await compileOperation(schema, document)({} as RequestContext, variables);
  expect(interpreted.errors ?? []).toEqual([]);
  const sum = sumAnswer(schema, document, operation, compiled.data);
  expect(sumAnswer(schema, document, operation, interpreted.data)).toEqual(sum);
  return { estimated, ...sum };
}

describe('an answer whose lists are as long as the estimate assumes', () => {
  test.each([
    ['values and objects', '{ dataset { id title json owner { id } } }', 6],
    ['a list', '{ dataset { tags { name } } }', 12],
    ['the nodes of a page', '{ dataset { files { totalCount nodes { id size } } } }', 44],
    ['the edges of a page', '{ dataset { files { edges { cursor node { id } } } } }', 63],
    [
      'fields by other names, and in fragments',
      '{ a: dataset { title } dataset { ...T owner { id } ...O } } fragment T on Dataset { t: title } fragment O on Dataset { o: owner { title } }',
      8,
    ],
  ])('costs what was estimated: %s', async (_what, text, fields) => {
    const { estimated, cost, fields: answered } = await costsOf(text);
    expect(cost).toBeCloseTo(estimated, 9);
    expect(answered).toBe(fields);
  });
});

describe('an answer', () => {
  test('costs less with fewer entries', async () => {
    const { estimated, cost } = await costsOf('{ dataset(files: 2) { files(first: 100) { nodes { id } } } }');
    expect(estimated).toBeGreaterThan(100);
    // The dataset, the page, and two entries with a value each.
    expect(cost).toBeCloseTo(1 + 1 + 2 * (1 + 0.1 + 0.05), 9);
  });

  test('costs more with more entries than a list is assumed to have', async () => {
    const { estimated, cost } = await costsOf('{ dataset(tags: 100) { tags { name } } }');
    expect(cost).toBeGreaterThan(estimated);
  });

  test('costs once what is asked for again', async () => {
    const once = await costsOf('{ dataset { owner { id title } } }');
    const again = await costsOf('{ dataset { owner { id } ...O } } fragment O on Dataset { owner { title id } }');
    expect(again).toMatchObject({ cost: once.cost, fields: once.fields });
  });

  test('costs the object that was looked for and is not there', async () => {
    expect(await costsOf('{ dataset(owned: false) { owner { id title } } }')).toMatchObject({ cost: 2, fields: 2 });
  });

  test('costs what each of its objects has, whatever their types, and nothing for what directives leave out', async () => {
    const ids = ['f1', 'd1', 'none', 'f2'];
    const text = `query ($ids: [ID!]!, $no: Boolean = false) {
      nodes(ids: $ids) { id ... on File { size } ... on Dataset { title t: title @include(if: $no) } } }`;
    const { cost, fields } = await costsOf(text, { ids });
    expect(fields).toBe(1 + 3 * 2);
    expect(cost).toBeCloseTo(1 + 4 * 0.1 + 6 * 0.05, 9);
    expect((await costsOf(text, { ids, no: true })).fields).toBe(fields + 1);
  });

  test('without data costs nothing', () => {
    const document = parse('{ dataset { id } }');
    const operation = getOperationAST(document);
    if (!operation) throw new Error('The document has no operation.');
    expect(sumAnswer(schema, document, operation, null)).toEqual({ fields: 0, cost: 0 });
  });
});
