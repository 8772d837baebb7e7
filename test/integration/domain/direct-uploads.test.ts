import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginUpload, sendAll, sendJsonData, uploadedFile, uploadPath } from '../../support/direct-uploads.ts';
import { type Caller, createCollection, createDataset, type SeededCollection, superuser, succeeded } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin);
});
afterAll(() => server.stop());

test('a file sent in parts is put together, checked and added', async () => {
  const dataset = await createDataset(admin, collection);
  const bytes = randomBytes(250_000);
  const upload = await beginUpload(admin, dataset, bytes.length, 100_000);
  expect(upload.urls).toHaveLength(3);
  const receipts = await sendAll(server.url, upload, bytes);
  succeeded(await admin.rest.put(upload.answer.text('data.complete'), receipts));
  const added = succeeded(
    await sendJsonData(admin, `/api/datasets/${dataset.id}/add`, uploadedFile(upload.storageIdentifier, bytes, { label: 'whole.bin' })),
  );
  expect(added.record('data.files.0.dataFile')).toMatchObject({
    filename: 'whole.bin',
    filesize: bytes.length,
    storageIdentifier: upload.storageIdentifier,
    contentType: 'application/x-test',
  });
  const read = await admin.rest.get(`/api/access/datafile/${added.number('data.files.0.dataFile.id')}`);
  expect(read.bytes.equals(bytes)).toBe(true);
  expect((await admin.rest.get(uploadPath(upload))).errorCode).toBe('UPLOAD_NOT_FOUND');
});
