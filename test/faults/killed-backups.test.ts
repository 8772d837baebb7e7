// Backups and restores that are killed, bytes that lie in a bucket, and backups that rot. Source: docs/how-to/back-up.md.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { cliUser, type CliRun } from '../support/cli.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type S3Server, s3ServerAbsence, startS3Server } from '../support/s3-server.ts';
import { startServerProcess, stopServer, UNHURRIED } from '../support/server-process.ts';
import {
  addedFileId,
  createDataset,
  download,
  fileRows,
  md5,
  queryDatabase,
  randomFile,
  temporaryFolder,
  TOKEN,
  upload,
} from './depositor.ts';

const FILES = 24;
const KILLS = Number(process.env['FAULT_BACKUP_KILLS'] ?? 4);

let s3: S3Server;
beforeAll(async () => {
  if (s3ServerAbsence === undefined) s3 = await startS3Server();
});
afterAll(() => s3?.stop());

interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly env: Readonly<Record<string, string>>;
}

async function emptyPlace(further: Readonly<Record<string, string>> = {}): Promise<Place> {
  const [{ url, drop }, dataDir] = await Promise.all([createTestDatabase('migrated'), temporaryFolder()]);
  onTestFinished(drop);
  return { dataDir, databaseUrl: url, env: { DATA_DIR: dataDir, DATABASE_URL: url, SUPERUSER_API_TOKEN: TOKEN, ...further } };
}

/** An installation with files, whose server has stopped. */
async function filledPlace(further: Readonly<Record<string, string>> = {}): Promise<Place & { readonly secretKeys: string }> {
  const place = await emptyPlace(further);
  const server = await startServerProcess(place);
  const dataset = await createDataset(server);
  for (let number = 0; number < FILES; number += 1) {
    expect((await upload(server, dataset, randomFile(100_000 + number), `file-${number}.bin`)).httpStatus).toBe(200);
  }
  await stopServer(server);
  return { ...place, secretKeys: readFileSync(join(place.dataDir, 'secret-keys'), 'utf8').trim() };
}

const run = (place: Place, words: readonly string[]): Promise<CliRun> => cliUser().run(words, { env: place.env });

const snapshots = (folder: string): string[] => readdirSync(join(folder, 'snapshots')).filter((name) => !name.startsWith('.'));

/** Every row of every table, but for the queue of jobs and what a start writes. */
function contents(url: string): Promise<string> {
  return queryDatabase(url, async (sql: postgres.Sql) => {
    const tables = await sql<
      { name: string }[]
    >`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`;
    const parts: string[] = [];
    for (const { name } of tables) {
      const [found] = await sql.unsafe<{ rows: string }[]>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as rows from public.${name} t`,
      );
      parts.push(`${name} ${found?.rows}`);
    }
    return parts.join('\n');
  });
}

/** Kills a command after a while, and again later and later, until it is done before. */
async function killAgainAndAgain(place: Place, words: readonly string[], wholeMs: number, between: (run: CliRun) => void): Promise<void> {
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const killed = new Promise<void>((resolve) => void setTimeout(resolve, (wholeMs * kill) / (KILLS + 1)));
    between(await cliUser().run(words, { env: place.env, killed }));
  }
}

test('a backup that is killed leaves none behind, and the next one is whole; so does a restore', UNHURRIED, async () => {
  const there = await filledPlace();
  const folder = await temporaryFolder();
  const began = performance.now();
  const first = await run(there, ['backup', '--to', folder]);
  const tookMs = performance.now() - began;
  expect(first, first.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining(`${FILES} files, of which ${FILES} are new`) });
  const other = await temporaryFolder();
  await killAgainAndAgain(there, ['backup', '--to', other], tookMs, ({ code, stderr }) => {
    // Killed, or done before; one may have its name already when it is killed, and is looked at below with the others.
    expect([0, null], stderr).toContain(code);
  });
  const next = await run(there, ['backup', '--to', other]);
  expect(next, next.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('0 faults') });
  expect(await run(there, ['backup', '--to', other, '--verify'])).toMatchObject({ code: 0 });
  const again = await run(there, ['backup', '--to', other]);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining(`${FILES} files, of which 0 are new`) });

  const here = await emptyPlace({ SECRET_KEYS: there.secretKeys });
  await killAgainAndAgain(here, ['restore', '--from', other], tookMs, ({ code, stderr }) => {
    // One that was done before it was killed is not done again.
    expect(code !== 1 || stderr.includes('holds an installation already'), stderr).toBe(true);
  });
  const restored = await run(here, ['restore', '--from', other]);
  expect(restored.code === 0 || restored.stderr.includes('holds an installation already'), restored.stderr).toBe(true);
  expect(await contents(here.databaseUrl)).toBe(await contents(there.databaseUrl));
  const server = await startServerProcess(here);
  for (const { id, checksum } of await fileRows(here.databaseUrl)) expect(md5((await download(server, id)).bytes)).toBe(checksum);
  expect(await fileRows(here.databaseUrl)).toHaveLength(FILES);
});

test('bytes of a backup that rot are named, and copied anew by the next backup', UNHURRIED, async () => {
  const there = await filledPlace();
  const folder = await temporaryFolder();
  expect((await run(there, ['backup', '--to', folder])).code).toBe(0);
  const [damaged = '', missing = ''] = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  // Of the same size: only its checksum tells.
  const bytes = readFileSync(damaged);
  bytes[50_000] = (bytes[50_000] ?? 0) ^ 1;
  writeFileSync(damaged, bytes);
  rmSync(missing);
  const found = await run(there, ['backup', '--to', folder, '--verify']);
  expect(found).toMatchObject({ code: 8, stdout: expect.stringContaining('2 faults') });
  expect(found.stdout).toContain(`${damaged} is damaged`);
  expect(found.stdout).toContain(`${missing} is missing`);
  const nowhere = await emptyPlace({ SECRET_KEYS: there.secretKeys });
  expect((await run(nowhere, ['restore', '--from', folder])).code).toBe(1);
  expect(readdirSync(nowhere.dataDir)).not.toContain('files');

  // The stores still have them, and the snapshot before has them again with it.
  const mended = await run(there, ['backup', '--to', folder]);
  expect(mended, mended.stdout).toMatchObject({ code: 0, stdout: expect.stringContaining('of which 1 are new') });
  expect(mended.stdout).toContain('1 of 1 files that were damaged');
  const [oldest = ''] = snapshots(folder);
  expect(await run(nowhere, ['restore', '--from', folder, '--snapshot', oldest])).toMatchObject({ code: 0 });

  const [table] = readdirSync(join(folder, 'snapshots', oldest, 'tables'));
  writeFileSync(join(folder, 'snapshots', oldest, 'tables', table ?? ''), 'worse');
  const refused = await run(await emptyPlace(), ['restore', '--from', folder, '--snapshot', oldest]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was restored') });
});

test.skipIf(s3ServerAbsence !== undefined)('bytes in a bucket are backed up, and restored into another bucket', UNHURRIED, async () => {
  const inBucket = async (): Promise<Record<string, string>> => ({
    ...s3.credentials,
    STORAGE_URL: `s3://${await s3.makeBucket()}?endpoint=${s3.endpoint}`,
  });
  const there = await filledPlace(await inBucket());
  const folder = await temporaryFolder();
  const made = await run(there, ['backup', '--to', folder]);
  expect(made, made.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining(`${FILES} files, of which ${FILES} are new`) });
  const here = await emptyPlace({ ...(await inBucket()), SECRET_KEYS: there.secretKeys });
  const restored = await run(here, ['restore', '--from', folder]);
  expect(restored, restored.stderr).toMatchObject({ code: 0 });
  expect(await contents(here.databaseUrl)).toBe(await contents(there.databaseUrl));
  const server = await startServerProcess(here);
  for (const { id, checksum } of await fileRows(here.databaseUrl)) expect(md5((await download(server, id)).bytes)).toBe(checksum);
  // An upload goes on where the restored ones end.
  const dataset = await createDataset(server);
  expect(addedFileId(await upload(server, dataset, randomFile(1000), 'after.bin'))).toBeGreaterThan(0);
});
