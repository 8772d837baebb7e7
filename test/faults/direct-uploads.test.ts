import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { expect, test } from 'vitest';
import { targetOf } from '../support/direct-uploads.ts';
import { listFilePaths } from '../support/list-file-paths.ts';
import { postmasterOf, type ServerProcess, startServerProcess, until, UNHURRIED } from '../support/server-process.ts';
import { addedFileId, createDataset, type Door, download, fileRows, md5, randomFile, rest, temporaryFolder } from './depositor.ts';

const MIB = 1024 * 1024;
const PARTS = 24;

const begun = z.object({ urls: z.record(z.string(), z.string()), storageIdentifier: z.string() });
const progress = z.object({ complete: z.boolean(), parts: z.record(z.string(), z.string()), urls: z.record(z.string(), z.string()) });

async function begin(door: Door, dataset: number, parts: number, partBytes = MIB): Promise<z.infer<typeof begun>> {
  const answer = await rest(door, 'GET', `/datasets/${dataset}/uploadurls?size=${parts * partBytes}&partSize=${partBytes}`);
  return begun.parse(answer.data);
}

function partOf(bytes: Uint8Array<ArrayBuffer>, number: number, partBytes = MIB): Uint8Array<ArrayBuffer> {
  return bytes.slice((number - 1) * partBytes, number * partBytes);
}

function put(door: Door, url: string, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  return fetch(`${door.url}${targetOf(url)}`, { method: 'PUT', body });
}

const naming = (storageIdentifier: string): string => `/datasets/mpupload?storageidentifier=${encodeURIComponent(storageIdentifier)}`;

async function look(door: Door, storageIdentifier: string): Promise<z.infer<typeof progress>> {
  return progress.parse((await rest(door, 'GET', naming(storageIdentifier))).data);
}

async function add(door: Door, dataset: number, storageIdentifier: string, bytes: Uint8Array): Promise<number> {
  const form = new FormData();
  const checksum = { '@type': 'MD5', '@value': md5(bytes) };
  form.set('jsonData', JSON.stringify({ storageIdentifier, fileName: 'large.bin', mimeType: 'application/x-test', checksum }));
  const response = await fetch(`${door.url}/api/datasets/${dataset}/add`, {
    method: 'POST',
    headers: { 'X-Service-key': door.token },
    body: form,
  });
  const body = z.object({ status: z.string(), data: z.unknown() }).parse(await response.json());
  return addedFileId({ ...body, httpStatus: response.status, headers: response.headers });
}

async function kill(server: ServerProcess): Promise<void> {
  server.signal('SIGKILL');
  await server.ended;
}

test('after kill -9 among the parts, and again while they are put together, an upload goes on where it was', UNHURRIED, async () => {
  const dataDir = await temporaryFolder();
  const storage = join(dataDir, 'files');
  const bytes = randomFile(PARTS * MIB);
  let server = await startServerProcess({ dataDir });
  const dataset = await createDataset(server);
  const { urls, storageIdentifier } = await begin(server, dataset, PARTS);

  const acknowledged = new Set<string>();
  const first = server;
  const sending = Object.entries(urls).map(async ([number, url]) => {
    const answer = await put(first, url, partOf(bytes, Number(number)));
    if (answer.status === 200) acknowledged.add(number);
  });
  const settled = Promise.allSettled(sending);
  await until('some parts are acknowledged', () => acknowledged.size >= PARTS / 4);
  await kill(first);
  await settled;

  server = await startServerProcess({ dataDir });
  const state = await look(server, storageIdentifier);
  for (const number of acknowledged) expect(state.parts[number]).toBe(md5(partOf(bytes, Number(number))));
  expect(Object.keys(state.parts).length + Object.keys(state.urls).length).toBe(PARTS);
  for (const [number, url] of Object.entries(state.urls)) {
    expect((await put(server, url, partOf(bytes, Number(number)))).status).toBe(200);
  }

  const { parts } = await look(server, storageIdentifier);
  const completing = rest(server, 'PUT', naming(storageIdentifier), parts).catch(() => undefined);
  await sleep(20);
  await kill(server);
  await completing;

  server = await startServerProcess({ dataDir });
  expect((await rest(server, 'PUT', naming(storageIdentifier), parts)).httpStatus).toBe(200);
  const file = await add(server, dataset, storageIdentifier, bytes);
  expect(md5((await download(server, file)).bytes)).toBe(md5(bytes));
  const databaseUrl = (await postmasterOf(dataDir))?.url ?? '';
  const [row] = await fileRows(databaseUrl);
  const paths = await listFilePaths(storage);
  // What a killed process was just writing may be left in the folder of the upload until the sweeper comes; of parts there is none.
  expect(paths.filter((path) => path.endsWith(row?.storageId ?? '-'))).toHaveLength(1);
  expect(paths.filter((path) => /\/\d+\.[0-9a-f]{32}\.\d+$/.test(path))).toEqual([]);
});

test('a client that leaves in the middle of a part leaves nothing of it', UNHURRIED, async () => {
  const dataDir = await temporaryFolder();
  const storage = join(dataDir, 'files');
  const server = await startServerProcess({ dataDir });
  const dataset = await createDataset(server);
  // A file for a part is made when its first megabyte is there.
  const partBytes = 4 * MIB;
  const { urls, storageIdentifier } = await begin(server, dataset, 2, partBytes);
  const bytes = randomFile(2 * partBytes);

  for (let cut = 0; cut < 20; cut++) {
    const outgoing = request(`${server.url}${targetOf(urls['1'] ?? '')}`, {
      method: 'PUT',
      headers: { 'Content-Length': String(partBytes) },
    });
    outgoing.on('error', () => undefined);
    await new Promise((resolve) => outgoing.write(bytes.subarray(0, partBytes / 2), resolve));
    await until('the part is being received', async () => (await listFilePaths(storage)).length > 0);
    const closed = once(outgoing, 'close').catch(() => undefined);
    outgoing.destroy();
    await closed;
    await until('the part is removed', async () => (await listFilePaths(storage)).length === 0);
  }
  expect((await look(server, storageIdentifier)).parts).toEqual({});

  for (const number of [1, 2]) expect((await put(server, urls[String(number)] ?? '', partOf(bytes, number, partBytes))).status).toBe(200);
  const file = await add(server, dataset, storageIdentifier, bytes);
  expect(md5((await download(server, file)).bytes)).toBe(md5(bytes));
});
