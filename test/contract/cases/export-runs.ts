import { expect } from 'vitest';
import type { ContractCase } from './contract-case.ts';

const ALL = 'admin.metadata.exportAll';
const AGAIN = 'admin.metadata.reExportAll';
const ONE = 'admin.metadata.reExportDataset';
const CLEAR = 'admin.metadata.clearExportTimestamps';

const started = [ALL, AGAIN].flatMap((row): ContractCase[] => [
  {
    row,
    shows: 'says that the job has begun, and nothing else',
    as: 'superuser',
    given: () => ({}),
    status: 202,
    holds: (answer) => expect(JSON.parse(answer.body)).toEqual({ status: 'WORKFLOW_IN_PROGRESS' }),
  },
]);

const one: readonly ContractCase[] = [
  {
    row: ONE,
    shows: 'says that the exports of a dataset are being made',
    as: 'superuser',
    given: ({ published }) => ({ path: [published.id] }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toBe('export started'),
  },
  {
    row: ONE,
    shows: 'takes the persistent identifier of a dataset',
    as: 'superuser',
    given: ({ published }) => ({ path: [':persistentId'], query: { persistentId: published.persistentId } }),
    status: 200,
  },
  {
    row: ONE,
    shows: 'takes a dataset without a published version, which has no exports to make',
    as: 'superuser',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 200,
  },
  {
    row: ONE,
    shows: 'does not find a dataset that there is not',
    as: 'superuser',
    given: () => ({ path: ['999999999'] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  ...['nonsense', '-1', '1.5'].map((id): ContractCase => ({
    row: ONE,
    shows: `refuses ${id} as an id`,
    as: 'superuser',
    given: () => ({ path: [id] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.text('errors.0.pointer')).toBe('/path/id'),
  })),
  {
    row: ONE,
    shows: 'does not find an unknown persistent identifier',
    as: 'superuser',
    given: () => ({ path: [':persistentId'], query: { persistentId: 'doi:10.5072/FK2/NOSUCH' } }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
];

const clear: readonly ContractCase[] = [
  {
    row: CLEAR,
    shows: 'says how many datasets had exports that are forgotten now',
    as: 'superuser',
    given: async ({ callers, published }) => {
      await callers.superuser.rest.get('/api/admin/metadata/clearExportTimestamps');
      await callers.guest.rest.get(`/api/datasets/export?exporter=oai_dc&persistentId=${published.persistentId}`);
      return {};
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/^cleared: [1-9]/),
  },
];

export const exportRunCases: readonly ContractCase[] = [...started, ...one, ...clear];
