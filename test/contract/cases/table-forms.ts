import { expect } from 'vitest';
import { makeIngestedPets, PETS } from '../../support/ingested-files.ts';
import { addFile, publishDataset } from '../../support/seed.ts';
import type { RestAnswer } from '../../support/rest-client.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { withTable } from './data-tables.ts';

const FILE = 'access.datafile';
const TEXT = PETS.header + PETS.tab;
const CSV = PETS.csv;
const noForm = { status: 404, errorCode: 'FILE_FORM_UNAVAILABLE', message: /^datafile access error/ } as const;

/** The table of the example in a form, asked for by its owner. */
function inForm(query: Readonly<Record<string, string>>, facts: Omit<ContractCase, 'row' | 'given'>): ContractCase {
  return { row: FILE, as: 'owner', ...facts, given: async (world) => ({ path: [await withTable(world)], query }) };
}

async function variablesOf({ server }: ContractWorld, file: number): Promise<string[]> {
  const rows = await server.application.connection.sql`select id from data_variable where data_file_id = ${file} order by file_order`;
  return rows.map(({ id }) => String(id));
}

/** Some of its columns, by what is written for their ids. */
function subset(write: (ids: readonly string[]) => string, facts: Omit<ContractCase, 'row' | 'given'>): ContractCase {
  return {
    row: FILE,
    as: 'owner',
    ...facts,
    given: async (world) => {
      const file = await withTable(world);
      return { path: [file], query: { variables: write(await variablesOf(world, file)) } };
    },
  };
}

function typed(contentType: string, name: string): (answer: Pick<RestAnswer, 'headers' | 'body'>) => void {
  return ({ headers, body }) => {
    expect(headers.get('content-type')).toBe(`${contentType}; name="${name}"`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('etag')).toBeTruthy();
    expect(body.length).toBeGreaterThan(0);
  };
}

/** Cases of the forms in which tables are given out. Source: files.md 11.2 to 11.4. */
export const tableFormCases: readonly ContractCase[] = [
  ...[
    {},
    { format: 'tab' },
    { noVarHeader: 'false' },
    { variables: '' },
    { variables: 'v,all,99999999' },
    { variables: '', format: 'nonsense' },
  ].map((query: Readonly<Record<string, string>>) =>
    inForm(query, {
      shows: `gives the text below its names with ${JSON.stringify(query)}`,
      status: 200,
      holds: ({ body, headers }) => {
        expect(body).toBe(TEXT);
        expect(headers.get('content-length')).toBe(String(TEXT.length));
        expect(headers.get('content-disposition')).toBe('attachment; filename="pets.tab"');
      },
    }),
  ),
  ...[{ noVarHeader: 'true' }, { noVarHeader: '1', format: 'tab' }].map((query) =>
    inForm(query, {
      shows: `leaves the names out with ${JSON.stringify(query)}`,
      status: 200,
      holds: ({ body }) => expect(body).toBe(PETS.tab),
    }),
  ),
  {
    row: FILE,
    shows: 'counts the names in ranges',
    as: 'owner',
    given: async (world) => ({ path: [await withTable(world)], headers: { Range: 'bytes=5-29' } }),
    status: 206,
    holds: ({ body, headers }) => {
      expect(body).toBe(TEXT.slice(5, 30));
      expect(headers.get('content-range')).toBe(`bytes 5-29/${TEXT.length}`);
    },
  },
  {
    row: FILE,
    shows: 'gives ranges within the names, behind them and at the end',
    as: 'owner',
    given: async (world) => ({ path: [await withTable(world)], headers: { Range: 'bytes=0-3,20-22,-2' } }),
    status: 206,
    holds: ({ body }) => expect(body).toMatch(/\r\n\r\nname\r\n--.*\r\n\r\n"Ma\r\n--.*\r\n\r\n"\n\r\n--/s),
  },
  {
    row: FILE,
    shows: 'gives a text that is stored with its names as it is',
    as: 'owner',
    given: async (world) => {
      const file = await withTable(world);
      await world.server.application.connection.sql`update data_table set text_has_header = true where data_file_id = ${file}`;
      return { path: [file] };
    },
    status: 200,
    holds: ({ body }) => expect(body).toBe(PETS.tab),
  },
  {
    row: FILE,
    shows: 'does not take the names out of a text that is stored with them',
    as: 'owner',
    given: async (world) => {
      const file = await withTable(world);
      await world.server.application.connection.sql`update data_table set text_has_header = true where data_file_id = ${file}`;
      return { path: [file], query: { noVarHeader: 'true' } };
    },
    status: 503,
    errorCode: 'FILE_HEADER_STORED',
  },
  inForm(
    { format: 'original' },
    {
      shows: 'gives out what was uploaded as the original of a table',
      status: 200,
      holds: ({ body, headers }) => {
        expect(body).toBe(PETS.csv);
        expect(headers.get('content-type')).toBe('text/csv; name="pets.csv"');
      },
    },
  ),
  inForm({ format: 'csv' }, { shows: 'gives CSV', status: 200, holds: ({ body }) => expect(body).toBe(CSV) }),
  inForm(
    { format: 'jsonl' },
    {
      shows: 'gives a JSON object for each row',
      status: 200,
      holds: ({ body }) => expect(body.split('\n')[0]).toBe('{"name":"Marshall","pounds":40,"species":"dog"}'),
    },
  ),
  inForm({ format: 'parquet' }, { shows: 'gives Parquet', status: 200, holds: typed('application/vnd.apache.parquet', 'pets.parquet') }),
  inForm({ format: 'arrow' }, { shows: 'gives Arrow', status: 200, holds: typed('application/vnd.apache.arrow.file', 'pets.arrow') }),
  inForm({ format: 'RData' }, { shows: 'gives what R loads', status: 200, holds: typed('application/x-rlang-transport', 'pets.RData') }),
  inForm(
    { format: 'prep' },
    {
      shows: 'gives a summary of the variables',
      status: 200,
      holds: (answer) => {
        typed('application/json', 'pets.json')(answer);
        const summary: unknown = JSON.parse(answer.body);
        expect(summary).toMatchObject({
          rows: 3,
          columns: 3,
          UNF: PETS.unf,
          variables: [{ name: 'name' }, { statistics: PETS.statistics }, {}],
        });
      },
    },
  ),
  subset(([name, , species]) => `v${species}, ${name},${species},x,7v`, {
    shows: 'gives columns in the order of their ids, one twice',
    status: 200,
    holds: ({ body, headers }) => {
      expect(body).toBe('species\tname\tspecies\n"dog"\t"Marshall"\t"dog"\n"cat"\t"Tiger"\t"cat"\n"cat"\t"Panther"\t"cat"\n');
      expect(headers.get('content-disposition')).toBe('attachment; filename="pets-subset.tab"');
      expect(headers.get('content-type')).toBe('text/tab-separated-values; name="pets-subset.tab"');
    },
  }),
  subset(([name]) => Array.from({ length: 11 }, () => name).join(), {
    shows: 'refuses more columns than the table has, and than ten',
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  }),
  ...[{ format: 'subset' }, { format: 'Tab' }, { format: 'ORIGINAL' }, { format: 'nonsense' }, { imageThumb: 'true' }].map((query) =>
    inForm(query, { shows: `has no form ${JSON.stringify(query)} of a table`, ...noForm }),
  ),
  {
    row: FILE,
    shows: 'makes no form of a restricted table for those who may not download it',
    as: 'stranger',
    given: async (world) => {
      const file = await withTable(world, true);
      await world.server.application.connection.sql`update data_file set restricted = true where id = ${file}`;
      return { path: [file], query: { format: 'csv' } };
    },
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: 'access.datafiles',
    shows: 'packs tables below their names',
    as: 'owner',
    given: async (world) => ({ path: [await withTable(world)] }),
    status: 200,
    holds: ({ body }) => expect(body).toContain(TEXT),
  },
  {
    row: 'access.datafiles',
    shows: 'packs tables in a format, and other files as they are',
    as: 'owner',
    given: async (world) => {
      const { owner } = world.callers;
      const dataset = await world.fresh.draft();
      const table = await addFile(owner, dataset, { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' });
      await makeIngestedPets(world.server, table);
      const other = await addFile(owner, dataset, { name: 'other.txt', bytes: 'other bytes', type: 'text/plain' });
      await publishDataset(owner, dataset);
      return { path: [`${table},${other}`], query: { format: 'jsonl' } };
    },
    status: 200,
    holds: ({ body }) => {
      expect(body).toContain('{"name":"Tiger","pounds":17,"species":"cat"}');
      expect(body).toContain('pets.jsonl (application/jsonl)');
      expect(body).toContain('other bytes');
    },
  },
];
