import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subscribers } from '../../src/jobs/subscribers.ts';
import { expireUploads } from '../../src/domain/files/uploads/expire-uploads.ts';
import { beginUpload, type BegunUpload, md5Of, sendJsonData, uploadedFile, uploadPath } from '../support/direct-uploads.ts';
import { type S3Server, s3ServerAbsence, startS3Server } from '../support/s3-server.ts';
import { type Caller, createCollection, createDataset, type SeededCollection, superuser, succeeded } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const MIB = 1024 * 1024;
/** What an S3 service takes at least for all parts but the last. */
const PART_SIZE = 5 * MIB;

describe.skipIf(s3ServerAbsence !== undefined)('uploads to a bucket', () => {
  let s3: S3Server;
  let bucket: string;
  let server: TestServer;
  let admin: Caller;
  let collection: SeededCollection;
  beforeAll(async () => {
    s3 = await startS3Server();
    s3.lendCredentials();
    bucket = await s3.makeBucket();
    const parameters = new URLSearchParams({ endpoint: s3.endpoint, directUpload: 'true' });
    server = await startTestServer({ STORAGE_URL: `s3://${bucket}?${parameters.toString()}` });
    admin = superuser(server);
    collection = await createCollection(admin);
  });
  afterAll(async () => {
    await server.stop();
    await s3.stop();
  });

  /** Sends the parts to the addresses of the bucket as they are; the receipts. */
  async function sendToBucket({ urls, partSize }: BegunUpload, bytes: Buffer): Promise<Record<string, string>> {
    const receipts: Record<string, string> = {};
    for (const [index, url] of urls.entries()) {
      expect(url.startsWith(s3.endpoint)).toBe(true);
      const body = new Uint8Array(bytes.subarray(index * partSize, (index + 1) * partSize));
      const answer = await fetch(url, { method: 'PUT', body });
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
      receipts[String(index + 1)] = answer.headers.get('etag') ?? '';
    }
    return receipts;
  }

  test('parts go straight to the bucket, and what they make is checked before it is added', async () => {
    const dataset = await createDataset(admin, collection);
    const bytes = randomBytes(2 * PART_SIZE + 1000);
    const upload = await beginUpload(admin, dataset, bytes.length, PART_SIZE);
    expect(upload.storageIdentifier.startsWith(`s3://${bucket}:`)).toBe(true);
    const receipts = await sendToBucket(upload, bytes);
    const state = succeeded(await admin.rest.get(uploadPath(upload)));
    expect(Object.keys(state.record('data.parts'))).toEqual(['1', '2', '3']);
    succeeded(await admin.rest.put(upload.answer.text('data.complete'), receipts));

    const wrong = await sendJsonData(admin, `/api/datasets/${dataset.id}/add`, uploadedFile(upload.storageIdentifier, 'other bytes'));
    expect(wrong.errorCode).toBe('CHECKSUM_MISMATCH');
    const added = succeeded(await sendJsonData(admin, `/api/datasets/${dataset.id}/add`, uploadedFile(upload.storageIdentifier, bytes)));
    expect(added.record('data.files.0.dataFile')).toMatchObject({ md5: md5Of(bytes), storageIdentifier: upload.storageIdentifier });
    const read = await admin.rest.get(`/api/access/datafile/${added.number('data.files.0.dataFile.id')}`);
    expect(read.bytes.equals(bytes)).toBe(true);
  });

  test('an address of a file of one part is good for nothing once the file was added', async () => {
    const dataset = await createDataset(admin, collection);
    const bytes = randomBytes(1000);
    const upload = await beginUpload(admin, dataset, bytes.length);
    await sendToBucket(upload, bytes);
    const added = succeeded(await sendJsonData(admin, `/api/datasets/${dataset.id}/add`, uploadedFile(upload.storageIdentifier, bytes)));
    const again = await fetch(upload.urls[0] ?? '', { method: 'PUT', body: new Uint8Array(1000) });
    expect(again.status).toBeGreaterThanOrEqual(400);
    const read = await admin.rest.get(`/api/access/datafile/${added.number('data.files.0.dataFile.id')}`);
    expect(read.bytes.equals(bytes)).toBe(true);
  });

  test('what is announced counts in the quota', async () => {
    const dataset = await createDataset(admin, collection);
    succeeded(await admin.rest.send('/api/admin/settings/:UseStorageQuotas', { method: 'PUT', raw: 'true' }));
    succeeded(await admin.rest.send(`/api/datasets/${dataset.id}/storage/quota`, { method: 'PUT', raw: '1500' }));
    const bytes = randomBytes(1000);
    const upload = await beginUpload(admin, dataset, bytes.length);
    const next = () => admin.rest.get(`/api/datasets/${dataset.id}/uploadurls?size=501`);
    expect((await next()).errorCode).toBe('STORAGE_QUOTA_EXCEEDED');
    await sendToBucket(upload, bytes);
    succeeded(await sendJsonData(admin, `/api/datasets/${dataset.id}/add`, uploadedFile(upload.storageIdentifier, bytes)));
    expect((await next()).errorCode).toBe('STORAGE_QUOTA_EXCEEDED');
    succeeded(await admin.rest.get(`/api/datasets/${dataset.id}/uploadurls?size=500`));
    succeeded(await admin.rest.delete('/api/admin/settings/:UseStorageQuotas'));
  });

  test('parts that are too small for the bucket are refused at the beginning', async () => {
    const dataset = await createDataset(admin, collection);
    const answer = await admin.rest.get(`/api/datasets/${dataset.id}/uploadurls?size=${PART_SIZE}&partSize=1000`);
    expect([answer.status, answer.errorCode]).toEqual([400, 'BAD_USER_INPUT']);
  });

  test('what is left is removed from the bucket', async () => {
    const before = await s3.keysOf(bucket);
    const upload = await beginUpload(admin, await createDataset(admin, collection), 1000);
    succeeded(await admin.rest.put(uploadPath(upload), await sendToBucket(upload, randomBytes(1000))));
    expect(await s3.keysOf(bucket)).toHaveLength(before.length + 1);
    const { db, services, connection } = server.application;
    await connection.sql`update upload_ticket set expires_at = now() where completed_at is not null`;
    expect(await expireUploads(db)).toBe(1);
    const events = await connection.sql<
      { id: number; kind: string; subjectId: number; payload: Record<string, unknown>; attempts: number }[]
    >`
      select id::int, kind, subject_id as "subjectId", payload, attempts from outbox_event where kind = 'UploadAbandoned'`;
    for (const event of events) {
      await subscribers.deliver({ db, services, log: services.log, eventId: event.id, lastAttempt: false }, event);
    }
    expect(await s3.keysOf(bucket)).toEqual(before);
  });
});

test.skipIf(s3ServerAbsence !== undefined)('a bucket that takes no direct uploads says so', async () => {
  const s3 = await startS3Server();
  s3.lendCredentials();
  const server = await startTestServer({ STORAGE_URL: `s3://${await s3.makeBucket()}?endpoint=${s3.endpoint}` });
  const admin = superuser(server);
  const dataset = await createDataset(admin, await createCollection(admin));
  const answer = await admin.rest.get(`/api/datasets/${dataset.id}/uploadurls?size=10`);
  expect([answer.status, answer.errorCode]).toEqual([404, 'DIRECT_UPLOAD_UNAVAILABLE']);
  await server.stop();
  await s3.stop();
});
