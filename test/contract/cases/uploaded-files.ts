import { expect } from 'vitest';
import { beginUpload, sendAll, sendPart, uploadedFile } from '../../support/direct-uploads.ts';
import { addFile, type Caller, publishDataset, type SeededDataset, succeeded, uniqueName } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

/** Uploads bytes that no other file has; what names them. */
async function uploaded(
  world: ContractWorld,
  dataset: SeededDataset,
  caller: Caller = world.callers.owner,
  text = `${uniqueName('bytes')}\n`,
): Promise<{ readonly storageIdentifier: string; readonly text: string }> {
  const bytes = Buffer.from(text);
  const upload = await beginUpload(caller, dataset, bytes.length);
  await sendAll(world.server.url, upload, bytes);
  return { storageIdentifier: upload.storageIdentifier, text };
}

function form(jsonData: unknown, more: (form: FormData) => void = () => undefined): { readonly raw: FormData } {
  const made = new FormData();
  made.set('jsonData', JSON.stringify(jsonData));
  more(made);
  return { raw: made };
}

async function oneFile(
  world: ContractWorld,
  change: Readonly<Record<string, unknown>> = {},
  caller: Caller = world.callers.owner,
): Promise<CaseRequest> {
  const dataset = await world.fresh.draft();
  const { storageIdentifier, text } = await uploaded(world, dataset, caller);
  return { path: [dataset.id], ...form(uploadedFile(storageIdentifier, text, change)) };
}

async function limitSizes({ callers: { superuser } }: ContractWorld, bytes: string | null): Promise<void> {
  const path = '/api/admin/settings/:MaxFileUploadSizeInBytes';
  succeeded(await (bytes === null ? superuser.rest.delete(path) : superuser.rest.send(path, { method: 'PUT', raw: bytes })));
}

const ADD = 'datasets.addFile';
const ADD_MANY = 'datasets.addFiles';
const REPLACE = 'files.replace';
const REPLACE_MANY = 'datasets.replaceFiles';

/** A form for a published file of a dataset, which bytes that were uploaded beforehand are to replace. */
async function oneReplacement(world: ContractWorld, change: Readonly<Record<string, unknown>> = {}): Promise<CaseRequest> {
  const { owner } = world.callers;
  const dataset = await world.fresh.draft();
  const file = await addFile(owner, dataset);
  await publishDataset(owner, dataset);
  const { storageIdentifier, text } = await uploaded(world, dataset);
  return { path: [file], ...form(uploadedFile(storageIdentifier, text, { fileName: 'new.txt', mimeType: 'text/plain', ...change })) };
}

const replacing: readonly ContractCase[] = [
  {
    row: REPLACE,
    shows: 'replaces a file by bytes that were uploaded beforehand',
    as: 'owner',
    given: (world) => oneReplacement(world, { forceReplace: true, description: 'Counted again' }),
    status: 200,
    keys: ['files'],
    holds: (answer) =>
      expect(answer.record('data.files.0')).toMatchObject({
        label: 'new.txt',
        description: 'Counted again',
        dataFile: { previousDataFileId: expect.any(Number) },
      }),
  },
  ...(
    [
      ['owner', 'another checksum than the bytes have', { checksum: { '@type': 'MD5', '@value': 'ab' } }, 400, 'CHECKSUM_MISMATCH'],
      ['owner', 'a file of another type', { mimeType: 'image/png' }, 400, 'FILE_TYPE_DIFFERS'],
      ['owner', 'bytes that are not there', { storageIdentifier: 'local://19a2b3c4d5e-0f1e2d3c4b5a' }, 404, 'UPLOAD_NOT_FOUND'],
      ['owner', 'what names no bytes', { storageIdentifier: undefined }, 400, 'BAD_USER_INPUT'],
      ['stranger', 'who may not edit', {}, 403, 'PERMISSION_DENIED'],
    ] as const
  ).map(([as, what, change, status, errorCode]): ContractCase => ({
    row: REPLACE,
    shows: `refuses ${what}, where the bytes were uploaded beforehand`,
    as,
    given: (world) => oneReplacement(world, change),
    status,
    errorCode,
  })),
  {
    row: REPLACE,
    shows: 'refuses an upload that lacks a part',
    as: 'owner',
    given: async (world) => {
      const { owner } = world.callers;
      const dataset = await world.fresh.draft();
      const file = await addFile(owner, dataset);
      const upload = await beginUpload(owner, dataset, 8, 4);
      await sendPart(world.server.url, upload.urls[0] ?? '', Buffer.from('abcd'));
      return { path: [file], ...form(uploadedFile(upload.storageIdentifier, 'abcdabcd', { forceReplace: true })) };
    },
    status: 400,
    errorCode: 'UPLOAD_PARTS_MISSING',
  },
  {
    row: REPLACE,
    shows: 'knows no such file, where the bytes were uploaded beforehand',
    as: 'owner',
    given: async (world) => ({ ...(await oneReplacement(world)), path: [987_654] }),
    status: 400,
    errorCode: 'FILE_NOT_FOUND',
  },
];

const single: readonly ContractCase[] = [
  {
    row: ADD,
    shows: 'adds bytes that were uploaded beforehand',
    as: 'contributor',
    given: (world) =>
      oneFile(world, { fileName: 'a.csv', directoryLabel: 'one//two/', categories: ['Data'], restrict: 'true' }, world.callers.contributor),
    status: 200,
    keys: ['files'],
    holds: (answer) =>
      expect(answer.record('data.files.0')).toMatchObject({
        label: 'a.csv',
        directoryLabel: 'one/two',
        categories: ['Data'],
        restricted: true,
        dataFile: { contentType: 'application/x-test' },
      }),
  },
  ...(
    [
      ['another checksum than the bytes have', { checksum: { '@type': 'SHA-256', '@value': 'ab' } }, 'CHECKSUM_MISMATCH', 400],
      ['another size than the upload has', { fileSize: 1 }, 'BAD_USER_INPUT', 400],
      ['a file without a checksum', { checksum: undefined }, 'BAD_USER_INPUT', 400],
      ['a checksum of an unknown kind', { checksum: { '@type': 'CRC', '@value': 'ab' } }, 'BAD_USER_INPUT', 400],
      ['a file without a name', { fileName: undefined }, 'BAD_USER_INPUT', 400],
      ['bytes that no upload has', { storageIdentifier: 'local://19a2b3c4d5e-0f1e2d3c4b5a' }, 'UPLOAD_NOT_FOUND', 404],
      ['a path in place of an identifier', { storageIdentifier: 'local://../../etc/passwd' }, 'UPLOAD_NOT_FOUND', 404],
      ['tags, which need a tabular file', { dataFileTags: ['Survey'] }, 'BAD_USER_INPUT', 400],
      ['a type that no header could hold', { mimeType: 'text/html\r\nX-Other: 1' }, 'BAD_USER_INPUT', 400],
      ['a description without end', { description: 'x'.repeat(50_001) }, 'BAD_USER_INPUT', 400],
    ] as const
  ).map(([what, change, errorCode, status]): ContractCase => ({
    row: ADD,
    shows: `refuses ${what} for an uploaded file`,
    as: 'owner',
    given: (world) => oneFile(world, change),
    status,
    errorCode,
  })),
  {
    row: ADD,
    shows: 'refuses an upload that is over a limit which was set meanwhile, with both sizes',
    as: 'owner',
    given: async (world) => {
      const request = await oneFile(world);
      await limitSizes(world, '3');
      return request;
    },
    status: 413,
    errorCode: 'FILE_TOO_LARGE',
    message: /\d\d B.*limit of 3 B/,
    restore: (world) => limitSizes(world, null),
  },
  {
    row: ADD,
    shows: 'takes the upload of no other dataset',
    as: 'owner',
    given: async (world) => {
      const { storageIdentifier, text } = await uploaded(world, await world.fresh.draft());
      return { path: [(await world.fresh.draft()).id], ...form(uploadedFile(storageIdentifier, text)) };
    },
    status: 404,
    errorCode: 'UPLOAD_NOT_FOUND',
  },
  {
    row: ADD,
    shows: 'takes the upload of no other user',
    as: 'curator',
    given: (world) => oneFile(world),
    status: 404,
    errorCode: 'UPLOAD_NOT_FOUND',
  },
  {
    row: ADD,
    shows: 'takes an upload once',
    as: 'owner',
    given: async (world) => {
      const request = await oneFile(world);
      await world.callers.owner.rest.send(`/api/datasets/${request.path?.[0]}/add`, { method: 'POST', raw: request.raw ?? '' });
      return request;
    },
    status: 404,
    errorCode: 'UPLOAD_NOT_FOUND',
  },
  {
    row: ADD,
    shows: 'refuses an upload of which parts are missing',
    as: 'owner',
    given: async (world) => {
      const dataset = await world.fresh.draft();
      const upload = await beginUpload(world.callers.owner, dataset, 8, 4);
      await sendPart(world.server.url, upload.urls[0] ?? '', Buffer.from('0123'));
      return { path: [dataset.id], ...form(uploadedFile(upload.storageIdentifier, '01234567')) };
    },
    status: 400,
    errorCode: 'UPLOAD_PARTS_MISSING',
  },
  {
    row: ADD,
    shows: 'refuses uploaded bytes that the dataset holds already',
    as: 'owner',
    given: async (world) => {
      const dataset = await world.fresh.draft();
      const { storageIdentifier, text } = await uploaded(world, dataset);
      await addFile(world.callers.owner, dataset, { name: 'first.txt', bytes: text });
      return { path: [dataset.id], ...form(uploadedFile(storageIdentifier, text)) };
    },
    status: 400,
    errorCode: 'DUPLICATE_FILE',
    message: /first\.txt/,
  },
];

/** What both rows for many files refuse. */
const refusals = [ADD_MANY, REPLACE_MANY].flatMap((row): ContractCase[] => [
  {
    row,
    shows: 'refuses what is no array',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], ...form({ storageIdentifier: 'local://a' }) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row,
    shows: 'tells the faults of form of all files at once',
    as: 'owner',
    given: ({ draft }) => ({
      path: [draft.id],
      ...form([{ storageIdentifier: 5, fileToReplaceId: 1 }, uploadedFile('local://a', 'a', { fileToReplaceId: 2, fileSize: -1 })]),
    }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => {
      const pointers = answer.list('errors').map((_one, index) => answer.at(`errors.${index}.pointer`));
      expect(pointers).toEqual(expect.arrayContaining(['/jsonData/0/storageIdentifier', '/jsonData/1/fileSize']));
    },
  },
  {
    row,
    shows: 'refuses a form with bytes',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], ...form([], (made) => made.set('file', new Blob([]), 'a.txt')) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /and no other/,
  },
  {
    row,
    shows: 'stops at the first byte of a file',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], ...form([], (made) => made.set('file', new Blob(['bytes']), 'a.txt')) }),
    status: 400,
    errorCode: 'FILE_TOO_LARGE',
  },
  {
    row,
    shows: 'reads multipart bodies alone',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], json: [] }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    row,
    shows: 'needs EditDataset: 403',
    as: 'member',
    given: ({ draft }) => ({ path: [draft.id], ...form([]) }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row,
    shows: 'finds no dataset of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654], ...form([]) }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row,
    shows: 'answers 400 to an author in review',
    as: 'contributor',
    given: async ({ fresh, lock }) => {
      const dataset = await fresh.draft();
      await lock(dataset, 'InReview');
      return { path: [dataset.id], ...form([]) };
    },
    status: 400,
    errorCode: 'DATASET_LOCKED',
  },
]);

const many: readonly ContractCase[] = [
  {
    row: ADD_MANY,
    shows: 'adds what is right and says what is wrong with the rest',
    as: 'owner',
    given: async (world) => {
      const dataset = await world.fresh.draft();
      const [first, second, third] = [await uploaded(world, dataset), await uploaded(world, dataset), await uploaded(world, dataset)];
      return {
        path: [dataset.id],
        ...form([
          uploadedFile(first.storageIdentifier, first.text, { fileName: 'same.txt' }),
          uploadedFile(second.storageIdentifier, 'other bytes'),
          uploadedFile('local://19a2b3c4d5e-0f1e2d3c4b5a', 'unknown'),
          uploadedFile(third.storageIdentifier, third.text, { fileName: 'same.txt' }),
          uploadedFile(third.storageIdentifier, third.text),
        ]),
      };
    },
    status: 200,
    keys: ['Files', 'Result'],
    holds: (answer) => {
      expect(answer.at('data.Result')).toEqual({ 'Total number of files': 5, 'Number of files successfully added': 2 });
      expect(answer.at('data.Files.0.fileDetails.label')).toBe('same.txt');
      expect(answer.at('data.Files.1.errorCode')).toBe('CHECKSUM_MISMATCH');
      expect(answer.at('data.Files.2.errorCode')).toBe('UPLOAD_NOT_FOUND');
      expect(answer.at('data.Files.3.fileDetails.label')).toBe('same-1.txt');
      expect(Object.keys(answer.record('data.Files.3'))).toEqual(['storageIdentifier', 'successMessage', 'fileDetails']);
      expect(answer.at('data.Files.4.errorCode')).toBe('UPLOAD_NOT_FOUND');
    },
  },
  {
    row: ADD_MANY,
    shows: 'tells those who edit the dataset, and the superusers, of bytes that are not those announced, once',
    as: 'owner',
    given: async (world) => {
      const dataset = await world.fresh.draft();
      const sent = [await uploaded(world, dataset), await uploaded(world, dataset)];
      return { path: [dataset.id], ...form(sent.map(({ storageIdentifier }) => uploadedFile(storageIdentifier, 'other bytes'))) };
    },
    status: 200,
    holds: async (_answer, { callers: { owner, superuser } }) => {
      for (const { rest } of [owner, superuser]) {
        const told = succeeded(await rest.get('/api/notifications/all?limit=2&inAppNotificationFormat=true'));
        const [newest, before] = told.list('data') as Record<string, unknown>[];
        expect(newest).toMatchObject({ type: 'CHECKSUMFAIL', displayAsRead: false, datasetPersistentIdentifier: expect.any(String) });
        expect(before?.['datasetPersistentIdentifier']).not.toBe(newest?.['datasetPersistentIdentifier']);
      }
    },
  },
  {
    row: ADD_MANY,
    shows: 'adds content that the dataset holds already with a warning',
    as: 'owner',
    given: async (world) => {
      const dataset = await world.fresh.draft();
      const { storageIdentifier, text } = await uploaded(world, dataset);
      await addFile(world.callers.owner, dataset, { name: 'first.txt', bytes: text });
      return { path: [dataset.id], ...form([uploadedFile(storageIdentifier, text)]) };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.text('data.Files.0.warningMessage')).toContain('first.txt');
      expect(answer.at('data.Result.Number of files successfully added')).toBe(1);
    },
  },
  {
    row: ADD_MANY,
    shows: 'adds as many files as the dataset has room for',
    as: 'owner',
    given: async (world) => {
      const dataset = await world.fresh.draft();
      const { sql } = world.server.application.connection;
      const first = await uploaded(world, dataset);
      const second = await uploaded(world, dataset);
      await sql`update dataset set dataset_file_count_limit = 1 where id = ${dataset.id}`;
      return {
        path: [dataset.id],
        ...form([uploadedFile(first.storageIdentifier, first.text), uploadedFile(second.storageIdentifier, second.text)]),
      };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.Result.Number of files successfully added')).toBe(1);
      expect(answer.at('data.Files.1.errorCode')).toBe('FILE_LIMIT_REACHED');
    },
  },
  {
    row: REPLACE_MANY,
    shows: 'replaces what can be replaced and says what is wrong with the rest',
    as: 'owner',
    given: async (world) => {
      const { owner } = world.callers;
      const dataset = await world.fresh.draft();
      const [first, second] = [await addFile(owner, dataset), await addFile(owner, dataset)];
      await publishDataset(owner, dataset);
      const elsewhere = await addFile(owner, await world.fresh.draft());
      const replacement = async (fileToReplaceId: number, more: Readonly<Record<string, unknown>> = {}) => {
        const { storageIdentifier, text } = await uploaded(world, dataset);
        return uploadedFile(storageIdentifier, text, { fileToReplaceId, fileName: 'new.txt', mimeType: 'text/plain', ...more });
      };
      return {
        path: [dataset.id],
        ...form([
          await replacement(first, { forceReplace: true }),
          await replacement(second, { mimeType: 'image/png' }),
          await replacement(elsewhere),
          await replacement(987_654),
        ]),
      };
    },
    status: 200,
    keys: ['Files', 'Result'],
    holds: (answer) => {
      expect(answer.at('data.Result')).toEqual({ 'Total number of files': 4, 'Number of files successfully replaced': 1 });
      expect(answer.number('data.Files.0.fileDetails.dataFile.previousDataFileId')).toBeGreaterThan(0);
      expect([1, 2, 3].map((index) => answer.at(`data.Files.${index}.errorCode`))).toEqual([
        'FILE_TYPE_DIFFERS',
        'FILE_NOT_FOUND',
        'FILE_NOT_FOUND',
      ]);
    },
  },
  {
    row: REPLACE_MANY,
    shows: 'needs to be told which file gives way',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], ...form([uploadedFile('local://a', 'a')]) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /fileToReplaceId/,
  },
  ...refusals,
];

/** Cases of files that were uploaded past the multipart form. Source: files.md 4.1, 22.6. */
export const uploadedFileCases: readonly ContractCase[] = [...single, ...replacing, ...many];
