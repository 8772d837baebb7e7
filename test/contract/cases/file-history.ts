import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { publishDataset, succeeded, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { withFile } from './file-changes.ts';

const HISTORY = 'files.versionDifferences';
const DELETED = 'files.hasBeenDeleted';
const CITATION = 'files.versions.citation';

/** A file of 1.0 that 2.0 restricts and describes, 3.0 replaces, and a draft takes out; the ids of both files. */
async function withHistory(world: ContractWorld): Promise<{ readonly first: number; readonly second: number }> {
  const { owner } = world.callers;
  const { dataset, file: first } = await withFile(world, true);
  const form = new FormData();
  form.set('jsonData', JSON.stringify({ description: 'Harvest', categories: ['Data', 'Code'], restrict: true }));
  succeeded(await owner.rest.send(`/api/files/${first}/metadata`, { method: 'POST', raw: form }));
  await publishDataset(owner, dataset);
  const replaced = succeeded(
    await owner.rest.upload(`/api/files/${first}/replace`, { name: 'weights.csv', bytes: uniqueName('a,b'), type: 'text/csv' }),
  );
  await publishDataset(owner, dataset);
  const second = replaced.number('data.files.0.dataFile.id');
  succeeded(await owner.rest.delete(`/api/files/${second}`));
  return { first, second };
}

/** Cases of what versions did to a file. Source: files.md 22.1. */
export const fileHistoryCases: readonly ContractCase[] = [
  {
    row: HISTORY,
    shows: 'tells what each version did to the file and those of its chain, newest first',
    as: 'owner',
    given: async (world) => ({ path: [(await withHistory(world)).first] }),
    status: 200,
    holds: (answer, { callers }) => {
      expect(answer.number('totalCount')).toBe(4);
      const entries = answer.list('data').map((entry) => readJson(entry));
      expect(entries.map((entry) => entry.at('datasetVersion'))).toEqual(['DRAFT', '3.0', '2.0', '1.0']);
      expect(entries.map((entry) => entry.at('fileDifferenceSummary.file'))).toEqual(['Deleted', 'Replaced', undefined, 'Added']);
      expect(entries[2]?.record('fileDifferenceSummary')).toEqual({
        FileAccess: 'Restricted',
        FileMetadata: [{ name: 'Description', action: 'Added' }],
        FileTags: { Added: 2 },
      });
      expect(Object.keys(entries[3]?.record('') ?? {})).toEqual([
        'datasetVersion',
        'versionNumber',
        'versionMinorNumber',
        'versionState',
        'isDraft',
        'isReleased',
        'isDeaccessioned',
        'contributors',
        'publishedDate',
        'datafileId',
        'persistentId',
        'fileDifferenceSummary',
      ]);
      expect(entries[0]?.record('')).toMatchObject({ isDraft: true, publishedDate: '', versionState: 'DRAFT' });
      expect(entries[0]?.at('versionNumber')).toBeUndefined();
      expect(callers.owner.identifier).toMatch(/owner/);
      expect(entries[1]?.text('contributors')).toMatch(/owner/i);
    },
  },
  {
    row: HISTORY,
    shows: 'leaves the draft out for those who may not see it, and gives a page',
    given: async (world) => ({ path: [(await withHistory(world)).second], query: { offset: '1', limit: '1' } }),
    status: 200,
    holds: (answer) => {
      expect(answer.number('totalCount')).toBe(3);
      expect(answer.list('data').map((entry) => readJson(entry).at('datasetVersion'))).toEqual(['2.0']);
    },
  },
  {
    row: HISTORY,
    shows: 'refuses a negative limit',
    given: ({ publishedFile }) => ({ path: [publishedFile], query: { limit: '-1' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: HISTORY,
    shows: 'hides files of drafts',
    as: 'stranger',
    given: ({ draftFile }) => ({ path: [draftFile] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: HISTORY,
    shows: 'finds no file of an unknown number',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: DELETED,
    shows: 'is true where the draft no longer has the file',
    as: 'owner',
    given: async (world) => ({ path: [(await withHistory(world)).second] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toBe(true),
  },
  {
    row: DELETED,
    shows: 'is false for those who do not see that draft',
    given: async (world) => ({ path: [(await withHistory(world)).second] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toBe(false),
  },
  {
    row: DELETED,
    shows: 'is true for a file that a published version replaced',
    given: async (world) => ({ path: [(await withHistory(world)).first] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toBe(true),
  },
  {
    row: DELETED,
    shows: 'hides files of drafts',
    as: 'stranger',
    given: ({ draftFile }) => ({ path: [draftFile] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: CITATION,
    shows: 'is that of the version with the name of the file',
    given: ({ publishedFile }) => ({ path: [publishedFile, '1.0'] }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/<a href="[^"]+" target="_blank">.*, V1.*; first\.txt \[fileName\]$/),
  },
  {
    row: CITATION,
    shows: 'hides drafts',
    given: ({ publishedFile }) => ({ path: [publishedFile, ':draft'] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  ...(
    [
      ['owner', 200, undefined],
      ['stranger', 401, 'DATASET_VERSION_NOT_FOUND'],
    ] as const
  ).map(([as, status, errorCode]): ContractCase => ({
    row: CITATION,
    shows: `of a withdrawn version is ${status} for ${as}s`,
    as,
    given: async (world) => {
      const { dataset, file } = await withFile(world, true);
      const body = { deaccessionReason: 'Wrong' };
      succeeded(await world.callers.owner.rest.post(`/api/datasets/${dataset.id}/versions/1.0/deaccession`, body));
      return { path: [file, '1.0'] };
    },
    status,
    ...(errorCode === undefined ? {} : { errorCode }),
  })),
  {
    row: CITATION,
    shows: 'refuses what is no version',
    given: ({ publishedFile }) => ({ path: [publishedFile, 'last'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: CITATION,
    shows: 'finds no file that the version lacks',
    as: 'owner',
    given: ({ draftFile }) => ({ path: [draftFile, '1.0'] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
];
