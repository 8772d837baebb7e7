import { makeExecutableSchema } from '@graphql-tools/schema';
import { execute, extendSchema, graphqlSync, parse, printSchema, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { compileOperation } from '../../../src/graphql/compile.ts';
import { withContractWords } from '../../../src/graphql/contract-words.ts';
import { nameEnums } from '../../../src/graphql/enum-names.ts';
import type { RequestContext } from '../../../src/request-context.ts';

/** Everywhere that an enum can stand: values, lists, lists of lists, arguments with defaults, inputs with defaults, interfaces and unions. */
const SDL = `
enum LockType { INGEST WORKFLOW IN_REVIEW DCM_UPLOAD PID_REGISTER EDIT_IN_PROGRESS FINALIZE_PUBLICATION FILE_VALIDATION_FAILED GLOBUS_UPLOAD }
enum VersionState { DRAFT RELEASED }
input Filter { types: [LockType!] = [IN_REVIEW], other: LockType }
interface Locked { lock(type: LockType = INGEST): LockType! }
type Dataset implements Locked { lock(type: LockType = INGEST): LockType!, state: VersionState!, locks: [LockType!]!, rows: [[LockType]], next: Dataset }
type Draft implements Locked { lock(type: LockType = INGEST): LockType!, none: LockType }
union One = Dataset | Draft
type Query { dataset: Dataset, one: One, locked: [Locked!]!, said(filter: Filter = { types: [PID_REGISTER] }, type: LockType!): String, wrong: LockType }
`;

const dataset = {
  __typename: 'Dataset',
  lock: null as string | null,
  state: 'DRAFT',
  locks: ['pidRegister', 'Ingest'],
  rows: [['InReview', null], null],
  next: { __typename: 'Dataset', lock: 'EditInProgress', state: 'RELEASED', locks: [], rows: null },
};
const draft = { __typename: 'Draft', lock: 'Workflow', none: null };
const inside = makeExecutableSchema({
  typeDefs: withContractWords(parse(SDL)),
  resolvers: {
    Query: {
      dataset: () => dataset,
      one: () => draft,
      locked: async () => [dataset, draft],
      said: (_source: unknown, args: unknown) => JSON.stringify(args),
      wrong: () => 'nothing that is known',
    },
    Dataset: { lock: ({ lock }: typeof dataset, { type }: { type: string }) => lock ?? type },
  },
});
const served = nameEnums(extendSchema(inside, parse('type Added { locks: [LockType!] }'), { assumeValidSDL: true }));
const context = {} as unknown as RequestContext;

async function bothWays(text: string, variables: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  const document = parse(text);
  expect(validate(served, document)).toEqual([]);
  const { data: compiled, errors } = await compileOperation(served, document)(context, variables);
  expect(errors ?? []).toEqual([]);
  const { data } = await execute({ schema: served, document, contextValue: context, variableValues: variables });
  expect(JSON.parse(JSON.stringify(compiled))).toEqual(JSON.parse(JSON.stringify(data)));
  return compiled;
}

describe('enums of the served schema', () => {
  test('have the names of the SDL, and defaults by name', () => {
    expect(printSchema(served)).toContain('types: [LockType!] = [IN_REVIEW]');
    expect(printSchema(served)).toContain('said(filter: Filter = {types: [PID_REGISTER]}, type: LockType!)');
    expect(printSchema(served)).toContain('lock(type: LockType = INGEST)');
    expect(printSchema(served)).not.toMatch(/pidRegister|InReview/);
  });

  test('leave the schema inside as it was', () => {
    expect(printSchema(inside)).toContain('pidRegister');
    expect(printSchema(inside)).not.toContain('PID_REGISTER');
    expect(graphqlSync({ schema: inside, source: '{ dataset { locks } }' }).data).toEqual({
      dataset: { locks: ['pidRegister', 'Ingest'] },
    });
  });

  test('are answered by name wherever they stand, compiled or not', async () => {
    const fragment = 'fragment All on Dataset { mine: lock(type: FINALIZE_PUBLICATION) state locks rows }';
    expect(await bothWays(`{ dataset { ...All next { lock ...{ state } } default: lock } } ${fragment}`)).toEqual({
      dataset: {
        mine: 'FINALIZE_PUBLICATION',
        state: 'DRAFT',
        locks: ['PID_REGISTER', 'INGEST'],
        rows: [['IN_REVIEW', null], null],
        next: { lock: 'EDIT_IN_PROGRESS', state: 'RELEASED' },
        default: 'INGEST',
      },
    });
    const unions = '{ one { ... on Draft { lock none } ... on Dataset { lock state } } locked { lock ... on Dataset { locks } } }';
    expect(await bothWays(unions)).toEqual({
      one: { lock: 'WORKFLOW', none: null },
      locked: [{ lock: 'INGEST', locks: ['PID_REGISTER', 'INGEST'] }, { lock: 'WORKFLOW' }],
    });
  });

  test('do not change what resolvers gave', async () => {
    await bothWays('{ dataset { locks rows } }');
    expect(dataset.locks).toEqual(['pidRegister', 'Ingest']);
    expect(dataset.rows).toEqual([['InReview', null], null]);
  });

  test('reach resolvers as words: literals, variables, their defaults, and those of arguments', async () => {
    const word = { type: 'pidRegister' };
    expect(await bothWays('{ said(type: PID_REGISTER) }')).toEqual({
      said: JSON.stringify({ filter: { types: ['pidRegister'] }, ...word }),
    });
    const asked = 'query ($type: LockType! = PID_REGISTER, $filter: Filter) { said(type: $type, filter: $filter) }';
    const said = (answer: unknown): unknown => JSON.parse(String((answer as { said: unknown }).said));
    expect(said(await bothWays(asked, { filter: { types: ['WORKFLOW'], other: 'IN_REVIEW' } }))).toEqual({
      ...word,
      filter: { types: ['Workflow'], other: 'InReview' },
    });
    expect(said(await bothWays(asked, { type: 'INGEST', filter: {} }))).toEqual({ type: 'Ingest', filter: { types: ['InReview'] } });
  });

  test('are not known by their words', async () => {
    expect(validate(served, parse('{ said(type: pidRegister) }'))).toHaveLength(1);
    const document = parse('query ($type: LockType!) { said(type: $type) }');
    expect((await compileOperation(served, document)(context, { type: 'pidRegister' })).errors).toHaveLength(1);
  });

  test('a value that no word is like stays what it is', async () => {
    expect((await compileOperation(served, parse('{ wrong }'))(context, {})).data).toEqual({ wrong: 'nothing that is known' });
  });
});

test('a value of the SDL that stands for no word is a fault of the build', () => {
  expect(() => withContractWords(parse('enum LockType { INGESTED }'))).toThrow('LockType.INGESTED');
});
