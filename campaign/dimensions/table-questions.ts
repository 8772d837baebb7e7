/** Questions to the rows of a table that grow. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import { graphqlRequest } from './graphql-request.ts';

const QUESTION = `query ($id: Int!, $columns: [String!], $where: [TableCondition!], $orderBy: [TableOrder!], $after: String) {
  file(reference: { databaseId: $id }) { tabular { rows(columns: $columns, where: $where, orderBy: $orderBy, after: $after) { rows { number cells } endCursor } } } }`;
const GROUPS = `query ($id: Int!, $groupBy: [String!], $measures: [TableMeasureInput!]!, $where: [TableCondition!]) {
  file(reference: { databaseId: $id }) { tabular { aggregate(groupBy: $groupBy, measures: $measures, where: $where) { groups } } } }`;

function many<Entry>(count: number, entry: (index: number) => Entry): Entry[] {
  return Array.from({ length: count }, (_, index) => entry(index));
}

const condition = (operator: string, values: readonly string[]): object => ({ column: 'text', operator, values });

/** Variables of a question for rows by name; the number is how many there are of what is named. */
const rows: Readonly<Record<string, readonly [to: number, variables: (count: number) => object]>> = {
  conditions: [300_000, (n) => ({ where: many(n, () => condition('EQ', ['x'])) })],
  'conditions that are permitted': [20, (n) => ({ where: many(n, (i) => condition('CONTAINS', [`x${i}`])) })],
  'values of a condition': [1_000_000, (n) => ({ where: [condition('IN', many(n, String))] })],
  'values that are permitted': [
    100,
    (n) => ({
      where: many(20, () =>
        condition(
          'IN',
          many(n, (i) => `text ${i} `),
        ),
      ),
    }),
  ],
  'a text that is looked for': [5_000_000, (n) => ({ where: [condition('CONTAINS', ['x'.repeat(n)])] })],
  'digits of a number': [5_000_000, (n) => ({ where: [{ column: 'count', operator: 'GT', values: ['9'.repeat(n)] }] })],
  'a name of a column': [5_000_000, (n) => ({ columns: ['x'.repeat(n)] })],
  columns: [1_000_000, (n) => ({ columns: many(n, () => 'text') })],
  'columns that are permitted': [100, (n) => ({ columns: many(n, () => 'text') })],
  'variables of an order': [300_000, (n) => ({ orderBy: many(n, () => ({ column: 'text' })) })],
  'an order of texts': [3, (n) => ({ orderBy: many(n, () => ({ column: 'text', direction: 'DESC' })) })],
};

const groups: Readonly<Record<string, readonly [to: number, variables: (count: number) => object]>> = {
  'measures of groups': [300_000, (n) => ({ measures: many(n, () => ({ measure: 'COUNT' })) })],
  'measures that are permitted': [
    20,
    (n) => ({ groupBy: ['group', 'text', 'count'], measures: many(n, () => ({ measure: 'DISTINCT', column: 'text' })) }),
  ],
  'keys of groups': [300_000, (n) => ({ groupBy: many(n, () => 'text'), measures: [{ measure: 'COUNT' }] })],
};

/** Parameters of the row by name. Node takes 16 KB of request line and headers. */
const parameters: Readonly<Record<string, (size: number) => string>> = {
  'backslashes of conditions': (n) => `where=${'%5C'.repeat(n / 3)}`,
  'signs of comparison': (n) => `where=text${'%3D'.repeat(n / 3)}`,
  'semicolons of conditions': (n) => `where=${';'.repeat(n)}`,
  'bars of a condition': (n) => `where=text%3D${'|'.repeat(n)}`,
  'brackets of a measure': (n) => `measures=count${'('.repeat(n)}`,
  'minuses of an order': (n) => `orderBy=${'-'.repeat(n)}`,
  'a cursor of rows': (n) => `after=${'W'.repeat(n)}`,
};

function dimension(name: string, sizes: Dimension['sizes'], request: (size: number, fileId: number) => HostileRequest): Dimension {
  return { name: `table questions: ${name}`, as: 'depositor', sizes, requests: async (size, world) => request(size, await world.table()) };
}

export const tableQuestionDimensions: readonly Dimension[] = [
  ...Object.entries(rows).map(([name, [to, variables]]) =>
    dimension(name, [1, to], (size, id) => graphqlRequest(QUESTION, { id, ...variables(size) })),
  ),
  ...Object.entries(groups).map(([name, [to, variables]]) =>
    dimension(name, [1, to], (size, id) => graphqlRequest(GROUPS, { id, ...variables(size) })),
  ),
  ...Object.entries(parameters).map(([name, query]) =>
    dimension(name, [64, 15_000], (size, id) => ({ path: `/api/access/datafile/${id}/rows?${query(size)}` })),
  ),
  {
    name: 'table questions: a page in an order far behind',
    as: 'depositor',
    sizes: [1, 19],
    // Each page begins where the one before has ended; only the last one is measured.
    requests: async (size, world) => {
      const page = `/api/access/datafile/${await world.table()}/rows?first=1000&orderBy=text,-count`;
      const cursor = await world.cursorBehind(page, size);
      return { path: `${page}&after=${cursor}` };
    },
  },
];
