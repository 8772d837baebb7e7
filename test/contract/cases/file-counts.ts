import { expect } from 'vitest';
import { addFile, publishDataset, type SeededDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

/** A draft with three files of known size, type and tags. */
async function counted({ fresh, callers }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.draft();
  const { owner } = callers;
  await addFile(owner, dataset, {
    name: 'one.txt',
    bytes: 'a'.repeat(1000),
    type: 'text/plain',
    jsonData: { categories: ['Data', 'Code'] },
  });
  await addFile(owner, dataset, {
    name: 'two.txt',
    bytes: 'b'.repeat(500),
    type: 'text/plain',
    jsonData: { categories: ['Data'], restrict: true },
  });
  await addFile(owner, dataset, { name: 'three.csv', bytes: 'c,d\n1,2\n', type: 'text/csv' });
  return dataset;
}

const refusals = ['datasets.versions.files.counts', 'datasets.versions.downloadsize'].flatMap((row): ContractCase[] => [
  {
    row,
    shows: 'shows no draft to guests',
    given: ({ draft }) => ({ path: [draft.id, ':draft'] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  { row, shows: 'names an unknown dataset', given: () => ({ path: [999999, ':latest'] }), status: 404, errorCode: 'DATASET_NOT_FOUND' },
  {
    row,
    shows: 'names an unknown version',
    given: ({ published }) => ({ path: [published.id, '7.3'] }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  {
    row,
    shows: 'refuses an unknown access status',
    given: ({ published }) => ({ path: [published.id, '1.0'], query: { accessStatus: 'public' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row,
    shows: 'shows a deaccessioned version on request',
    given: async (world) => {
      const dataset = await counted(world);
      const { owner } = world.callers;
      await publishDataset(owner, dataset);
      await owner.rest.post(`/api/datasets/${dataset.id}/versions/1.0/deaccession`, { deaccessionReason: 'Withdrawn' });
      return { path: [dataset.id, '1.0'], query: { includeDeaccessioned: 'true' } };
    },
    status: 200,
  },
]);

/** Cases of counting files. Source: datasets.md 14.1, 14.2 and 1.2. */
export const fileCountCases: readonly ContractCase[] = [
  {
    row: 'datasets.versions.files.counts',
    shows: 'counts in all and of each kind; kinds without files are left out',
    as: 'owner',
    given: async (world) => ({ path: [(await counted(world)).id, ':draft'] }),
    status: 200,
    holds: (answer) =>
      expect(answer.at('data')).toEqual({
        total: 3,
        perContentType: { 'text/plain': 2, 'text/csv': 1 },
        perCategoryName: { Data: 2, Code: 1 },
        perTabularTagName: {},
        perAccessStatus: { Public: 2, Restricted: 1 },
      }),
  },
  {
    row: 'datasets.versions.files.counts',
    shows: 'counts what the filters leave',
    as: 'owner',
    given: async (world) => ({
      path: [(await counted(world)).id, ':draft'],
      query: { categoryName: 'Data', accessStatus: 'Public', searchText: 'ONE' },
    }),
    status: 200,
    holds: (answer) =>
      expect(answer.at('data')).toEqual({
        total: 1,
        perContentType: { 'text/plain': 1 },
        perCategoryName: { Data: 1, Code: 1 },
        perTabularTagName: {},
        perAccessStatus: { Public: 1 },
      }),
  },
  {
    row: 'datasets.versions.files.counts',
    shows: 'answers for a version without files',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id, ':draft'] }),
    status: 200,
    holds: (answer) =>
      expect(answer.at('data')).toEqual({ total: 0, perContentType: {}, perCategoryName: {}, perTabularTagName: {}, perAccessStatus: {} }),
  },
  ...['All', 'Original', 'Archival'].map((mode): ContractCase => ({
    row: 'datasets.versions.downloadsize',
    shows: `adds up the sizes of files, mode ${mode}`,
    as: 'owner',
    given: async (world) => ({ path: [(await counted(world)).id, ':draft'], query: { mode } }),
    status: 200,
    keys: ['message', 'storageSize'],
    holds: (answer) => {
      expect(answer.at('data.storageSize')).toBe(1508);
      expect(answer.text('data.message')).toMatch(/^Total size of the files available for download .*: 1,508 bytes$/);
    },
  })),
  {
    row: 'datasets.versions.downloadsize',
    shows: 'adds up what the filters leave',
    as: 'owner',
    given: async (world) => ({ path: [(await counted(world)).id, ':draft'], query: { contentType: 'text/csv' } }),
    status: 200,
    holds: (answer) => expect(answer.at('data.storageSize')).toBe(8),
  },
  {
    row: 'datasets.versions.downloadsize',
    shows: 'refuses an unknown mode',
    given: ({ published }) => ({ path: [published.id, '1.0'], query: { mode: 'all' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  ...refusals,
];
