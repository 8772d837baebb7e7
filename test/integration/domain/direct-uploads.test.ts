import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listFilePaths } from '../../support/list-file-paths.ts';
import {
  beginUpload,
  type BegunUpload,
  md5Of,
  sendAll,
  sendJsonData,
  sendPart,
  uploadedFile,
  uploadPath,
} from '../../support/direct-uploads.ts';
import {
  addFile as addByForm,
  allowBuiltinUsers,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  type SeededCollection,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { subscribers } from '../../../src/jobs/subscribers.ts';
import { expireUploads } from '../../../src/domain/files/uploads/expire-uploads.ts';

const PART_SIZE = 100_000;
/** More than the tests of the administrator leave behind. */
const MOST_OPEN = 60;

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
beforeAll(async () => {
  server = await startTestServer({ OPEN_UPLOADS_LIMIT: String(MOST_OPEN) });
  admin = superuser(server);
  collection = await createCollection(admin);
});
afterAll(() => server.stop());

const newDataset = () => createDataset(admin, collection);

/** Everything that lies in the storage, staged parts included. */
const stored = () => listFilePaths(join(server.dataDir, 'files'));

/** Does what the queue would do with the events that wait. */
async function deliverEvents(): Promise<void> {
  const { sql } = server.application.connection;
  const { db, services } = server.application;
  const rows = await sql<{ id: number; kind: string; subjectId: number | null; payload: Record<string, unknown>; attempts: number }[]>`
    select id::int, kind, subject_id as "subjectId", payload, attempts from outbox_event where state = 'PENDING' and kind in ('UploadAbandoned', 'FilesRemoved') order by id`;
  for (const row of rows) {
    await subscribers.deliver({ db, services, log: services.log, eventId: row.id, lastAttempt: false }, row);
    await sql`update outbox_event set state = 'DELIVERED' where id = ${row.id}`;
  }
}

async function makeExpire({ storageIdentifier }: BegunUpload): Promise<void> {
  const storageId = storageIdentifier.split('://')[1] ?? '';
  await server.application.connection
    .sql`update upload_ticket set expires_at = now() - interval '1 second' where storage_id = ${storageId}`;
}

test('a file sent in parts is put together, checked and added', async () => {
  const dataset = await newDataset();
  const bytes = randomBytes(250_000);
  const upload = await beginUpload(admin, dataset, bytes.length, PART_SIZE);
  expect(upload.urls).toHaveLength(3);
  const receipts = await sendAll(server.url, upload, bytes);
  succeeded(await admin.rest.put(upload.answer.text('data.complete'), receipts));
  const checksum = { '@type': 'SHA-1', '@value': createHash('sha1').update(bytes).digest('hex') };
  const added = succeeded(
    await sendJsonData(admin, `/api/datasets/${dataset.id}/add`, uploadedFile(upload.storageIdentifier, bytes, { checksum })),
  );
  expect(added.record('data.files.0.dataFile')).toMatchObject({
    filename: 'upload.bin',
    filesize: bytes.length,
    md5: md5Of(bytes),
    storageIdentifier: upload.storageIdentifier,
    contentType: 'application/x-test',
  });
  const read = await admin.rest.get(`/api/access/datafile/${added.number('data.files.0.dataFile.id')}`);
  expect(read.bytes.equals(bytes)).toBe(true);
  expect((await admin.rest.get(uploadPath(upload))).errorCode).toBe('UPLOAD_NOT_FOUND');
});

test('an empty file is one empty part', async () => {
  const dataset = await newDataset();
  const upload = await beginUpload(admin, dataset, 0);
  await sendAll(server.url, upload, Buffer.alloc(0));
  const added = succeeded(await sendJsonData(admin, `/api/datasets/${dataset.id}/add`, uploadedFile(upload.storageIdentifier, '')));
  expect(added.at('data.files.0.dataFile.filesize')).toBe(0);
});

const BEGIN = `mutation Begin($input: BeginUploadInput!) { beginUpload(input: $input) { upload { id storageIdentifier partCount
  parts { number sizeBytes etag url } } } }`;
const SEND = 'mutation Send($input: SendUploadPartInput!) { sendUploadPart(input: $input) { number sizeBytes etag } }';
const MISSING = 'query Missing($id: ID!) { directUpload(reference: { id: $id }) { complete parts(missing: true) { number url } } }';
const COMPLETE =
  'mutation Complete($input: CompleteUploadInput!) { completeUpload(input: $input) { upload { complete checksum { type value } } } }';
const ADD = `mutation Add($input: AddFilesInput!) { addFiles(input: $input) { outcomes { storageIdentifier file { label dataFile { sizeBytes } }
  refusal { code problems { pointer } } } } }`;

test('a GraphQL client begins, sends, goes on, completes and adds', async () => {
  const dataset = await newDataset();
  const bytes = randomBytes(30);
  const { graphql } = admin;
  const begun = await graphql.expectData(BEGIN, { input: { dataset: { databaseId: dataset.id }, sizeBytes: 30, partSizeBytes: 10 } });
  const id = begun.text('data.beginUpload.upload.id');
  expect(begun.at('data.beginUpload.upload.partCount')).toBe(3);
  await sendPart(server.url, begun.text('data.beginUpload.upload.parts.0.url'), bytes.subarray(0, 10));
  const part = { upload: id, number: 2, part: null, md5: md5Of(bytes.subarray(10, 20)) };
  const sent = await graphql.upload(SEND, { input: part }, { name: 'p', bytes: bytes.subarray(10, 20) }, { path: 'variables.input.part' });
  expect(sent.record('data.sendUploadPart')).toEqual({ number: 2, sizeBytes: 10, etag: part.md5 });
  const early = await graphql.send(COMPLETE, { input: { upload: { id } } });
  expect([early.code, early.at('errors.0.extensions.problems.0.pointer')]).toEqual(['UPLOAD_PARTS_MISSING', '/parts/3']);

  const missing = await graphql.expectData(MISSING, { id });
  expect(missing.list('data.directUpload.parts')).toHaveLength(1);
  await sendPart(server.url, missing.text('data.directUpload.parts.0.url'), bytes.subarray(20));
  const completed = await graphql.expectData(COMPLETE, { input: { upload: { id } } });
  expect(completed.record('data.completeUpload.upload')).toEqual({ complete: true, checksum: { type: 'MD5', value: md5Of(bytes) } });

  const storageIdentifier = begun.text('data.beginUpload.upload.storageIdentifier');
  const file = { storageIdentifier, fileName: 'a.bin', checksum: { algorithm: 'MD5', value: md5Of(bytes) } };
  const refused = { ...file, label: 'a/b', directoryLabel: 'c*d', sizeBytes: 7 };
  const added = await graphql.expectData(ADD, { input: { dataset: { databaseId: dataset.id }, files: [refused, file] } });
  expect(added.at('data.addFiles.outcomes')).toEqual([
    {
      storageIdentifier,
      file: null,
      refusal: { code: 'BAD_USER_INPUT', problems: [{ pointer: '/label' }, { pointer: '/directoryLabel' }, { pointer: '/fileSize' }] },
    },
    { storageIdentifier, file: { label: 'a.bin', dataFile: { sizeBytes: 30 } }, refusal: null },
  ]);
});

describe('parts', () => {
  test('may come again: the last one counts, and one that is refused replaces nothing', async () => {
    const dataset = await newDataset();
    const upload = await beginUpload(admin, dataset, 8, 4);
    const [first = '', second = ''] = upload.urls;
    await sendPart(server.url, first, Buffer.from('xxxx'));
    await sendPart(server.url, first, Buffer.from('0123'));
    expect((await sendPart(server.url, first, Buffer.from('9'))).status).toBe(400);
    await sendPart(server.url, second, Buffer.from('4567'));
    const added = succeeded(
      await sendJsonData(admin, `/api/datasets/${dataset.id}/add`, uploadedFile(upload.storageIdentifier, '01234567')),
    );
    expect(added.at('data.files.0.dataFile.md5')).toBe(md5Of('01234567'));
  });

  test('of one number that come at once leave one of them', async () => {
    const dataset = await newDataset();
    for (let round = 0; round < 10; round++) {
      const upload = await beginUpload(admin, dataset, 4);
      const sent = await Promise.all(['aaaa', 'bbbb', 'cccc'].map((text) => sendPart(server.url, upload.urls[0] ?? '', Buffer.from(text))));
      expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
      const state = succeeded(await admin.rest.get(uploadPath(upload)));
      expect(['aaaa', 'bbbb', 'cccc'].map(md5Of)).toContain(state.at('data.parts.1'));
    }
  });

  test('put off the time at which the upload is given up', async () => {
    const upload = await beginUpload(admin, await newDataset(), 8, 4);
    const { sql } = server.application.connection;
    const storageId = upload.storageIdentifier.split('://')[1] ?? '';
    await sql`update upload_ticket set expires_at = now() + interval '1 minute' where storage_id = ${storageId}`;
    await sendPart(server.url, upload.urls[0] ?? '', Buffer.from('0123'));
    const [row] = await sql<{ later: boolean }[]>`
      select expires_at > now() + interval '1 hour' as later from upload_ticket where storage_id = ${storageId}`;
    expect(row?.later).toBe(true);
  });
});

describe('completion', () => {
  test('by several at once does the work once and gives all the same', async () => {
    const upload = await beginUpload(admin, await newDataset(), 250_000, PART_SIZE);
    const receipts = await sendAll(server.url, upload, randomBytes(250_000));
    const answers = await Promise.all([1, 2, 3].map(() => admin.rest.put(uploadPath(upload), receipts)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(succeeded(await admin.rest.get(uploadPath(upload))).at('data.complete')).toBe(true);
    expect((await stored()).filter((path) => path.endsWith(upload.storageIdentifier.split('://')[1] ?? '-'))).toHaveLength(1);
  });

  test('continues after a process died between assembling the parts and its response', async () => {
    const dataset = await newDataset();
    const bytes = randomBytes(8);
    const upload = await beginUpload(admin, dataset, 8, 4);
    await sendAll(server.url, upload, bytes);
    const { sql } = server.application.connection;
    const [ticket] = await sql<{ authority: string; identifier: string; storageId: string; uploadId: string }[]>`
      select authority, identifier, storage_id as "storageId", storage_upload_id as "uploadId" from upload_ticket where completed_at is null
      and storage_id = ${upload.storageIdentifier.split('://')[1] ?? ''}`;
    if (ticket === undefined) throw new Error('There is no ticket.');
    const { uploadId, ...place } = ticket;
    const uploads = server.application.services.storage.uploadsOf('local');
    const begun = { location: { driver: 'local', ...place }, uploadId };
    await uploads.complete(begun, await uploads.listParts(begun));
    expect(succeeded(await admin.rest.get(uploadPath(upload))).at('data.complete')).toBe(true);
    const added = succeeded(await sendJsonData(admin, `/api/datasets/${dataset.id}/add`, uploadedFile(upload.storageIdentifier, bytes)));
    expect(added.at('data.files.0.dataFile.md5')).toBe(md5Of(bytes));
  });
});

test('two calls that name the same upload at once: one gets it', async () => {
  const dataset = await newDataset();
  const bytes = randomBytes(1000);
  const upload = await beginUpload(admin, dataset, bytes.length);
  await sendAll(server.url, upload, bytes);
  const add = () => sendJsonData(admin, `/api/datasets/${dataset.id}/addFiles`, [uploadedFile(upload.storageIdentifier, bytes)]);
  const answers = await Promise.all([add(), add(), add()]);
  expect(answers.filter((answer) => answer.at('data.Result.Number of files successfully added') === 1)).toHaveLength(1);
  expect(answers.filter((answer) => answer.at('data.Files.0.errorCode') === 'UPLOAD_NOT_FOUND')).toHaveLength(2);
});

test('a file whose bytes are refused changes no published dataset', async () => {
  const dataset = await newDataset();
  await addByForm(admin, dataset);
  succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=major`));
  const upload = await beginUpload(admin, dataset, 4);
  await sendAll(server.url, upload, Buffer.from('0123'));
  succeeded(await sendJsonData(admin, `/api/datasets/${dataset.id}/addFiles`, [uploadedFile(upload.storageIdentifier, 'other')]));
  expect((await admin.rest.get(`/api/datasets/${dataset.id}/versions/:draft`)).status).toBe(404);
});

describe('what was begun and left', () => {
  test('is removed once its time has passed, parts and whole file alike, and its addresses stop working', async () => {
    await expireUploads(server.application.db);
    await deliverEvents();
    const before = await stored();
    const dataset = await newDataset();
    const [inParts, whole, waiting] = [
      await beginUpload(admin, dataset, 8, 4),
      await beginUpload(admin, dataset, 8, 4),
      await beginUpload(admin, dataset, 8, 4),
    ];
    await sendPart(server.url, inParts.urls[0] ?? '', Buffer.from('0123'));
    succeeded(await admin.rest.put(uploadPath(whole), await sendAll(server.url, whole, Buffer.from('01234567'))));
    await sendPart(server.url, waiting.urls[0] ?? '', Buffer.from('0123'));
    expect(await stored()).toHaveLength(before.length + 3);
    for (const upload of [inParts, whole]) await makeExpire(upload);

    expect((await sendPart(server.url, inParts.urls[1] ?? '', Buffer.from('4567'))).status).toBe(404);
    const late = await sendJsonData(admin, `/api/datasets/${dataset.id}/add`, uploadedFile(whole.storageIdentifier, '01234567'));
    expect(late.errorCode).toBe('UPLOAD_NOT_FOUND');
    expect(await expireUploads(server.application.db)).toBe(2);
    await deliverEvents();
    expect(await stored()).toHaveLength(before.length + 1);
    expect(succeeded(await admin.rest.get(uploadPath(waiting))).at('data.parts.1')).toBe(md5Of('0123'));
  });

  test('goes with its dataset', async () => {
    const before = await stored();
    const dataset = await newDataset();
    const upload = await beginUpload(admin, dataset, 4);
    await sendAll(server.url, upload, Buffer.from('0123'));
    succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}`));
    expect((await admin.rest.get(uploadPath(upload))).errorCode).toBe('UPLOAD_NOT_FOUND');
    expect(await expireUploads(server.application.db)).toBe(1);
    await deliverEvents();
    expect(await stored()).toEqual(before);
  });

  test('is removed at once when it is given up', async () => {
    const before = await stored();
    const upload = await beginUpload(admin, await newDataset(), 4);
    await sendAll(server.url, upload, Buffer.from('0123'));
    expect((await admin.rest.delete(uploadPath(upload))).status).toBe(204);
    await deliverEvents();
    expect(await stored()).toEqual(before);
  });
});

describe('what uploads have announced', () => {
  let editor: Caller;
  beforeAll(async () => {
    await allowBuiltinUsers(server);
    editor = await createUser(server, 'depositor');
    await assignRole(admin, collection, editor.identifier, 'curator');
    succeeded(await admin.rest.send('/api/admin/settings/:UseStorageQuotas', { method: 'PUT', raw: 'true' }));
  });
  afterAll(() => admin.rest.delete('/api/admin/settings/:UseStorageQuotas'));

  const begin = (id: number, size: number) => editor.rest.get(`/api/datasets/${id}/uploadurls?size=${size}`);
  const setQuota = async (id: number, bytes: number) =>
    succeeded(await admin.rest.send(`/api/datasets/${id}/storage/quota`, { method: 'PUT', raw: String(bytes) }));
  const limits = async (id: number) => succeeded(await editor.rest.get(`/api/datasets/${id}/uploadlimits`)).record('data.uploadLimits');
  const add = (id: number, { storageIdentifier }: BegunUpload, bytes: Buffer) =>
    sendJsonData(editor, `/api/datasets/${id}/add`, uploadedFile(storageIdentifier, bytes));

  test('counts in the quota until it is a file or given up, and once', async () => {
    const dataset = await newDataset();
    await setQuota(dataset.id, 100);
    const first = await beginUpload(editor, dataset, 60);
    expect(await limits(dataset.id)).toEqual({ storageQuotaRemaining: 40 });
    const second = await begin(dataset.id, 41);
    expect([second.status, second.errorCode, second.message]).toEqual([
      400,
      'STORAGE_QUOTA_EXCEEDED',
      expect.stringMatching(/41 B.*leaves 40 B.*60 B reserved/),
    ]);
    const byForm = await editor.rest.upload(`/api/datasets/${dataset.id}/add`, { name: 'form.txt', bytes: 'x'.repeat(41) });
    expect(byForm.errorCode).toBe('STORAGE_QUOTA_EXCEEDED');
    const third = await beginUpload(editor, dataset, 40);

    const bytes = randomBytes(60);
    await sendAll(server.url, first, bytes);
    succeeded(await add(dataset.id, first, bytes));
    expect(await limits(dataset.id)).toEqual({ storageQuotaRemaining: 0 });
    expect((await editor.rest.delete(uploadPath(third))).status).toBe(204);
    expect(await limits(dataset.id)).toEqual({ storageQuotaRemaining: 40 });
    await makeExpire(await beginUpload(editor, dataset, 40));
    expect(await limits(dataset.id)).toEqual({ storageQuotaRemaining: 40 });
  });

  test('gives way to what was announced before, where a quota was lowered meanwhile', async () => {
    const dataset = await newDataset();
    await setQuota(dataset.id, 100);
    const [older, younger] = [await beginUpload(editor, dataset, 30), await beginUpload(editor, dataset, 30)];
    const [one, two] = [randomBytes(30), randomBytes(30)];
    await sendAll(server.url, older, one);
    await sendAll(server.url, younger, two);
    await setQuota(dataset.id, 30);
    expect((await add(dataset.id, younger, two)).errorCode).toBe('STORAGE_QUOTA_EXCEEDED');
    succeeded(await add(dataset.id, older, one));
    expect((await add(dataset.id, younger, two)).errorCode).toBe('STORAGE_QUOTA_EXCEEDED');
    await setQuota(dataset.id, 60);
    succeeded(await add(dataset.id, younger, two));
  });

  test('counts in the limit on files', async () => {
    const dataset = await newDataset();
    succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/files/uploadlimit/2`));
    const [first, second] = [await beginUpload(editor, dataset, 4), await beginUpload(editor, dataset, 4)];
    const third = await begin(dataset.id, 4);
    expect([third.status, third.errorCode]).toEqual([400, 'FILE_LIMIT_REACHED']);
    expect(await limits(dataset.id)).toEqual({ numberOfFilesRemaining: 0 });
    const bytes = randomBytes(4);
    await sendAll(server.url, second, bytes);
    succeeded(await add(dataset.id, second, bytes));
    expect((await begin(dataset.id, 4)).errorCode).toBe('FILE_LIMIT_REACHED');
    await editor.rest.delete(uploadPath(first));
    succeeded(await begin(dataset.id, 4));
  });

  test('has an end for one account, in however many datasets', async () => {
    const datasets = [await newDataset(), await newDataset()];
    const waiting: BegunUpload[] = [];
    let refused: Awaited<ReturnType<typeof begin>> | undefined;
    while (refused === undefined && waiting.length <= MOST_OPEN) {
      const { id } = datasets[waiting.length % 2] ?? { id: 0 };
      const answer = await begin(id, 4);
      if (answer.status === 200) waiting.push({ storageIdentifier: answer.text('data.storageIdentifier'), partSize: 4, urls: [], answer });
      else refused = answer;
    }
    expect([refused?.status, refused?.errorCode]).toEqual([400, 'TOO_MANY_UPLOADS']);
    succeeded(await admin.rest.get(`/api/datasets/${datasets[0]?.id}/uploadurls?size=4`));
    const [one] = waiting;
    if (one !== undefined) await editor.rest.delete(uploadPath(one));
    succeeded(await begin(datasets[0]?.id ?? 0, 4));

    for (const another of waiting.slice(1, 4)) succeeded(await editor.rest.delete(uploadPath(another)));
    const atOnce = await Promise.all(Array.from({ length: 12 }, (_, index) => begin(datasets[index % 2]?.id ?? 0, 4)));
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(atOnce.flatMap(({ errorCode }) => errorCode ?? []))).toEqual(new Set(['TOO_MANY_UPLOADS']));
  });
});
