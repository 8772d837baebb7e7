import { rm, truncate, writeFile } from 'node:fs/promises';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findRecordedFile } from '../../../src/db/queries/integrity/fixity-checks.ts';
import { findRound } from '../../../src/db/queries/integrity/fixity-rounds.ts';
import { beginDueRound } from '../../../src/domain/integrity/fixity/begin-round.ts';
import { UNHURRIED } from '../../../src/domain/files/checksums/reading-pace.ts';
import { locationOf } from '../../../src/domain/files/file-place.ts';
import { walkRound } from '../../../src/domain/integrity/fixity/walk-round.ts';
import { type Jobs, startJobs } from '../../../src/jobs/start-jobs.ts';
import { addFile, type Caller, createCollection, createDataset, guest, type SeededDataset, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let admin: Caller;
let jobs: Jobs;
const lines: string[] = [];
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  const { db, services } = server.application;
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  jobs = await startJobs({ connectionString: server.databaseUrl, db, services, log });
});
afterAll(async () => {
  await jobs.stop();
  await server.stop();
});

const REPORT = `query($outcomes: [FixityOutcome!]) { fixityReport {
  counts { totalFiles uncheckedFiles validFiles unprovenFiles faultyFiles }
  latestRound { totalFiles checkedFiles faultyFiles finishedAt }
  checks(outcomes: $outcomes) { totalCount nodes { fileDatabaseId outcome foundSizeBytes foundChecksum fault outcomeSince file { databaseId } } } } }`;

async function dataset(files: number): Promise<{ readonly dataset: SeededDataset; readonly files: readonly number[] }> {
  const made = await createDataset(admin, await createCollection(admin));
  const ids: number[] = [];
  for (let index = 0; index < files; index += 1) {
    ids.push(await addFile(admin, made, { name: `${index}.txt`, bytes: `bytes of file ${index}\n`, type: 'text/plain' }));
  }
  return { dataset: made, files: ids };
}

async function pathOf(file: number): Promise<string> {
  const recorded = await findRecordedFile(server.application.db, file);
  const path = recorded === undefined ? undefined : server.application.services.storage.localPath(locationOf(recorded, recorded));
  if (path === undefined) throw new Error('The file lies nowhere.');
  return path;
}

async function verifyAndWait(databaseId: number): Promise<Readonly<Record<string, unknown>>> {
  const begun = await admin.graphql.send(
    'mutation($input: VerifyFilesInput!) { verifyFiles(input: $input) { round { databaseId totalFiles } } }',
    {
      input: { dataset: { databaseId } },
    },
  );
  const round = begun.number('data.verifyFiles.round.databaseId');
  return vi.waitFor(
    async () => {
      const read = await admin.graphql.send(
        'query($id: Int!) { fixityRound(databaseId: $id) { totalFiles checkedFiles checkedBytes faultyFiles requestedBy datasetDatabaseId finishedAt } }',
        { id: round },
      );
      expect(read.at('data.fixityRound.finishedAt')).toEqual(expect.any(String));
      return read.record('data.fixityRound');
    },
    { timeout: 150_000, interval: 50 },
  );
}

async function outcomeOf(file: number): Promise<Readonly<Record<string, unknown>>> {
  const { sql } = server.application.connection;
  const [row] = await sql`select outcome, found_size_bytes, found_checksum, fault from fixity_check where data_file_id = ${file}`;
  return row ?? {};
}

describe('verifying the files of a dataset', () => {
  test('finds what was changed, cut, lengthened and removed on the disk, says so in report, log and metrics, and nothing else', async () => {
    const { dataset: own, files } = await dataset(5);
    const [changed = 0, cut = 0, longer = 0, removed = 0, sound = 0] = files;
    await writeFile(await pathOf(changed), 'BYTES of file 0\n');
    await truncate(await pathOf(cut), 3);
    await writeFile(await pathOf(longer), 'bytes of file 2, and more\n');
    await rm(await pathOf(removed));

    expect(await verifyAndWait(own.id)).toMatchObject({
      totalFiles: 5,
      checkedFiles: 5,
      faultyFiles: 4,
      requestedBy: '@admin',
      datasetDatabaseId: own.id,
    });
    expect(await outcomeOf(sound)).toMatchObject({ outcome: 'VALID', fault: null });

    const report = await admin.graphql.send(REPORT, {});
    const faults = report.list('data.fixityReport.checks.nodes');
    expect(faults).toEqual([
      expect.objectContaining({ fileDatabaseId: changed, outcome: 'WRONG_CHECKSUM', foundSizeBytes: 16 }),
      expect.objectContaining({ fileDatabaseId: cut, outcome: 'WRONG_SIZE', foundSizeBytes: 3 }),
      expect.objectContaining({ fileDatabaseId: longer, outcome: 'WRONG_SIZE', foundSizeBytes: 26 }),
      expect.objectContaining({ fileDatabaseId: removed, outcome: 'MISSING', foundSizeBytes: null, file: { databaseId: removed } }),
    ]);
    expect(report.at('data.fixityReport.checks.totalCount')).toBe(4);
    expect(report.record('data.fixityReport.counts')).toMatchObject({ faultyFiles: 4, validFiles: 1 });
    const logged = lines.map((line): { fileId?: number; level: number } => JSON.parse(line)).filter(({ level }) => level === 50);
    expect(logged.map(({ fileId }) => fileId)).toEqual([changed, cut, longer, removed]);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^fixity_files\{outcome="WRONG_SIZE"\} 2$/m);
    expect(metrics).toMatch(/^fixity_files\{outcome="UNREADABLE"\} 0$/m);
    expect(metrics).toMatch(/^fixity_oldest_check_timestamp_seconds \d/m);
  });

  test('tells since when a file is damaged, and that it was mended', async () => {
    const { dataset: own, files } = await dataset(1);
    const [file = 0] = files;
    const { sql } = server.application.connection;
    await writeFile(await pathOf(file), 'BYTES of file 0\n');
    await verifyAndWait(own.id);
    await sql`update fixity_check set checked_at = '2020-01-01', outcome_since = '2020-01-01' where data_file_id = ${file}`;
    await verifyAndWait(own.id);
    const [again] = await sql`select outcome_since, checked_at from fixity_check where data_file_id = ${file}`;
    expect(String(again?.['outcome_since'])).toMatch(/2020/);
    expect(String(again?.['checked_at'])).not.toMatch(/2020/);
    await writeFile(await pathOf(file), 'bytes of file 0\n');
    await verifyAndWait(own.id);
    expect(await outcomeOf(file)).toMatchObject({ outcome: 'VALID', fault: null });
  });

  test('compares the size alone where an import gave no checksum', async () => {
    const { dataset: own, files } = await dataset(1);
    const [file = 0] = files;
    await server.application.connection.sql`update data_file set checksum_value = 'unknown' where id = ${file}`;
    await verifyAndWait(own.id);
    expect(await outcomeOf(file)).toMatchObject({ outcome: 'UNPROVEN', fault: null });
    await truncate(await pathOf(file), 3);
    await verifyAndWait(own.id);
    expect(await outcomeOf(file)).toMatchObject({ outcome: 'WRONG_SIZE' });
  });

  test('proves what was uploaded, where ingest turned it into something else', async () => {
    const { dataset: own, files } = await dataset(1);
    const [file = 0] = files;
    const path = await pathOf(file);
    await writeFile(`${path}.orig`, 'bytes of file 0\n');
    await writeFile(path, 'a\tb\n');
    const { sql } = server.application.connection;
    await sql`insert into saved_original (data_file_id, size_bytes) values (${file}, 16)`;
    await sql`update data_file set size_bytes = 4 where id = ${file}`;
    await verifyAndWait(own.id);
    expect(await outcomeOf(file)).toMatchObject({ outcome: 'VALID' });
    await writeFile(`${path}.orig`, 'BYTES of file 0\n');
    await verifyAndWait(own.id);
    expect(await outcomeOf(file)).toMatchObject({ outcome: 'WRONG_CHECKSUM', fault: expect.stringMatching(/^Saved original: /) });
    const replaced = await admin.rest.send(`/api/admin/computeDataFileHashValue/${file}/algorithm/SHA-1`, { method: 'POST' });
    expect(replaced.status).toBe(417);
    await writeFile(`${path}.orig`, 'bytes of file 0\n');
    expect((await admin.rest.send(`/api/admin/computeDataFileHashValue/${file}/algorithm/SHA-1`, { method: 'POST' })).status).toBe(200);
    await verifyAndWait(own.id);
    expect(await outcomeOf(file)).toMatchObject({ outcome: 'VALID', found_checksum: expect.stringMatching(/^[0-9a-f]{40}$/) });
  });
});

describe('a round over everything', () => {
  const options = { pace: UNHURRIED, signal: new AbortController().signal };
  const scope = () => ({ db: server.application.db, services: server.application.services, log: pino({ level: 'silent' }) });

  test('begins when one is due, goes on where it was, counts each file once, and ends', async () => {
    const { db } = server.application;
    await dataset(3);
    await jobs.stop();
    const round = await beginDueRound(db, 30);
    if (round === undefined) throw new Error('No round was begun.');
    expect(round.requestedBy).toBe('schedule');
    // Killed after each file, and the same step told twice.
    for (let turns = 1; ; turns += 1) {
      const before = await findRound(db, round.id);
      if (before === undefined || before.finishedAt !== null) break;
      expect(turns).toBeLessThan(100);
      await walkRound(scope(), before, { ...options, pauses: () => true });
      await walkRound(scope(), before, { ...options, pauses: () => true });
    }
    const done = await findRound(db, round.id);
    expect(done).toMatchObject({ checkedFiles: round.totalFiles });
    expect((await admin.graphql.send(REPORT, {})).at('data.fixityReport.counts.uncheckedFiles')).toBe(0);
    expect(await beginDueRound(db, 30)).toBeUndefined();
    expect(await beginDueRound(db, 0)).toMatchObject({ finishedAt: null });
  });

  test('revives a round whose job was given up, in place of beginning another', async () => {
    const { db, connection } = server.application;
    const running = await beginDueRound(db, 30);
    await connection.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;
    expect((await beginDueRound(db, 30))?.id).toBe(running?.id);
    const [counted] = await connection.sql`select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'verify-files'`;
    expect(counted?.['jobs']).toBe(1);
  });
});

test('the report is for superusers', async () => {
  const { graphql } = admin;
  expect((await graphql.send(REPORT, {})).code).toBeUndefined();
  expect((await guest(server).graphql.send(REPORT, {})).code).toBe('AUTHENTICATION_REQUIRED');
});
