import { expect } from 'vitest';
import { addFile, succeeded, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';

const OUTER_KEYS = ['description', 'label', 'restricted', 'directoryLabel', 'version', 'datasetVersionId', 'categories', 'dataFile'];
const INNER_KEYS = [
  'id',
  'persistentId',
  'filename',
  'contentType',
  'friendlyType',
  'filesize',
  'description',
  'categories',
  'storageIdentifier',
  'rootDataFileId',
  'md5',
  'checksum',
  'tabularData',
  'creationDate',
  'directoryLabel',
  'lastUpdateTime',
  'fileAccessRequest',
];

function text(jsonData?: unknown, name = 'a.txt') {
  return { name, bytes: `${uniqueName('bytes')}\n`, type: 'text/plain', ...(jsonData === undefined ? {} : { jsonData }) };
}

const refused: readonly ContractCase[] = (
  [
    ['a label with a forbidden character', { label: 'a:b.txt' }, /label$/],
    ['a blank label', { label: '  ' }, /label$/],
    ['a folder with a forbidden character', { directoryLabel: 'a*b' }, /directoryLabel$/],
    ['tags, which need a tabular file', { dataFileTags: ['Survey'] }, /dataFileTags$/],
    ['a description that is no text', { description: 5 }, /description$/],
    ['categories that are no list', { categories: 'Data' }, /categories$/],
  ] as const
).map(([what, jsonData, pointer]): ContractCase => ({
  row: 'datasets.addFile',
  shows: `refuses ${what}, and says which key`,
  as: 'owner',
  given: async ({ fresh }) => ({ path: [(await fresh.draft()).id], file: text(jsonData) }),
  status: 400,
  errorCode: 'BAD_USER_INPUT',
  holds: (answer) => expect(answer.text('errors.0.pointer')).toMatch(pointer),
}));

/** Cases of adding files. Source: files.md 4. */
export const fileAddCases: readonly ContractCase[] = [
  {
    row: 'datasets.addFile',
    shows: 'gives the record with its keys in order',
    as: 'contributor',
    given: async ({ fresh }) => ({
      path: [(await fresh.draft()).id],
      file: text({ description: 'D', directoryLabel: 'one/two', categories: ['Data'] }),
    }),
    status: 200,
    keys: ['files'],
    holds: (answer) => {
      expect(Object.keys(answer.record('data.files.0'))).toEqual(OUTER_KEYS);
      expect(Object.keys(answer.record('data.files.0.dataFile'))).toEqual(INNER_KEYS);
      expect(answer.record('data.files.0.dataFile')).toMatchObject({
        persistentId: '',
        rootDataFileId: -1,
        tabularData: false,
        contentType: 'text/plain',
        fileAccessRequest: true,
      });
    },
  },
  {
    row: 'datasets.addFile',
    shows: 'gives a taken name the next free number, but not in another folder',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      await addFile(callers.owner, dataset, text());
      await addFile(callers.owner, dataset, text());
      const elsewhere = await callers.owner.rest.upload(`/api/datasets/${dataset.id}/add`, text({ directoryLabel: 'x' }));
      expect(elsewhere.at('data.files.0.label')).toBe('a.txt');
      return { path: [dataset.id], file: text() };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.files.0.label')).toBe('a-2.txt'),
  },
  {
    row: 'datasets.addFile',
    shows: 'refuses the same content again and names the file that has it',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      await addFile(callers.owner, dataset, { name: 'first.txt', bytes: 'same' });
      return { path: [dataset.id], file: { name: 'second.txt', bytes: 'same' } };
    },
    status: 400,
    errorCode: 'DUPLICATE_FILE',
    message: /first\.txt/,
  },
  ...refused,
  {
    row: 'datasets.addFile',
    shows: 'refuses an upload without a file',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], raw: new FormData() }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /file/,
  },
  {
    row: 'datasets.addFile',
    shows: 'refuses jsonData that is not JSON',
    as: 'owner',
    given: ({ draft }) => {
      const form = new FormData();
      form.set('jsonData', '{"description":');
      form.set('file', new Blob(['x']), 'x.txt');
      return { path: [draft.id], raw: form };
    },
    status: 400,
    errorCode: 'MALFORMED_JSON',
    message: /jsonData/,
  },
  {
    row: 'datasets.addFile',
    shows: 'reads multipart bodies alone',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], json: {} }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    row: 'datasets.addFile',
    shows: 'needs EditDataset: 403',
    as: 'member',
    given: ({ draft }) => ({ path: [draft.id], file: text() }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'datasets.addFile',
    shows: 'is not for guests: 403',
    given: ({ draft }) => ({ path: [draft.id], file: text() }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'datasets.addFile',
    shows: 'finds no dataset of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654], file: text() }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: 'datasets.addFile',
    shows: 'refuses a bad dataset id',
    as: 'owner',
    given: () => ({ path: ['abc'], file: text() }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'datasets.addFile',
    shows: 'answers 400 to an author in review',
    as: 'contributor',
    given: async ({ fresh, lock }) => {
      const dataset = await fresh.draft();
      await lock(dataset, 'InReview');
      return { path: [dataset.id], file: text() };
    },
    status: 400,
    errorCode: 'DATASET_LOCKED',
  },
  {
    row: 'datasets.addFile',
    shows: 'lets a curator add in review',
    as: 'curator',
    given: async ({ fresh, lock }) => {
      const dataset = await fresh.draft();
      await lock(dataset, 'InReview');
      return { path: [dataset.id], file: text({ restrict: 'true' }) };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.files.0.restricted')).toBe(true),
  },
  {
    row: 'datasets.addFile',
    shows: 'refuses a file over the upload limit, with both sizes',
    as: 'owner',
    given: async ({ draft, callers }) => {
      await callers.superuser.rest.send('/api/admin/settings/:MaxFileUploadSizeInBytes', { method: 'PUT', raw: '1024' });
      return { path: [draft.id], file: { name: 'big.bin', bytes: Buffer.alloc(5000, 1) } };
    },
    status: 413,
    errorCode: 'FILE_TOO_LARGE',
    message: /4\.9 KB.*1\.0 KB/,
    restore: async ({ callers }) => {
      await callers.superuser.rest.delete('/api/admin/settings/:MaxFileUploadSizeInBytes');
    },
  },
  {
    row: 'datasets.addFile',
    shows: 'refuses a restricted file for which access could not be requested, and keeps nothing: 409',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      succeeded(await callers.owner.rest.send(`/api/access/${dataset.id}/allowAccessRequest`, { method: 'PUT', raw: 'false' }));
      return { path: [dataset.id], file: text({ restrict: true }) };
    },
    status: 409,
    errorCode: 'DATASET_TERMS_INVALID',
  },
];
