/** The rows about large files and archives: one transfer at a time, ours and the reference in turn. */
import { randomBytes } from 'node:crypto';
import { access, chmod, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { callApi } from '../api-client.ts';
import { type ChildServer, timed, type Timed } from '../child-server.ts';
import { isChosen } from '../options.ts';
import { startBundle } from '../our-server.ts';
import { ACCEL_PREFIX, type FrontServer, startFrontServer } from './front-server.ts';
import { copyOnlyFile } from './seed-archive.ts';
import { download, runProgram, upload } from './transfers.ts';

const MEGABYTE = 1024 * 1024;
const ARCHIVED_FILES = 10_000;

const ROWS = {
  upload: 'Bytes: upload with MD5, multipart',
  durableUpload: 'Bytes: upload with MD5, multipart, on the disk',
  download: 'Bytes: download',
  archive: `Bytes: archive of ${ARCHIVED_FILES} files of 1 KB`,
  accelerated: 'Bytes: download by X-Accel-Redirect',
} as const;

/** Whether a row about bytes is among those that were asked for. */
export function hasBytesRow(only: string): boolean {
  return Object.values(ROWS).some((name) => isChosen(name, only));
}

/** One row: times of ours and of the reference, round by round. */
export interface BytesRow {
  readonly name: string;
  readonly reference: string;
  readonly wanted: number | null;
  readonly ours: readonly Timed[];
  /** Seconds. */
  readonly references: readonly number[];
}

export interface BytesFigures {
  readonly megabytes: number;
  readonly archivedFiles: number;
  readonly rows: readonly BytesRow[];
}

export interface BytesOptions {
  /** Folder of its own, on the disk that is measured. */
  readonly folder: string;
  readonly megabytes: number;
  readonly rounds: number;
  /** Rows whose name contains this text, or one of several with `|` between; empty for all. */
  readonly only: string;
  readonly report: (line: string) => void;
}

const created = z.object({ id: z.number() });
const added = z.object({ data: z.object({ files: z.array(z.object({ dataFile: z.object({ id: z.number() }) })) }) });

async function createDataset(url: string): Promise<number> {
  const example = await readFile(join(import.meta.dirname, '..', '..', 'data', 'examples', 'minimal.json'), 'utf8');
  return created.parse(await callApi(`${url}/api/collections/root/datasets`, 'POST', example)).id;
}

/** Writes a file whose bytes are those of no other: a repository refuses a file it has. */
async function writeSource(path: string, megabytes: number): Promise<void> {
  const file = await open(path, 'w');
  const chunk = randomBytes(MEGABYTE);
  for (let index = 0; index < megabytes; index += 1) {
    chunk.writeUInt32LE(index);
    await file.write(chunk);
  }
  await file.close();
}

/** The largest stored file. */
async function largestFile(storage: string): Promise<string> {
  const entries = await readdir(storage, { recursive: true, withFileTypes: true });
  let largest = { path: '', size: -1 };
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const handle = await open(path);
    const { size } = await handle.stat();
    await handle.close();
    if (size > largest.size) largest = { path, size };
  }
  return largest.path;
}

/** Bytes go by the outbox, at once where nothing else waits there. */
const REMOVAL_MS = 30_000;

/** Deletes a file, and waits until its bytes are gone. @throws Error when they stay. */
async function removeFile(url: string, fileId: number, path: string): Promise<void> {
  await callApi(`${url}/api/files/${fileId}`, 'DELETE');
  const isThere = async (): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
  const limit = Date.now() + REMOVAL_MS;
  while (await isThere()) {
    if (Date.now() > limit) throw new Error(`The bytes of the deleted file ${fileId} are still there.`);
    await sleep(10);
  }
}

interface Bench {
  readonly options: BytesOptions;
  readonly server: ChildServer;
  readonly start: (env: Readonly<Record<string, string>>) => Promise<ChildServer>;
  readonly sql: postgres.Sql;
}

async function measureUploads(
  { options, server }: Bench,
  storage: string,
): Promise<{ readonly rows: readonly BytesRow[]; readonly fileId: number }> {
  const { folder, megabytes, report } = options;
  const wanted = isChosen(ROWS.upload, options.only) || isChosen(ROWS.durableUpload, options.only);
  // The downloads need a file in any case.
  const rounds = wanted ? options.rounds : 1;
  const dataset = await createDataset(server.url);
  const [source, copy] = [join(folder, 'source.bin'), join(folder, 'copy.bin')];
  const ours: Timed[] = [];
  const references: number[] = [];
  const durable: number[] = [];
  const send = async (): Promise<number> => {
    const answer: unknown = JSON.parse(await upload(server.url, dataset, source));
    return added.parse(answer).data.files[0]?.dataFile.id ?? 0;
  };
  await writeSource(source, megabytes);
  let fileId = await send();
  for (let round = 0; round < rounds; round += 1) {
    report(`Upload of ${megabytes} MB, round ${round + 1}`);
    await writeSource(source, megabytes);
    // On a virtual machine, memory that was unused for a while is expensive to touch, more than all the rest of this: both sides write into
    // memory that a removed file of the same size has just left.
    await runProgram('cp', [source, copy]);
    await rm(copy);
    await runProgram('sync', []);
    const steps: number[] = [];
    for (const [command, ...args] of [
      ['cp', source, copy],
      ['sync', copy],
      ['md5sum', copy],
    ] as const) {
      steps.push((await timed(process.pid, () => runProgram(command, args))).seconds);
    }
    const [copied = 0, synced = 0, summed = 0] = steps;
    references.push(copied + summed);
    durable.push(copied + synced + summed);
    await rm(copy);
    await runProgram('sync', []);
    await removeFile(server.url, fileId, await largestFile(storage));
    ours.push(
      await timed(server.pid, async () => {
        fileId = await send();
      }),
    );
  }
  await rm(source);
  const rows: readonly BytesRow[] = [
    { name: ROWS.upload, reference: 'cp, then md5sum', wanted: 0.65, ours, references },
    // What is acknowledged is on the disk here, which the copy is not.
    { name: ROWS.durableUpload, reference: 'cp, sync, md5sum', wanted: null, ours, references: durable },
  ];
  return { rows: rows.filter(({ name }) => isChosen(name, options.only)), fileId };
}

async function measureDownloads(
  { options: { rounds, megabytes, report } }: Bench,
  row: Pick<BytesRow, 'name' | 'reference' | 'wanted'>,
  { server, url, referenceUrl }: { readonly server: ChildServer; readonly url: string; readonly referenceUrl: string },
): Promise<BytesRow> {
  const size = megabytes * MEGABYTE;
  const ours: Timed[] = [];
  const references: number[] = [];
  // What is read for the first time comes from the disk.
  await download(referenceUrl, size);
  await download(url, size);
  for (let round = 0; round < rounds; round += 1) {
    report(`${row.name}, round ${round + 1}`);
    references.push((await timed(server.pid, () => download(referenceUrl, size))).seconds);
    ours.push(await timed(server.pid, () => download(url, size)));
  }
  return { ...row, ours, references };
}

async function measureArchive({ options, server, sql }: Bench, storage: string): Promise<BytesRow> {
  const { folder, rounds, report } = options;
  const dataset = await createDataset(server.url);
  const source = join(folder, 'small.txt');
  const text = Buffer.from(`${randomBytes(500).toString('hex')}\n`);
  await writeFile(source, text);
  await upload(server.url, dataset, source);
  const [row] = await sql<{ id: string }[]>`select storage_id as id from data_file where dataset_id = ${dataset}`;
  const names = await readdir(storage, { recursive: true });
  const first = names.find((name) => name.endsWith(`/${row?.id}`));
  if (first === undefined) throw new Error('The small file lies nowhere.');
  await copyOnlyFile(sql, dataset, join(storage, first), ARCHIVED_FILES);
  const url = `${server.url}/api/access/dataset/${dataset}/versions/:draft`;
  const measured = async (): Promise<void> => {
    const path = join(folder, 'archive.zip');
    await runProgram('curl', ['-s', '-S', '-f', '-o', path, '-H', 'X-Service-key: benchmark-superuser-token', url]);
    await rm(path);
  };
  await measured();
  const ours: Timed[] = [];
  for (let round = 0; round < rounds; round += 1) {
    report(`Archive of ${ARCHIVED_FILES} files, round ${round + 1}`);
    ours.push(await timed(server.pid, measured));
  }
  return { name: ROWS.archive, reference: '', wanted: null, ours, references: [] };
}

/** Fills a server of its own and measures it. */
export async function measureBytes(options: BytesOptions): Promise<BytesFigures> {
  const { folder, megabytes } = options;
  const dataDir = join(folder, 'data');
  const storage = join(dataDir, 'files');
  const running: (() => Promise<unknown>)[] = [];
  // PostgreSQL runs under an account of its own, which has to pass.
  await chmod(folder, 0o755);
  try {
    const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    running.push(() => database.stop());
    const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
    running.push(() => sql.end());
    const start = async (env: Readonly<Record<string, string>>): Promise<ChildServer> => {
      const server = await startBundle({ dataDir, database: { url: database.url, poolSize: 10 }, env });
      running.push(() => server.stop());
      return server;
    };
    let server = await start({});
    const bench: Bench = { options, server, start, sql };
    const { rows: uploads, fileId } = await measureUploads(bench, storage);
    const path = await largestFile(storage);
    const front: FrontServer = await startFrontServer(join(folder, 'front'), server.url);
    running.push(() => front.stop());
    const rows = [...uploads];
    if (isChosen(ROWS.download, options.only)) {
      const urls = { url: `${server.url}/api/access/datafile/${fileId}`, referenceUrl: `${front.filesUrl}${path}` };
      rows.push(await measureDownloads(bench, { name: ROWS.download, reference: front.name, wanted: 0.6 }, { server, ...urls }));
    }
    if (isChosen(ROWS.archive, options.only)) rows.push(await measureArchive(bench, storage));
    if (front.proxyUrl !== undefined && isChosen(ROWS.accelerated, options.only)) {
      await server.stop();
      server = await start({ X_ACCEL_PREFIX: ACCEL_PREFIX });
      const accelerated = await startFrontServer(join(folder, 'front-2'), server.url);
      running.push(() => accelerated.stop());
      const urls = { url: `${accelerated.proxyUrl}/api/access/datafile/${fileId}`, referenceUrl: `${accelerated.filesUrl}${path}` };
      rows.push(await measureDownloads(bench, { name: ROWS.accelerated, reference: front.name, wanted: 0.95 }, { server, ...urls }));
    }
    return { megabytes, archivedFiles: ARCHIVED_FILES, rows };
  } finally {
    for (const stop of running.reverse()) await stop();
  }
}
