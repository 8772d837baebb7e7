import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readZip } from '../support/read-zip.ts';
import { descriptorsOf, type ServerProcess, UNHURRIED, until } from '../support/server-process.ts';
import { addedFileId, createDataset, download, filesIn, randomFile, startFreshServer, upload } from './depositor.ts';

const LEAVERS = 30;
const SMALL_FILES = 40;
const LARGE_BYTES = 24 * 1024 * 1024;

interface Shelf {
  readonly server: ServerProcess;
  readonly storage: string;
  readonly dataset: number;
  /** The large one first. */
  readonly files: readonly number[];
  readonly archive: string;
}

/** A server with a dataset of a large file and many small ones. */
async function filledShelf(smallFiles: number, largeBytes: number): Promise<Shelf> {
  const { server, dataDir } = await startFreshServer();
  const dataset = await createDataset(server);
  const files = [addedFileId(await upload(server, dataset, randomFile(largeBytes), 'large.bin'))];
  for (let index = 0; index < smallFiles; index += 1) {
    files.push(addedFileId(await upload(server, dataset, randomFile(5000 + index), `small-${index}.bin`)));
  }
  return { server, storage: join(dataDir, 'files'), dataset, files, archive: `/api/access/dataset/${dataset}/versions/:draft` };
}

async function open({ server }: Shelf, path: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  const [response]: IncomingMessage[] = await once(
    get(`${server.url}${path}`, { agent: false, headers: { 'X-Service-key': server.token, ...headers } }),
    'response',
  );
  if (response === undefined) throw new Error('There is no answer.');
  return response;
}

/** Takes some of an answer and goes. */
async function leave(shelf: Shelf, path: string, headers: Readonly<Record<string, string>>, chunks: number): Promise<void> {
  const response = await open(shelf, path, headers);
  response.on('error', () => undefined);
  for (let chunk = 0; chunk < chunks; chunk += 1) await once(response, 'data');
  response.destroy();
}

async function whole(shelf: Shelf, path: string): Promise<{ readonly status: number | undefined; readonly bytes: Buffer }> {
  const response = await open(shelf, path);
  return { status: response.statusCode, bytes: await buffer(response) };
}

test('clients that leave in the middle of a file, of its ranges or of an archive leave nothing open', UNHURRIED, async () => {
  const shelf = await filledShelf(SMALL_FILES, LARGE_BYTES);
  const { server, storage } = shelf;
  const file = `/api/access/datafile/${shelf.files[0]}`;
  const kinds = [
    [file, {}],
    [file, { Range: `bytes=1000-9000000,9000001-${LARGE_BYTES - 1}` }],
    [shelf.archive, {}],
    [shelf.archive, { Range: 'bytes=500000-' }],
  ] as const;
  const isQuiet = (): boolean => !descriptorsOf(server.pid).some((name) => name.startsWith(storage));

  // The first ones open what is opened once.
  for (const [path, headers] of kinds) await leave(shelf, path, headers, 1);
  await until('what the first ones read is closed', isQuiet);
  const before = descriptorsOf(server.pid).length;
  for (let leaver = 0; leaver < LEAVERS; leaver += 1) {
    for (const [path, headers] of kinds) await leave(shelf, path, headers, leaver % 4);
  }
  await until('every file is closed', isQuiet);
  await until('no descriptor is left over', () => descriptorsOf(server.pid).length <= before);

  expect(await readZip((await whole(shelf, shelf.archive)).bytes)).toHaveLength(SMALL_FILES + 2);
  expect((await download(server, shelf.files[0] ?? 0)).bytes).toHaveLength(LARGE_BYTES);
  // A client that disconnects is not an error of the server.
  expect(server.stderr()).not.toMatch(/"level":50/);
});

test('a file that is gone from the disk is refused by itself, and breaks an archive off', UNHURRIED, async () => {
  const shelf = await filledShelf(3, 3_000_000);
  const { server, storage, files } = shelf;
  const sizes = new Map<number, string>();
  for (const { path } of filesIn(storage).kept) sizes.set((await readFile(path)).length, path);
  await rm(sizes.get(5001) ?? '');

  expect(await download(server, files[2] ?? 0)).toMatchObject({ httpStatus: 404 });
  await expect(whole(shelf, shelf.archive)).rejects.toThrow(/aborted|hang up|reset/);
  expect((await download(server, files[1] ?? 0)).httpStatus).toBe(200);
  await until('every file is closed', () => !descriptorsOf(server.pid).some((name) => name.startsWith(storage)));
});

test('a file that was changed on the disk aborts an archive, so that it is not mistaken for complete', UNHURRIED, async () => {
  const shelf = await filledShelf(1, 3_000_000);
  for (const { path } of filesIn(shelf.storage).kept) {
    const bytes = await readFile(path);
    if (bytes.length !== 3_000_000) continue;
    bytes[2_000_000] = (bytes[2_000_000] ?? 0) ^ 1;
    await rm(path);
    await writeFile(path, bytes);
  }
  await expect(whole(shelf, shelf.archive)).rejects.toThrow(/aborted|hang up|reset/);
  await until('the log says why', () => shelf.server.stderr().includes('do not match their record'));
});
