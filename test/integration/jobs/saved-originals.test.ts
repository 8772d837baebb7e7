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

const PATHS = {
  sizes: '/api/admin/datafiles/integrity/fixmissingoriginalsizes',
  types: '/api/admin/datafiles/integrity/fixmissingoriginaltypes',
} as const;

/** Files whose originals have neither size nor type; the last one has no bytes either. */
async function originals(count: number): Promise<number[]> {
  const { application } = server;
  const dataset = await createDataset(admin, await createCollection(admin));
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const file = await addFile(admin, dataset, { name: `${index}.tab`, bytes: `bytes ${index}`, type: 'text/plain' });
    await application.connection.sql`insert into saved_original (data_file_id, file_name) values (${file}, 'weights.sav')`;
    const recorded = await findRecordedFile(application.db, file);
    const path = recorded === undefined ? undefined : application.services.storage.localPath(locationOf(recorded, recorded));
    if (path !== undefined && index < count - 1) await writeFile(`${path}.orig`, '$FL2@(#) SPSS DATA FILE');
    ids.push(file);
  }
  return ids;
}

async function storedFacts(): Promise<Readonly<Record<string, unknown>>[]> {
  const { sql } = server.application.connection;
  return sql`select size_bytes::int as size, content_type as type from saved_original order by data_file_id`;
}

async function delivered(): Promise<void> {
  const { sql } = server.application.connection;
  await vi.waitFor(async () => expect(await sql`select 1 from outbox_event where state <> 'DELIVERED'`).toEqual([]), {
    timeout: 150_000,
    interval: 50,
  });
}

test('missing facts of saved originals are recorded by a job, of the first files alone where there is a limit', async () => {
  await originals(3);
  expect((await admin.rest.get(`${PATHS.sizes}?limit=1`)).status).toBe(200);
  await delivered();
  expect((await storedFacts()).map(({ size }) => size)).toEqual([23, null, null]);

  expect((await admin.rest.get(PATHS.sizes)).text('data.message')).toMatch(/^Found 2 /);
  expect((await admin.rest.get(PATHS.types)).text('data.message')).toMatch(/^Found 3 /);
  await delivered();
  // What the storage does not hold stays as it is.
  expect(await storedFacts()).toEqual([
    { size: 23, type: 'application/x-spss-sav' },
    { size: 23, type: 'application/x-spss-sav' },
    { size: null, type: null },
  ]);
  expect((await admin.rest.get(PATHS.sizes)).text('data.message')).toMatch(/^Found 1 /);
});
