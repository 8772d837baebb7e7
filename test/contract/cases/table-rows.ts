import { expect } from 'vitest';
import type { ContractCase } from './contract-case.ts';
import { succeeded } from '../../support/seed.ts';
import { withFile } from './file-changes.ts';
import { withTable } from './data-tables.ts';

const ROWS = 'access.datafile.rows';

type Query = Readonly<Record<string, string>>;

/** A question to the example, of its owner. */
function asked(query: Query, facts: Omit<ContractCase, 'row' | 'given'>): ContractCase {
  return { row: ROWS, as: 'owner', ...facts, given: async (world) => ({ path: [await withTable(world)], query }) };
}

/** What a question is answered with. */
function answered(shows: string, query: Query, expected: Readonly<Record<string, unknown>>): ContractCase {
  return asked(query, { shows, status: 200, holds: (answer) => expect(answer.record('data')).toMatchObject(expected) });
}

function refused(query: Query, message: RegExp): ContractCase {
  return asked(query, { shows: `refuses ${JSON.stringify(query)}`, status: 400, errorCode: 'BAD_USER_INPUT', message });
}

const MARSHALL = ['Marshall', 40, 'dog'];
const TIGER = ['Tiger', 17, 'cat'];
const PANTHER = ['Panther', 21, 'cat'];

/** Cases of questions to the rows of tables. Source: files.md 22.9. */
export const tableRowCases: readonly ContractCase[] = [
  answered(
    'gives all rows and columns in their order',
    {},
    {
      columns: ['name', 'pounds', 'species'],
      rows: [MARSHALL, TIGER, PANTHER],
      numbers: [1, 2, 3],
      hasMore: false,
      next: null,
    },
  ),
  answered(
    'chooses and orders',
    { columns: 'pounds,name', where: 'pounds>=18;species=cat|dog', orderBy: '-pounds' },
    {
      columns: ['pounds', 'name'],
      rows: [
        [40, 'Marshall'],
        [21, 'Panther'],
      ],
      numbers: [1, 3],
    },
  ),
  ...(
    [
      ['name=Tiger', [TIGER]],
      ['name!=Tiger', [MARSHALL, PANTHER]],
      ['pounds<21', [TIGER]],
      ['pounds<=2.1e1', [TIGER, PANTHER]],
      ['pounds>21', [MARSHALL]],
      ['name^=Ti', [TIGER]],
      ['name~=nt', [PANTHER]],
      ['name=', []],
      ['name!=', [MARSHALL, TIGER, PANTHER]],
      [String.raw`name=a\;b\|c`, []],
      ["name=' or 1=1 --", []],
    ] as const
  ).map(([where, rows]) => answered(`reads the condition ${where}`, { where }, { rows })),
  answered(
    'groups',
    { groupBy: 'species', measures: 'count,mean(pounds),max(name),distinct(name),sum(pounds),min(pounds)' },
    {
      columns: ['species', 'count', 'mean(pounds)', 'max(name)', 'distinct(name)', 'sum(pounds)', 'min(pounds)'],
      rows: [
        ['cat', 2, 19, 'Tiger', 2, 38, 17],
        ['dog', 1, 40, 'Marshall', 1, 40, 40],
      ],
      hasMore: false,
      next: null,
    },
  ),
  answered('counts all rows as one group', { measures: 'count', where: 'species=cat' }, { columns: ['count'], rows: [[2]] }),
  answered('tells that there are more groups', { groupBy: 'name', first: '1' }, { rows: [['Marshall', 1]], hasMore: true, next: null }),
  ...[{}, { orderBy: '-name' }].map((order: Query): ContractCase => ({
    row: ROWS,
    shows: `goes on behind a page with ${JSON.stringify(order)}`,
    as: 'owner',
    given: async (world) => {
      const file = await withTable(world);
      const first = await world.callers.owner.rest.get(
        `/api/access/datafile/${file}/rows?${new URLSearchParams({ ...order, first: '1' }).toString()}`,
      );
      return { path: [file], query: { ...order, first: '1', after: first.text('data.next') } };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.rows')).toEqual([order['orderBy'] === undefined ? TIGER : PANTHER]),
  })),
  {
    row: ROWS,
    shows: 'refuses the cursor of another question',
    as: 'owner',
    given: async (world) => {
      const file = await withTable(world);
      const first = await world.callers.owner.rest.get(`/api/access/datafile/${file}/rows?first=1`);
      return { path: [file], query: { where: 'pounds>1', after: first.text('data.next') } };
    },
    status: 400,
    errorCode: 'CURSOR_INVALID',
  },
  refused({ columns: 'name,nothing' }, /nothing|variable/),
  refused({ where: 'nothing' }, /conditions/),
  refused({ where: 'nothing=1' }, /variable/),
  refused({ where: 'pounds=many' }, /number/),
  refused({ where: 'pounds~=1' }, /numbers/),
  refused({ where: 'name<' }, /conditions/),
  refused({ where: Array.from({ length: 21 }, () => 'pounds>1').join(';') }, /20/),
  refused({ where: `pounds=${Array.from({ length: 101 }, () => '1').join('|')}` }, /100/),
  refused({ orderBy: 'name,name,name,name' }, /3/),
  refused({ measures: 'median(pounds)' }, /measures/),
  refused({ measures: 'sum(name)' }, /numeric/),
  refused({ measures: 'sum' }, /variable/),
  refused({ groupBy: 'name,name,name,name' }, /3/),
  refused({ first: '0' }, /1/),
  refused({ first: 'some' }, /number/),
  asked({ first: '1001' }, { shows: 'refuses a page of more than 1000 rows', status: 400, errorCode: 'PAGE_TOO_LARGE' }),
  asked({ after: 'nonsense' }, { shows: 'refuses what is no cursor', status: 400, errorCode: 'CURSOR_INVALID' }),
  {
    row: ROWS,
    shows: 'answers no guests, who download without a token nowhere else either',
    given: async (world) => ({ path: [await withTable(world, true)] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: ROWS,
    shows: 'answers guests about a published table if the operator allows guests to download',
    given: async (world) => {
      await world.callers.superuser.rest.send('/api/admin/settings/:GuestDownload', { method: 'PUT', raw: 'true' });
      return { path: [await withTable(world, true)], query: { where: 'species=dog' } };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      await callers.superuser.rest.delete('/api/admin/settings/:GuestDownload');
      expect(answer.at('data.rows')).toEqual([MARSHALL]);
    },
  },
  {
    row: ROWS,
    shows: 'answers all who have a token about a published table',
    as: 'stranger',
    given: async (world) => ({ path: [await withTable(world, true)], query: { where: 'species=dog' } }),
    status: 200,
    holds: (answer) => expect(answer.at('data.rows')).toEqual([MARSHALL]),
  },
  {
    row: ROWS,
    shows: 'answers nothing about a restricted table',
    as: 'stranger',
    given: async (world) => {
      const file = await withTable(world, true);
      await world.server.application.connection.sql`update data_file set restricted = true where id = ${file}`;
      return { path: [file] };
    },
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: ROWS,
    shows: 'answers those who were given the right to download a restricted table',
    as: 'stranger',
    given: async (world) => {
      const file = await withTable(world, true);
      await world.server.application.connection.sql`update data_file set restricted = true where id = ${file}`;
      const { owner, stranger } = world.callers;
      succeeded(await owner.rest.put(`/api/access/datafile/${file}/grantAccess/${stranger.identifier}`));
      return { path: [file] };
    },
    status: 200,
    holds: (answer) => expect(answer.list('data.rows')).toHaveLength(3),
  },
  ...(['stranger', undefined] as const).map((as): ContractCase => ({
    row: ROWS,
    shows: `does not show a table of a draft to ${as === undefined ? 'guests' : 'others'}`,
    ...(as === undefined ? {} : { as }),
    given: async (world) => ({ path: [await withTable(world)] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  })),
  {
    row: ROWS,
    shows: 'answers nothing about an embargoed table',
    as: 'stranger',
    given: async (world) => {
      const file = await withTable(world, true);
      await world.server.application.connection.sql`update data_file set embargo_date_available = '2999-01-01' where id = ${file}`;
      return { path: [file] };
    },
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: ROWS,
    shows: 'answers nothing once the retention period is over',
    as: 'owner',
    given: async (world) => {
      const file = await withTable(world, true);
      await world.server.application.connection.sql`update data_file set retention_date_unavailable = '2001-01-01' where id = ${file}`;
      return { path: [file] };
    },
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: ROWS,
    shows: 'has no rows of a table that could not be brought into the form that is asked',
    as: 'owner',
    given: async (world) => {
      const file = await withTable(world);
      await world.server.application.connection.sql`insert into table_form (data_file_id, form) values (${file}, 'parquet')`;
      return { path: [file] };
    },
    status: 404,
    errorCode: 'FILE_FORM_UNAVAILABLE',
  },
  {
    row: ROWS,
    shows: 'has no rows of a file that was not ingested',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file] }),
    status: 400,
    errorCode: 'FILE_NOT_TABULAR',
  },
  {
    row: ROWS,
    shows: 'finds no file of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
];
