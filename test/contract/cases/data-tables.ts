import { expect } from 'vitest';
import { makeIngestedPets, PETS } from '../../support/ingested-files.ts';
import { addFile, publishDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { withFile } from './file-changes.ts';

const TABLES = 'files.dataTables';

/** `pets.csv` as its ingest leaves it: in a draft, or published as 1.0. */
export async function withTable({ server, fresh, callers: { owner } }: ContractWorld, published = false): Promise<number> {
  const dataset = await fresh.draft();
  const file = await addFile(owner, dataset, { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' });
  await makeIngestedPets(server, file);
  if (published) await publishDataset(owner, dataset);
  return file;
}

/** Cases of the tables that files were ingested into. Source: files.md 3, 22.1. */
export const dataTableCases: readonly ContractCase[] = [
  {
    row: TABLES,
    shows: 'gives the variables of a published table to anyone, in their order',
    given: async (world) => ({ path: [await withTable(world, true)] }),
    status: 200,
    holds: (answer) => {
      expect(answer.record('data.0')).toMatchObject({ varQuantity: 3, caseQuantity: 3, UNF: PETS.unf });
      expect(Object.keys(answer.record('data.0'))).toEqual(['varQuantity', 'caseQuantity', 'UNF', 'dataVariables']);
      const pounds = answer.record('data.0.dataVariables.1');
      expect(pounds).toEqual({
        id: expect.any(Number),
        name: 'pounds',
        label: 'pounds',
        weighted: false,
        variableIntervalType: 'discrete',
        variableFormatType: 'NUMERIC',
        isOrderedCategorical: false,
        fileOrder: 1,
        UNF: PETS.variables[1].unf,
        variableMetadata: [],
        summaryStatistics: PETS.statistics,
      });
      expect(answer.at('data.0.dataVariables.0.summaryStatistics')).toBeUndefined();
      expect(answer.text('data.0.dataVariables.2.name')).toBe('species');
    },
  },
  {
    row: TABLES,
    shows: 'shows categories, declared missing values and formats',
    as: 'owner',
    given: async (world) => {
      const file = await withTable(world);
      const { sql } = world.server.application.connection;
      const categories = [{ value: '9', label: 'no answer', isMissing: true, frequency: 2 }];
      const ranges = [{ value: '9' }, { min: '90', max: null }, { min: '1', max: '5' }];
      await sql`update data_variable set categories = ${JSON.stringify(categories)}::text::jsonb, invalid_ranges = ${JSON.stringify(ranges)}::text::jsonb, format = 'float',
        decimal_points = 2, is_ordered_categorical = true, interval_type = 'contin' where data_file_id = ${file} and file_order = 1`;
      return { path: [file] };
    },
    status: 200,
    holds: (answer) => {
      const point = {
        hasBeginValueType: true,
        isBeginValueTypePoint: true,
        isBeginValueTypeMin: false,
        isBeginValueTypeMinExcl: false,
        isBeginValueTypeMax: false,
        isBeginValueTypeMaxExcl: false,
        hasEndValueType: false,
        endValueTypeMax: false,
        endValueTypeMaxExcl: false,
      };
      const from = { ...point, isBeginValueTypePoint: false, isBeginValueTypeMin: true };
      expect(answer.record('data.0.dataVariables.1')).toMatchObject({
        variableIntervalType: 'contin',
        format: 'float',
        numberOfDecimalPoints: 2,
        isOrderedCategorical: true,
        variableCategories: [{ label: 'no answer', value: '9', isMissing: true, frequency: 2 }],
        invalidRanges: [
          { beginValue: '9', ...point },
          { beginValue: '90', ...from },
          { beginValue: '1', ...from, endValue: '5', hasEndValueType: true, endValueTypeMax: true },
        ],
      });
    },
  },
  {
    row: TABLES,
    shows: 'lists more variables than are read at once',
    as: 'owner',
    given: async (world) => {
      const file = await withTable(world);
      const { sql } = world.server.application.connection;
      await sql`insert into data_variable (data_file_id, file_order, name, interval_type, format_type, unf)
        select ${file}, n, 'v' || n, 'discrete', 'CHARACTER', 'UNF:6:x' from generate_series(3, 249) n`;
      await sql`update data_table set variable_quantity = 250 where data_file_id = ${file}`;
      return { path: [file] };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.list('data.0.dataVariables')).toHaveLength(250);
      expect(answer.record('data.0.dataVariables.249')).toMatchObject({ name: 'v249', fileOrder: 249 });
      expect(answer.at('data.0.dataVariables.249.label')).toBeUndefined();
    },
  },
  {
    row: TABLES,
    shows: 'needs the right to download a restricted file',
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
    row: TABLES,
    shows: 'hides the variables of an unpublished file',
    as: 'stranger',
    given: async (world) => ({ path: [await withTable(world)] }),
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: TABLES,
    shows: 'hides the variables of an unpublished file from guests',
    given: async (world) => ({ path: [await withTable(world)] }),
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: TABLES,
    shows: 'has nothing to show of a file that was not ingested',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file] }),
    status: 400,
    errorCode: 'FILE_NOT_TABULAR',
  },
  {
    row: TABLES,
    shows: 'finds no file of an unknown number',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  { row: TABLES, shows: 'refuses a bad file id', given: () => ({ path: ['abc'] }), status: 400, errorCode: 'BAD_USER_INPUT' },
  {
    row: 'files.get',
    shows: 'tells of an ingested file what was uploaded, and the fingerprint of its values',
    as: 'owner',
    given: async (world) => ({ path: [await withTable(world)] }),
    status: 200,
    holds: (answer) =>
      expect(answer.record('data.dataFile')).toMatchObject({
        contentType: 'text/tab-separated-values',
        filesize: PETS.tab.length,
        originalFileFormat: 'text/csv',
        originalFormatLabel: 'Comma Separated Values',
        originalFileSize: PETS.csv.length,
        originalFileName: 'pets.csv',
        UNF: PETS.unf,
        tabularData: true,
      }),
  },
  {
    row: 'files.get',
    shows: 'names the original after the table where its name was not recorded, and its type UNKNOWN',
    as: 'owner',
    given: async (world) => {
      const file = await withTable(world);
      await world.server.application.connection
        .sql`update saved_original set file_name = null, content_type = null where data_file_id = ${file}`;
      return { path: [file] };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.record('data.dataFile')).toMatchObject({ originalFormatLabel: 'UNKNOWN', originalFileName: 'pets.tab' });
      expect(answer.at('data.dataFile.originalFileFormat')).toBeUndefined();
    },
  },
];
