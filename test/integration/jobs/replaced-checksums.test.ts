import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import pino from 'pino';
import { findRecordedFile } from '../../../src/db/queries/integrity/fixity-checks.ts';
import { locationOf } from '../../../src/domain/files/file-place.ts';
import { type Jobs, startJobs } from '../../../src/jobs/start-jobs.ts';
import { addFile, type Caller, createCollection, createDataset, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let admin: Caller;
let jobs: Jobs;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  const { db, services } = server.application;
  jobs = await startJobs({ connectionString: server.databaseUrl, db, services, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await jobs.stop();
  await server.stop();
});

async function delivered(): Promise<void> {
  const { sql } = server.application.connection;
  await vi.waitFor(async () => expect(await sql`select 1 from outbox_event where state <> 'DELIVERED'`).toEqual([]), {
    timeout: 150_000,
    interval: 50,
  });
}

async function checksums(): Promise<readonly (readonly [string, string])[]> {
  const { sql } = server.application.connection;
  const rows = await sql<{ algorithm: string; value: string }[]>`
    select checksum_algorithm as algorithm, checksum_value as value from data_file order by id`;
  return rows.map(({ algorithm, value }) => [algorithm, value]);
}

const hashed = (algorithm: string, bytes: string): string => createHash(algorithm).update(bytes).digest('hex');

test('checksums are replaced by a job, of the first files alone where there is a limit, and never of bytes that are not what is recorded', async () => {
  const { application } = server;
  const dataset = await createDataset(admin, await createCollection(admin));
  const ids: number[] = [];
  for (const name of ['a', 'b', 'c']) ids.push(await addFile(admin, dataset, { name: `${name}.bin`, bytes: `bytes ${name}` }));
  const recorded = await findRecordedFile(application.db, ids[1] ?? 0);
  const path = recorded === undefined ? undefined : application.services.storage.localPath(locationOf(recorded, recorded));
  await writeFile(path ?? '', 'other b');

  expect((await admin.rest.post('/api/admin/updateHashValues/SHA-256?num=1')).text('data.message')).toMatch(/^Found 3 files .* first 1\.$/);
  await delivered();
  expect((await checksums()).map(([algorithm]) => algorithm)).toEqual(['SHA-256', 'MD5', 'MD5']);

  expect((await admin.rest.post('/api/admin/updateHashValues/SHA-256')).text('data.message')).toMatch(/^Found 2 files /);
  await delivered();
  expect(await checksums()).toEqual([
    ['SHA-256', hashed('sha256', 'bytes a')],
    ['MD5', hashed('md5', 'bytes b')],
    ['SHA-256', hashed('sha256', 'bytes c')],
  ]);
  const { sql } = application.connection;
  expect(await sql`select data_file_id as file, outcome from fixity_check where fault is not null`).toEqual([
    { file: ids[1], outcome: 'WRONG_CHECKSUM' },
  ]);
});
