/** The rule of errors as data, on a schema of its own: docs/adr/0080-errors-as-data.md. */
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type ExecutionResult, isObjectType, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../../../src/errors/domain-error.ts';
import { compileOperation, interpretOperation } from '../../../src/graphql/compile.ts';
import type { RequestContext, WishedAnswer } from '../../../src/request-context.ts';
import { withUserErrors } from '../../../src/resolvers/user-errors.ts';

const refused = new DomainError('BAD_USER_INPUT', 'The input breaks rules.', {
  problems: [
    { pointer: '/names/0/a~1b~0c', message: 'is too long' },
    { pointer: '/fields/3/value', message: 'is required', formPlace: ['citation', 'author', 0, 'authorName'] },
  ],
});
const bare = makeExecutableSchema({
  typeDefs: `
    scalar JSON
    type BrokenRule { code: String! values: JSON! about: String }
    type Query { ok: Boolean }
    type MakePayload { name: String! size: Int! }
    type RemovePayload { removed: Boolean! }
    type Change { id: Int! }
    type Mutation { make(fails: String): MakePayload! remove: RemovePayload! change: Change! }
  `,
  resolvers: {
    Mutation: {
      make: (_root: unknown, { fails }: { readonly fails?: string }) => {
        if (fails === 'input') throw refused;
        if (fails === 'caller') throw new DomainError('PERMISSION_DENIED', 'You may not.');
        if (fails === 'whole') throw new DomainError('DATASET_LOCKED', 'It is locked.');
        if (fails === 'fault') throw new TypeError('A fault.');
        return { name: 'made', text: 'four' };
      },
      remove: () => {
        throw refused;
      },
      change: () => {
        throw refused;
      },
    },
    MakePayload: { size: ({ text }: { readonly text: string }) => text.length },
  },
});
const schema = withUserErrors(bare);

async function run(document: string, variables: Readonly<Record<string, unknown>> = {}, wished?: WishedAnswer): Promise<ExecutionResult> {
  const parsed = parse(document);
  expect(validate(schema, parsed)).toEqual([]);
  const context = { wished } as RequestContext;
  const compiled = await compileOperation(schema, parsed)(context, variables);
  const plain = (result: ExecutionResult): unknown =>
    JSON.parse(JSON.stringify({ data: result.data, errors: result.errors?.map(({ message }) => message) }));
  expect(plain(compiled)).toEqual(plain(await interpretOperation(schema, parsed)(context, variables)));
  return compiled;
}

const ALL = 'userErrors { code message field path }';
const faults = [
  { code: 'BAD_USER_INPUT', message: 'is too long', field: '/names/0/a~1b~0c', path: ['names', '0', 'a/b~c'] },
  {
    code: 'BAD_USER_INPUT',
    message: 'is required',
    field: '/citation/author/0/authorName',
    path: ['citation', 'author', '0', 'authorName'],
  },
];

describe('errors as data', () => {
  test('stand beside a payload whose other fields are null, those with resolvers among them', async () => {
    const { data, errors } = await run(`mutation { make(fails: "input") { name size ${ALL} } }`);
    expect(errors ?? []).toEqual([]);
    expect(data).toEqual({ make: { name: null, size: null, userErrors: faults } });
  });

  test('are found by another name, and in fragments', async () => {
    const { data } = await run(`mutation { make(fails: "input") { ...F } } fragment F on MakePayload { faults: userErrors { field } }`);
    expect(data).toEqual({ make: { faults: faults.map(({ field }) => ({ field })) } });
  });

  test('are empty for what succeeds', async () => {
    const { data } = await run(`mutation { make { name size ${ALL} } }`);
    expect(data).toEqual({ make: { name: 'made', size: 4, userErrors: [] } });
  });

  test('have no place where the whole is refused', async () => {
    const { data } = await run(`mutation { make(fails: "whole") { ${ALL} } }`);
    expect(data).toEqual({ make: { userErrors: [{ code: 'DATASET_LOCKED', message: 'It is locked.', field: null, path: [] }] } });
  });

  test('leave other mutations of the operation as they are', async () => {
    const { data, errors = [] } = await run(`mutation { first: remove { ${ALL} } make { name } }`);
    expect(errors).toEqual([]);
    expect(data).toEqual({ first: { userErrors: faults }, make: { name: 'made' } });
  });
});

describe('errors of the answer', () => {
  test.each([
    ['who does not ask for userErrors', 'mutation { make(fails: "input") { name } }', {}],
    [
      'who leaves them out by a directive',
      `mutation ($no: Boolean!) { make(fails: "input") { name ${ALL.replace(' {', ' @skip(if: $no) {')} } }`,
      { no: true },
    ],
    ['whose mutation gives no payload', 'mutation { change { id } }', {}],
    ['who may not', `mutation { make(fails: "caller") { ${ALL} } }`, {}],
    ['whom a fault of the server meets', `mutation { make(fails: "fault") { ${ALL} } }`, {}],
  ])('are for those %s', async (_who, document, variables) => {
    const { data, errors = [] } = await run(document, variables);
    expect(data ?? null).toBeNull();
    expect(errors).toHaveLength(1);
  });

  test('are for those who want them there', async () => {
    const { errors = [] } = await run(`mutation { make(fails: "input") { ${ALL} } }`, {}, { errorsAtTop: true, explained: false });
    expect(errors.map(({ originalError }) => originalError)).toEqual([refused]);
  });
});

test('the schema given stays as it is', () => {
  const type = bare.getType('MakePayload');
  expect(isObjectType(type) && Object.entries(type.getFields()).map(([name, field]) => `${name}: ${String(field.type)}`)).toEqual([
    'name: String!',
    'size: Int!',
  ]);
});

test('what else has changed is read in the same request, anew', async () => {
  let forgotten = 0;
  const context = { readAnew: () => (forgotten += 1) } as unknown as RequestContext;
  const parsed = parse(
    'mutation { one: make { name query { __typename } } two: make(fails: "input") { userErrors { code } query { __typename } } }',
  );
  expect(validate(schema, parsed)).toEqual([]);
  for (const execute of [compileOperation(schema, parsed), interpretOperation(schema, parsed)]) {
    forgotten = 0;
    const answer: unknown = JSON.parse(JSON.stringify(await execute(context, {})));
    expect(answer).toMatchObject({
      data: { one: { name: 'made', query: { __typename: 'Query' } }, two: { query: { __typename: 'Query' } } },
    });
    expect(forgotten).toBe(2);
  }
});
