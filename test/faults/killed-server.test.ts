import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isRunning } from '../../src/db/embedded/postmaster-file.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { postmasterOf, runTask, startServerProcess, stopServer, until, UNHURRIED } from '../support/server-process.ts';
import {
  addedFileId,
  createDataset,
  download,
  fileRows,
  filesIn,
  md5,
  openUpload,
  queryDatabase,
  randomFile,
  temporaryFolder,
  upload,
  uploadByGraphql,
} from './depositor.ts';

const ROUNDS = Number(process.env['FAULT_KILL_ROUNDS'] ?? 3);
const UPLOADS = Number(process.env['FAULT_KILL_UPLOADS'] ?? 70);
const AT_ONCE = 20;
const DATASETS = 4;
const MEGABYTE = 1024 * 1024;
const LONG_AGO = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);

interface Attempt {
  readonly name: string;
  readonly checksum: string;
  /** The file's id if the server has acknowledged the upload. */
  readonly acknowledged: number | undefined;
}

test(
  'after kill -9 at any moment of many uploads every acknowledged file is whole, and no row is without its bytes',
  UNHURRIED,
  async () => {
    const dataDir = await temporaryFolder();
    const storage = join(dataDir, 'files');
    let server = await startServerProcess({ dataDir });
    const datasets = await Promise.all(Array.from({ length: DATASETS }, () => createDataset(server)));
    const attempts: Attempt[] = [];

    for (let round = 0; round < ROUNDS; round++) {
      const current = server;
      const postmaster = await postmasterOf(dataDir);
      let begun = 0;
      let answered = 0;
      const uploader = async (): Promise<void> => {
        while (begun < UPLOADS) {
          const name = `file-${round}-${begun}.bin`;
          const dataset = datasets[begun % DATASETS] ?? 0;
          begun += 1;
          const bytes = randomFile(randomInt(1, 6) * MEGABYTE);
          const sent =
            begun % 2 === 0
              ? upload(current, dataset, bytes, name).then((answer) => (answer.httpStatus === 200 ? addedFileId(answer) : undefined))
              : uploadByGraphql(current, dataset, bytes, name).then(({ id }) => id);
          const acknowledged = await sent.catch(() => undefined);
          if (acknowledged !== undefined) answered += 1;
          attempts.push({ name, checksum: md5(bytes), acknowledged });
        }
      };
      const uploads = Promise.all(Array.from({ length: AT_ONCE }, uploader));
      // Somewhere in the first two thirds of the round, so that uploads are under way.
      const killAfter = randomInt(1, Math.ceil((UPLOADS * 2) / 3));
      await until('some uploads are acknowledged', () => answered >= killAfter);
      await sleep(randomInt(0, 60));
      current.signal('SIGKILL');
      expect(await current.ended).toEqual({ code: null, signal: 'SIGKILL' });
      await uploads;

      expect(isRunning(postmaster?.pid ?? 0)).toBe(true);
      server = await startServerProcess({ dataDir });
      expect((await postmasterOf(dataDir))?.pid).toBe(postmaster?.pid);
    }

    const databaseUrl = (await postmasterOf(dataDir))?.url ?? '';
    const rows = await fileRows(databaseUrl);
    const { kept, staged } = filesIn(storage);
    const pathOf = new Map(kept.map(({ storageId, path }) => [storageId, path]));

    // Every row has its bytes, all of them.
    for (const row of rows) {
      const path = pathOf.get(row.storageId);
      expect(path, `bytes of file ${row.id}`).toBeDefined();
      expect(md5(readFileSync(path ?? ''))).toBe(row.checksum);
    }
    // Every acknowledged file has its row, and comes back over the API.
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    const acknowledged = attempts.filter((attempt) => attempt.acknowledged !== undefined);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(attempts.length).toBeGreaterThan(acknowledged.length);
    for (const { acknowledged: id, checksum } of acknowledged) expect(rowOf.get(id ?? 0)?.checksum).toBe(checksum);
    for (const { acknowledged: id, checksum } of acknowledged.slice(-5)) {
      expect(md5((await download(server, id ?? 0)).bytes)).toBe(checksum);
    }
    // A row without an acknowledgement is one whose response was lost with the process, and is whole like the others: it is a commit
    // between the last byte and the answer, so there are at most as many as uploads were under way.
    const unanswered = attempts.filter((attempt) => attempt.acknowledged === undefined);
    const checksums = new Set(unanswered.map(({ checksum }) => checksum));
    const surplus = rows.filter((row) => !acknowledged.some((attempt) => attempt.acknowledged === row.id));
    for (const row of surplus) expect(checksums).toContain(row.checksum);
    expect(surplus.length).toBeLessThanOrEqual(ROUNDS * AT_ONCE);
    // Bytes move into the dataset's folder before the commit, so a kill between the two leaves some there without a row. Nothing points to
    // them, their storage id is in no row and is never given out again: that is how they are told from files, whenever the folder is
    // compared with the database. An upload leaves one at most.
    const known = new Set(rows.map(({ storageId }) => storageId));
    const orphans = kept.filter(({ storageId }) => !known.has(storageId));
    expect(orphans.length).toBeLessThanOrEqual(ROUNDS * AT_ONCE);
    const dead = new Set(unanswered.map(({ checksum }) => checksum));
    for (const { path } of orphans) expect(dead).toContain(md5(readFileSync(path)));
    // What was not whole lies in staging only, for the sweeper.
    expect(staged.length).toBeLessThanOrEqual(ROUNDS * AT_ONCE);
    for (const path of staged) expect(statSync(path).size).toBeLessThanOrEqual(5 * MEGABYTE);

    // The doctor finds all of that once it is old, mends it, and touches nothing else; with the server running or not.
    for (const path of [...kept.map((file) => file.path), ...staged]) utimesSync(path, LONG_AGO, LONG_AGO);
    const leftovers = { missing: 0, wrongSize: 0, orphans: orphans.length, staleUploads: staged.length };
    const clean = orphans.length + staged.length === 0;
    const found = await runTask(['doctor', 'storage', '--json'], { dataDir });
    expect(JSON.parse(found.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ kind: 'SUMMARY', files: rows.length, ...leftovers });
    expect(found.code).toBe(clean ? 0 : 2);
    expect(filesIn(storage).kept).toHaveLength(kept.length);
    const mended = await runTask(['doctor', 'storage', '--mend'], { dataDir });
    expect({ code: mended.code, stderr: mended.stderr }).toEqual({ code: 0, stderr: '' });
    const after = filesIn(storage);
    expect(after.staged).toEqual([]);
    const inPlace = after.kept.filter(({ path }) => !path.startsWith(join(storage, '.quarantine')));
    expect(new Set(inPlace.map(({ storageId }) => storageId))).toEqual(known);
    expect(after.kept).toHaveLength(kept.length);
    for (const { acknowledged: id, checksum } of acknowledged.slice(0, 5)) {
      expect(md5((await download(server, id ?? 0)).bytes)).toBe(checksum);
    }
    expect(await stopServer(server)).toEqual({ code: 0, signal: null });
    const again = await runTask(['doctor', 'storage'], { dataDir });
    expect({ code: again.code, last: again.stdout.trim().split('\n').at(-1) }).toEqual({ code: 0, last: 'They agree.' });
  },
);

test('the doctor says of bytes that were left a moment ago that they are too young to judge', UNHURRIED, async () => {
  const database = await createTestDatabase('installed');
  const dataDir = await temporaryFolder();
  const env = { DATABASE_URL: database.url };
  const stray = join(dataDir, 'files', '10.5072', 'FK2', 'ABCDEF', '19a2b3c4d5e-0123456789ab');
  mkdirSync(dirname(stray), { recursive: true });
  writeFileSync(stray, 'left by a server that was killed');
  const young = await runTask(['doctor', 'storage', '--mend'], { dataDir, env });
  expect(young).toMatchObject({ code: 0, stderr: '' });
  expect(young.stdout).toContain('19a2b3c4d5e-0123456789ab');
  expect(young.stdout.trim().split('\n').at(-1)).toBe('They agree, except for what is too young to judge.');
  expect(existsSync(stray)).toBe(true);
});

test(
  'after kill -9 in the middle of an upload the next start takes files into the same dataset, and no session is left open',
  UNHURRIED,
  async () => {
    const dataDir = await temporaryFolder();
    const first = await startServerProcess({ dataDir });
    const dataset = await createDataset(first);
    const outgoing = openUpload(first, dataset, 'REST');
    await outgoing.send(randomFile(MEGABYTE * 5));
    await until('the upload is being staged', () => filesIn(join(dataDir, 'files')).staged.length === 1);
    first.signal('SIGKILL');
    await first.ended;
    await outgoing.cut();

    const second = await startServerProcess({ dataDir });
    const bytes = randomFile(1000);
    const answer = await upload(second, dataset, bytes, 'after.bin');
    expect(answer.httpStatus).toBe(200);
    expect(await fileRows((await postmasterOf(dataDir))?.url ?? '')).toHaveLength(1);
    const sessions = await queryDatabase(
      (await postmasterOf(dataDir))?.url ?? '',
      async (sql) =>
        await sql<{ idle: number }[]>`select count(*)::int as idle from pg_stat_activity where state like 'idle in transaction%'`,
    );
    expect(sessions[0]?.idle).toBe(0);
  },
);
