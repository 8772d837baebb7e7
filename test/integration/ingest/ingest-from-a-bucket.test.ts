// Tables whose bytes lie in a bucket: they are read from a copy on this machine, and what is made of them goes into the bucket.
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doJobs } from '../../support/do-jobs.ts';
import { PETS } from '../../support/ingested-files.ts';
import { type S3Server, s3ServerAbsence, startS3Server } from '../../support/s3-server.ts';
import { addFile, type Caller, createCollection, createDataset, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

describe.skipIf(s3ServerAbsence !== undefined)('tables in a bucket', () => {
  let bucket: S3Server;
  let name: string;
  let server: TestServer;
  let admin: Caller;
  let table: number;
  let broken: number;
  let atFirst: readonly string[];
  beforeAll(async () => {
    bucket = await startS3Server();
    bucket.lendCredentials();
    name = await bucket.makeBucket();
    const parameters = new URLSearchParams({ endpoint: bucket.endpoint, directDownload: 'false' });
    server = await startTestServer({ STORAGE_URL: `s3://${name}?${parameters.toString()}`, INGEST_MINUTES: '5' });
    atFirst = await filesHere();
    admin = superuser(server);
    const dataset = await createDataset(admin, await createCollection(admin));
    table = await addFile(admin, dataset, { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' });
    broken = await addFile(admin, dataset, { name: 'broken.csv', bytes: 'a,b\n1,2\n3\n', type: 'text/csv' });
    await doJobs(server);
  });
  afterAll(async () => {
    await server.stop();
    await bucket.stop();
  });

  const textOf = async (path: string): Promise<string> => (await admin.rest.get(`/api/access/datafile/${table}${path}`)).body;

  /** Files of the server on this machine. */
  async function filesHere(): Promise<string[]> {
    const entries = await readdir(server.dataDir, { recursive: true, withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  }

  test('are ingested, and their text lies beside the upload in the bucket', async () => {
    expect((await admin.rest.get(`/api/files/${table}`)).record('data.dataFile')).toMatchObject({ UNF: PETS.unf, tabularData: true });
    expect(await textOf('')).toBe(PETS.header + PETS.tab);
    expect(await textOf('?format=original')).toBe(PETS.csv);
    const keys = await bucket.keysOf(name);
    expect(keys).toHaveLength(3);
    expect(keys.filter((key) => /\.tab-\d+/.test(key))).toHaveLength(1);
    expect(await filesHere()).toEqual(atFirst);
  });

  test('answer questions to their rows, from a form that lies in the bucket', async () => {
    const rows = `/api/access/datafile/${table}/rows?where=pounds%3E20`;
    // On a busy machine, making the form takes longer than a request waits.
    await expect.poll(async () => (await admin.rest.get(rows)).status).toBe(200);
    expect((await admin.rest.get(rows)).list('data.rows')).toHaveLength(2);
    expect((await bucket.keysOf(name)).filter((key) => key.endsWith('parquet'))).toHaveLength(1);
  });

  test('stay as they were where they are none', async () => {
    expect((await admin.rest.get(`/api/files/${broken}/ingest`)).record('data')).toMatchObject({ state: 'FAILED', report: { row: 2 } });
    expect((await admin.rest.get(`/api/access/datafile/${broken}`)).body).toBe('a,b\n1,2\n3\n');
  });

  test('leave the upload alone in the bucket when the ingest is undone', async () => {
    expect((await admin.rest.post(`/api/files/${table}/uningest`)).status).toBe(200);
    await doJobs(server);
    expect(await bucket.keysOf(name)).toHaveLength(2);
    expect(await textOf('')).toBe(PETS.csv);
  });
});
