import { expect } from 'vitest';
import { addFile, publishDataset, type SeededDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const DELETE = 'datasets.deleteFiles';
const METADATA = 'datasets.files.metadata';

/** A draft with the files `a.txt` and `b.txt`. */
async function twoFiles({
  fresh,
  callers: { owner },
}: ContractWorld): Promise<{ readonly dataset: SeededDataset; readonly ids: readonly [number, number] }> {
  const dataset = await fresh.draft();
  return { dataset, ids: [await addFile(owner, dataset, { name: 'a.txt' }), await addFile(owner, dataset, { name: 'b.txt' })] };
}

/** Cases of changes to many files at once. Source: files.md 22.6. */
export const fileBulkCases: readonly ContractCase[] = [
  {
    row: DELETE,
    shows: 'takes out all files that are named',
    as: 'contributor',
    given: async (world) => {
      const { dataset, ids } = await twoFiles(world);
      return { path: [dataset.id], json: ids };
    },
    status: 200,
    holds: (answer) => expect(answer.record('data')).toEqual({ message: '2 files deleted successfully.' }),
  },
  {
    row: DELETE,
    shows: 'leaves published versions as they are',
    as: 'owner',
    given: async (world) => {
      const { dataset, ids } = await twoFiles(world);
      await publishDataset(world.callers.owner, dataset);
      return { path: [dataset.id], json: [ids[0]] };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/^1 files/),
  },
  {
    row: DELETE,
    shows: 'takes out none when one is not of the dataset',
    as: 'owner',
    given: async (world) => {
      const { dataset, ids } = await twoFiles(world);
      return { path: [dataset.id], json: [ids[0], world.publishedFile] };
    },
    status: 400,
    errorCode: 'FILE_NOT_IN_VERSION',
    holds: (answer, world) => expect(answer.text('errors.0.message')).toContain(String(world.publishedFile)),
  },
  ...[DELETE, METADATA].flatMap((row): ContractCase[] => [
    {
      row,
      shows: 'finds no dataset of an unknown number, also with an empty list',
      as: 'owner',
      given: () => ({ path: [987_654], json: [] }),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
  ]),
  {
    row: DELETE,
    shows: 'needs an id',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], json: [] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: DELETE,
    shows: 'needs numbers',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], json: ['a'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: DELETE,
    shows: 'needs EditDataset: 403',
    as: 'member',
    given: ({ published, publishedFile }) => ({ path: [published.id], json: [publishedFile] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: DELETE,
    shows: 'asks guests to log in',
    given: ({ published, publishedFile }) => ({ path: [published.id], json: [publishedFile] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: DELETE,
    shows: 'finds no dataset of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654], json: [1] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: DELETE,
    shows: 'answers 400 to an author in review',
    as: 'contributor',
    given: async (world) => {
      const { dataset, ids } = await twoFiles(world);
      await world.lock(dataset, 'InReview');
      return { path: [dataset.id], json: ids };
    },
    status: 400,
    errorCode: 'DATASET_LOCKED',
  },
  {
    row: METADATA,
    shows: 'changes all files that are named, also when they exchange their names',
    as: 'contributor',
    given: async (world) => {
      const { dataset, ids } = await twoFiles(world);
      return {
        path: [dataset.id],
        json: [
          { dataFileId: ids[0], label: 'b.txt', categories: [{ name: 'Data' }], provFreeform: 'By hand' },
          { dataFileId: ids[1], label: 'a.txt', restrict: 'true' },
        ],
      };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/2 files/),
  },
  {
    row: METADATA,
    shows: 'changes none when one breaks a rule, and names every rule that is broken',
    as: 'owner',
    given: async (world) => {
      const { dataset, ids } = await twoFiles(world);
      return {
        path: [dataset.id],
        json: [
          { dataFileId: ids[0], label: 'a?.txt' },
          { dataFileId: ids[1], directoryLabel: 'ä' },
        ],
      };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => {
      expect([answer.at('errors.0.pointer'), answer.at('errors.1.pointer')]).toEqual(['/files/0/label', '/files/1/directoryLabel']);
    },
  },
  {
    row: METADATA,
    shows: 'refuses two files at one place',
    as: 'owner',
    given: async (world) => {
      const { dataset, ids } = await twoFiles(world);
      return { path: [dataset.id], json: ids.map((dataFileId) => ({ dataFileId, label: 'same.txt' })) };
    },
    status: 400,
    errorCode: 'FILE_PATH_TAKEN',
    message: /same\.txt/,
  },
  {
    row: METADATA,
    shows: 'refuses the place of a file that does not move',
    as: 'owner',
    given: async (world) => {
      const { dataset, ids } = await twoFiles(world);
      return { path: [dataset.id], json: [{ dataFileId: ids[0], label: 'b.txt' }] };
    },
    status: 400,
    errorCode: 'FILE_PATH_TAKEN',
    message: /b\.txt/,
  },
  {
    row: METADATA,
    shows: 'names files that are not of the dataset',
    as: 'owner',
    given: async (world) => ({ path: [(await twoFiles(world)).dataset.id], json: [{ dataFileId: world.publishedFile }] }),
    status: 400,
    errorCode: 'FILE_NOT_IN_VERSION',
  },
  {
    row: METADATA,
    shows: 'needs the id of each file',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], json: [{ label: 'x' }] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: METADATA,
    shows: 'needs EditDataset: 403',
    as: 'member',
    given: ({ published, publishedFile }) => ({ path: [published.id], json: [{ dataFileId: publishedFile }] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: METADATA,
    shows: 'refuses what was made up on an older state',
    as: 'owner',
    given: async (world) => {
      const { dataset, ids } = await twoFiles(world);
      return { path: [dataset.id], query: { sourceLastUpdateTime: '2020-01-01T00:00:00Z' }, json: [{ dataFileId: ids[0] }] };
    },
    status: 400,
    errorCode: 'DATASET_STALE',
  },
];
