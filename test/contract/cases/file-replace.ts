import { expect } from 'vitest';
import { addFile, succeeded, uniqueName } from '../../support/seed.ts';
import { zipOf } from '../../support/zip-archive.ts';
import type { FileToSend } from '../../support/rest-client.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { withFile } from './file-changes.ts';

const ROW = 'files.replace';

/** A new table of weights. */
export function weights(jsonData?: unknown, name = 'later.csv'): FileToSend {
  return { name, bytes: `name,${uniqueName('pounds')}\n`, type: 'text/csv', ...(jsonData === undefined ? {} : { jsonData }) };
}

/** Sets a setting, or deletes it. */
export async function setSetting({ callers }: ContractWorld, name: string, value: string | null): Promise<void> {
  const method = value === null ? 'DELETE' : 'PUT';
  succeeded(await callers.superuser.rest.send(`/api/admin/settings/${name}`, { method, ...(value === null ? {} : { raw: value }) }));
}

const successes: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'gives the one new record of a published file, with its place in the chain, and nothing of the old one',
    as: 'contributor',
    given: async (world) => {
      const { file } = await withFile(world, true);
      return { path: [file], file: weights({ directoryLabel: 'new' }) };
    },
    status: 200,
    keys: ['files'],
    holds: async (answer, { callers }) => {
      const old = answer.number('data.files.0.dataFile.previousDataFileId');
      expect(answer.list('data.files')).toHaveLength(1);
      expect(answer.record('data.files.0')).toMatchObject({
        label: 'later.csv',
        directoryLabel: 'new',
        description: '',
        restricted: false,
      });
      expect(answer.record('data.files.0.dataFile')).toMatchObject({ rootDataFileId: old, contentType: 'text/csv' });
      const kept = await callers.owner.rest.get(`/api/files/${old}/versions/1.0`);
      expect(kept.at('data.dataFile.rootDataFileId')).toBe(old);
    },
  },
  {
    row: ROW,
    shows: 'leaves no chain where the old file was never published, which is gone',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file], file: weights() }),
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.files.0.dataFile.previousDataFileId')).toBeUndefined();
      expect(answer.at('data.files.0.dataFile.rootDataFileId')).toBe(-1);
    },
  },
  {
    row: ROW,
    shows: 'takes the name of the file that gives way',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world, true)).file], file: weights(undefined, 'weights.csv') }),
    status: 200,
    holds: (answer) => expect(answer.at('data.files.0.label')).toBe('weights.csv'),
  },
  {
    row: ROW,
    shows: 'takes another type by force',
    as: 'owner',
    given: async (world) => ({
      path: [(await withFile(world)).file],
      file: { name: 'weights.pdf', bytes: '%PDF-1.4\n', type: 'application/pdf', jsonData: { forceReplace: 'true' } },
    }),
    status: 200,
    holds: (answer) => expect(answer.at('data.files.0.dataFile.contentType')).toBe('application/pdf'),
  },
  {
    row: ROW,
    shows: 'takes bytes that another file of the dataset has',
    as: 'owner',
    given: async (world) => {
      const { dataset, file } = await withFile(world);
      await addFile(world.callers.owner, dataset, { name: 'other.csv', bytes: 'other\n', type: 'text/csv' });
      return { path: [file], file: { name: 'again.csv', bytes: 'other\n', type: 'text/csv' } };
    },
    status: 200,
  },
  {
    row: ROW,
    shows: 'takes an archive of one file for that file',
    as: 'owner',
    given: async (world) => ({
      path: [(await withFile(world)).file],
      file: { name: 'packed.zip', bytes: zipOf([{ path: 'in/new.csv', content: uniqueName('a,b') }]), type: 'application/zip' },
    }),
    status: 200,
    holds: (answer) => expect(answer.record('data.files.0')).toMatchObject({ label: 'new.csv', directoryLabel: 'in' }),
  },
];

const refusals: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'answers 400 where there is no such file',
    as: 'owner',
    given: () => ({ path: [987_654], file: weights() }),
    status: 400,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: ROW,
    shows: 'answers 400 where no file has the persistent identifier',
    as: 'owner',
    given: () => ({ path: [':persistentId'], query: { persistentId: 'doi:10.5072/FK2/NONE' }, file: weights() }),
    status: 400,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: ROW,
    shows: 'refuses a bad file id',
    as: 'owner',
    given: () => ({ path: ['abc'], file: weights() }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: ROW,
    shows: 'needs EditDataset: 403',
    as: 'member',
    given: ({ publishedFile }) => ({ path: [publishedFile], file: weights() }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: ROW,
    shows: 'is not for guests: 403',
    given: ({ publishedFile }) => ({ path: [publishedFile], file: weights() }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: ROW,
    shows: 'refuses jsonData that is not JSON',
    as: 'owner',
    given: ({ publishedFile }) => {
      const form = new FormData();
      form.set('jsonData', '{"forceReplace":');
      form.set('file', new Blob(['x']), 'x.txt');
      return { path: [publishedFile], raw: form };
    },
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: ROW,
    shows: 'refuses tags, which need a tabular file',
    as: 'owner',
    given: ({ publishedFile }) => ({ path: [publishedFile], file: weights({ dataFileTags: ['Survey'] }) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /Survey, Time Series/,
  },
  {
    row: ROW,
    shows: 'refuses a form without a file',
    as: 'owner',
    given: ({ publishedFile }) => ({ path: [publishedFile], raw: new FormData() }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /file/,
  },
  {
    row: ROW,
    shows: 'refuses a file that was replaced already',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world, true);
      succeeded(await world.callers.owner.rest.upload(`/api/files/${file}/replace`, weights()));
      return { path: [file], file: weights() };
    },
    status: 400,
    errorCode: 'FILE_NOT_IN_VERSION',
  },
  {
    row: ROW,
    shows: 'refuses the content of the file itself, also by force, and changes nothing',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const file = await addFile(callers.owner, await fresh.draft(), { name: 'same.txt', bytes: 'same', type: 'text/plain' });
      return { path: [file], file: { name: 'new.txt', bytes: 'same', type: 'text/plain', jsonData: { forceReplace: true } } };
    },
    status: 400,
    errorCode: 'DUPLICATE_FILE',
    message: /same\.txt/,
  },
  {
    row: ROW,
    shows: 'refuses another type, and names both',
    as: 'owner',
    given: async (world) => ({
      path: [(await withFile(world)).file],
      file: { name: 'weights.pdf', bytes: '%PDF-1.4\n', type: 'application/pdf' },
    }),
    status: 400,
    errorCode: 'FILE_TYPE_DIFFERS',
    message: /Comma Separated Values.*Adobe PDF/,
  },
  {
    row: ROW,
    shows: 'compares types with their parameters',
    as: 'owner',
    given: async (world) => ({
      path: [(await withFile(world)).file],
      file: { name: 'weights.csv', bytes: uniqueName('a,b'), type: 'text/csv; charset=US-ASCII' },
    }),
    status: 400,
    errorCode: 'FILE_TYPE_DIFFERS',
    message: /charset/,
  },
  {
    row: ROW,
    shows: 'refuses an archive of several files',
    as: 'owner',
    given: async (world) => ({
      path: [(await withFile(world)).file],
      file: {
        name: 'packed.zip',
        bytes: zipOf([
          { path: 'a.csv', content: uniqueName('a') },
          { path: 'b.csv', content: uniqueName('b') },
        ]),
        type: 'application/zip',
      },
    }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /more than one file/,
  },
  {
    row: ROW,
    shows: 'refuses a file over the upload limit',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world);
      await setSetting(world, ':MaxFileUploadSizeInBytes', '10');
      return { path: [file], file: weights() };
    },
    status: 413,
    errorCode: 'FILE_TOO_LARGE',
    message: /10 B/,
    restore: (world) => setSetting(world, ':MaxFileUploadSizeInBytes', null),
  },
  {
    row: ROW,
    shows: 'answers 400 to an author in review',
    as: 'contributor',
    given: async (world) => {
      const { dataset, file } = await withFile(world);
      await world.lock(dataset, 'InReview');
      return { path: [file], file: weights() };
    },
    status: 400,
    errorCode: 'DATASET_LOCKED',
  },
  {
    row: ROW,
    shows: 'answers 503 where the installation takes no files over HTTP',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world);
      await setSetting(world, ':UploadMethods', 'globus');
      return { path: [file], file: weights() };
    },
    status: 503,
    errorCode: 'UPLOAD_METHOD_DISABLED',
    restore: (world) => setSetting(world, ':UploadMethods', null),
  },
  {
    row: ROW,
    shows: 'answers 503 for a package',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world);
      const { sql } = world.server.application.connection;
      await sql`update data_file set content_type = 'application/vnd.service.file-package' where id = ${file}`;
      return { path: [file], file: weights() };
    },
    status: 503,
    errorCode: 'FILE_IS_PACKAGE',
  },
];

/** Cases of replacing files. Source: files.md 5. */
export const fileReplaceCases: readonly ContractCase[] = [...successes, ...refusals];
