import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRunning } from '../../src/db/embedded/postmaster-file.ts';
import { launchServer, postmasterOf, startServerProcess, until, UNHURRIED } from '../support/server-process.ts';
import {
  addedFileId,
  createDataset,
  download,
  md5,
  md5OfStream,
  openUpload,
  randomFile,
  rest,
  temporaryFolder,
  upload,
} from './depositor.ts';

const MEGABYTE = 1024 * 1024;

async function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
  }).then((refused) => {
    socket.destroy();
    return refused === true;
  });
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s lets requests under way end, refuses new ones, and stops PostgreSQL',
  UNHURRIED,
  async (signal) => {
    const dataDir = await temporaryFolder();
    const server = await startServerProcess({ dataDir });
    const dataset = await createDataset(server);
    const postmaster = await postmasterOf(dataDir);
    const stored = randomFile(40 * MEGABYTE);
    const file = addedFileId(await upload(server, dataset, stored, 'stored.bin'));

    // Larger than the buffers of both ends, so most of it is still to come.
    const slowDownload: IncomingMessage = (
      await once(
        get(`${server.url}/api/access/datafile/${file}`, {
          agent: new Agent({ keepAlive: true }),
          headers: { 'X-Service-key': server.token },
        }),
        'response',
      )
    )[0];
    const half = randomFile(MEGABYTE);
    const slowUpload = openUpload(server, dataset, 'REST', 'slow.bin');
    await slowUpload.send(half);
    // Connections without a request must not hold the stop: one that was never used, one kept alive after its answer.
    const unused = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(unused, 'connect');
    expect((await rest(server, 'GET', '/info/version')).httpStatus).toBe(200);

    server.signal(signal);
    await until('new connections are refused', () => isRefused(server.url));
    server.signal(signal);
    const otherHalf = randomFile(MEGABYTE);
    await slowUpload.send(otherHalf);
    expect(await slowUpload.finish()).toMatchObject({ httpStatus: 200 });
    expect(await md5OfStream(slowDownload)).toBe(md5(stored));

    expect(await server.ended).toEqual({ code: 0, signal: null });
    unused.destroy();
    expect(isRunning(postmaster?.pid ?? 0)).toBe(false);
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
    expect(server.stderr()).not.toContain('"level":50');

    const next = await startServerProcess({ dataDir });
    const ids = await rest(next, 'GET', `/datasets/${dataset}/versions/:draft/files`);
    expect(JSON.stringify(ids.data)).toContain(md5(Buffer.concat([half, otherHalf])));
    expect(md5((await download(next, file)).bytes)).toBe(md5(stored));
  },
);

test('a signal during the start ends the process in order, with its PostgreSQL', UNHURRIED, async () => {
  const dataDir = await temporaryFolder();
  const launched = launchServer({ dataDir });
  await until('PostgreSQL is starting', async () => (await postmasterOf(dataDir)) !== undefined);
  const postmaster = await postmasterOf(dataDir);
  launched.signal('SIGTERM');
  expect(await launched.ended, launched.stderr()).toEqual({ code: 0, signal: null });
  expect(isRunning(postmaster?.pid ?? 0)).toBe(false);
});
