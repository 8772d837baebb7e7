import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import type { SeededDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const BAD_LINK = 'random text, not a url';

/** A dataset of which a stored value breaks a rule, as another program may have left it. */
async function spoiled({ fresh, server }: ContractWorld): Promise<SeededDataset & { readonly versionId: number }> {
  const dataset = await fresh.published();
  const { sql } = server.application.connection;
  const [row] = await sql<{ id: number }[]>`
    update dataset_version set deaccession_link = ${BAD_LINK} where dataset_id = ${dataset.id} returning id`;
  return { ...dataset, versionId: row?.id ?? 0 };
}

const refusals = (row: string, path: readonly (string | number)[]): readonly ContractCase[] => [
  { row, shows: 'is not for guests', given: () => ({ path }), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  { row, shows: 'needs the gate of the administration', as: 'owner', given: () => ({ path }), status: 403, errorCode: 'ADMIN_API_REFUSED' },
];

/** What names no dataset that could be examined. */
export const examinedIds = (row: string): readonly ContractCase[] => [
  ...['doi:10.5072/FK2/NOSUCH', 'nothing'].map((persistentId): ContractCase => ({
    row,
    shows: `knows no dataset with the identifier ${persistentId}`,
    as: 'superuser',
    given: () => ({ path: [':persistentId'], query: { persistentId } }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  })),
  {
    row,
    shows: 'asks for the identifier that its path speaks of',
    as: 'superuser',
    given: () => ({ path: [':persistentId'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.text('errors.0.pointer')).toBe('/query/persistentId'),
  },
];

/** Cases of the checks of stored records. Source: users-admin.md 13. */
export const validationCases: readonly ContractCase[] = [
  {
    row: 'admin.validate.dataset',
    shows: 'says that all is well',
    as: 'superuser',
    given: ({ published }) => ({ path: [published.id], query: { variables: 'true' } }),
    status: 200,
    holds: (answer) => expect(answer.record('data')).toEqual({ message: 'valid' }),
  },
  {
    row: 'admin.validate.dataset',
    shows: 'names the first violation',
    as: 'superuser',
    given: async (world) => ({ path: [(await spoiled(world)).id] }),
    status: 200,
    keys: ['entityClassDatabaseTableRowId', 'field', 'invalidValue'],
    holds: (answer) => {
      expect(answer.text('data.entityClassDatabaseTableRowId')).toMatch(/^\[DatasetVersion id:\d+\]$/);
      expect(answer.record('data')).toMatchObject({ field: 'deaccessionLink', invalidValue: BAD_LINK });
    },
  },
  {
    row: 'admin.validate.dataset',
    shows: 'writes NULL for a value that is missing',
    as: 'superuser',
    given: async ({ fresh, server }) => {
      const dataset = await fresh.draft();
      const { sql } = server.application.connection;
      const nameless = { citation: [{ typeName: 'series', multiple: true, typeClass: 'compound', value: 'none' }] };
      await sql`update dataset_version set metadata = ${JSON.stringify({ nosuch: [{ ...nameless.citation[0] }] })}::json where dataset_id = ${dataset.id}`;
      return { path: [dataset.id] };
    },
    status: 200,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ field: 'series', invalidValue: 'NULL' }),
  },
  {
    row: 'admin.validate.dataset',
    shows: 'looks at the names of files',
    as: 'superuser',
    given: async ({ fresh, server, callers }) => {
      const dataset = await fresh.draft();
      await callers.owner.rest.upload(`/api/datasets/${dataset.id}/add`, { name: 'good.txt', bytes: 'good' });
      const { sql } = server.application.connection;
      await sql`update file_metadata set label = 'a:b' where dataset_id = ${dataset.id}`;
      return { path: [dataset.id] };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.text('data.entityClassDatabaseTableRowId')).toMatch(/^\[FileMetadata id:\d+\]$/);
      expect(answer.record('data')).toMatchObject({ field: 'label', invalidValue: 'a:b' });
    },
  },
  {
    row: 'admin.validate.dataset',
    shows: 'looks at values of metadata',
    as: 'superuser',
    given: async ({ fresh, server }) => {
      const dataset = await fresh.draft();
      const { sql } = server.application.connection;
      const field = { typeName: 'productionDate', multiple: false, typeClass: 'primitive', value: 'someday' };
      await sql`update dataset_version set metadata = ${JSON.stringify({ citation: [field] })}::json where dataset_id = ${dataset.id}`;
      return { path: [dataset.id] };
    },
    status: 200,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ field: 'productionDate', invalidValue: 'someday' }),
  },
  ...['999999999', '99999999999', 'abc', '-1'].map((id): ContractCase => ({
    row: 'admin.validate.dataset',
    shows: `knows no dataset ${id}`,
    as: 'superuser',
    given: () => ({ path: [id] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  })),
  {
    row: 'admin.validate.dataset',
    shows: 'takes a persistent identifier',
    as: 'superuser',
    given: ({ published }) => ({ path: [':persistentId'], query: { persistentId: published.persistentId } }),
    status: 200,
    holds: (answer) => expect(answer.record('data')).toEqual({ message: 'valid' }),
  },
  ...examinedIds('admin.validate.dataset'),
  ...refusals('admin.validate.dataset', [1]),
  {
    row: 'admin.validate.datasets',
    shows: 'streams a line for each dataset by id, without an envelope',
    as: 'superuser',
    given: async (world) => {
      await spoiled(world);
      // More than one page of the operation behind the stream.
      for (let count = 0; count < 21; count += 1) await world.fresh.draft();
      return {};
    },
    status: 200,
    holds: async (answer, { server }) => {
      const { sql } = server.application.connection;
      const ids = (await sql<{ id: number }[]>`select id from dataset order by id`).map(({ id }) => id);
      expect(answer.headers.get('content-type')).toBe('application/json');
      const lines = answer.list('datasets').map((line) => readJson(line).record(''));
      expect(lines.map((line) => line['datasetId'])).toEqual(ids);
      expect(ids.length).toBeGreaterThan(20);
      expect(lines.find((line) => line['invalidValue'] === BAD_LINK)).toMatchObject({ status: 'invalid', field: 'deaccessionLink' });
      expect(lines[0]).toEqual({ datasetId: ids[0], status: 'valid' });
      expect(answer.body.split('\n')).toEqual([
        '{"datasets": [',
        ...ids.map((id, index) => expect.stringMatching(new RegExp(`^\\{"datasetId":${id},.*\\}${index === ids.length - 1 ? '$' : ',$'}`))),
        ']',
        '}',
        '',
      ]);
    },
  },
  ...refusals('admin.validate.datasets', []),
];
