import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { isRunning } from '../../src/db/embedded/postmaster-file.ts';
import { readJson } from '../support/json-reader.ts';
import { launchServer, postmasterOf, startServerProcess, stopServer, until, UNHURRIED } from '../support/server-process.ts';
import { answeredByWorker, workerPids } from '../support/workers.ts';
import {
  addedFileId,
  createDataset,
  type Door,
  download,
  md5,
  md5OfStream,
  randomFile,
  rest,
  temporaryFolder,
  upload,
} from './depositor.ts';

const MEGABYTE = 1024 * 1024;

/** A request on a connection of its own, which any worker may be given. */
async function statusOf(url: string): Promise<number> {
  const [response]: [IncomingMessage] = await once(get(url, { agent: new Agent({ keepAlive: false }) }), 'response').then(([first]) => [
    first,
  ]);
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

const CHANGES = 'subscription($id: Int!, $after: String) { datasetChanged(reference: { databaseId: $id }, after: $after) { cursor } }';

async function cursorOf(door: Door): Promise<string> {
  const response = await fetch(`${door.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Service-key': door.token },
    body: JSON.stringify({ query: '{ events { cursor } }' }),
  });
  return readJson(await response.json()).text('data.events.cursor');
}

async function retitle(door: Door, id: number): Promise<void> {
  const fields = [{ typeName: 'title', value: randomBytes(6).toString('hex') }];
  expect((await rest(door, 'PUT', `/datasets/${id}/editMetadata?replace=true`, { fields })).httpStatus).toBe(200);
}

/** Reserves a stream and opens it, each over a connection of its own. */
async function openSharedStream({ url, token }: Door) {
  const headers = { 'X-Service-key': token, Connection: 'close' };
  const reserved = await fetch(`${url}/graphql/stream`, { method: 'PUT', headers });
  expect(reserved.status).toBe(201);
  const own = { ...headers, 'X-GraphQL-Event-Stream-Token': await reserved.text() };
  const leaving = new AbortController();
  const opened = await fetch(`${url}/graphql/stream`, { headers: { ...own, Accept: 'text/event-stream' }, signal: leaving.signal });
  expect(opened.status).toBe(200);
  let text = '';
  void (async () => {
    for await (const chunk of opened.body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  return {
    text: () => text,
    send: async ({ operationId, ...asked }: Readonly<Record<string, unknown>>) => {
      const body = JSON.stringify({ ...asked, extensions: { operationId } });
      return (await fetch(`${url}/graphql/stream`, { method: 'POST', headers: { ...own, 'Content-Type': 'application/json' }, body }))
        .status;
    },
    end: async (operationId: string) =>
      (await fetch(`${url}/graphql/stream?operationId=${operationId}`, { method: 'DELETE', headers: own })).status,
    close: () => leaving.abort(),
  };
}

test('workers share port, folder and database; one that is killed is replaced, and all of them drain on a signal', UNHURRIED, async () => {
  const dataDir = await temporaryFolder();
  const server = await startServerProcess({ dataDir, env: { WORKERS: '3' } });
  const workers = workerPids(server.pid);
  expect(workers).toHaveLength(3);
  for (let sent = 0; sent < 30; sent += 1) expect(await statusOf(`${server.url}/readyz`)).toBe(200);
  const answered = await answeredByWorker(server.url);
  expect([...answered.keys()].toSorted((one, other) => one - other)).toEqual([1, 2, 3]);
  expect([...answered.values()].every((count) => count > 3)).toBe(true);

  const dataset = await createDataset(server);
  const stored = randomFile(40 * MEGABYTE);
  const file = addedFileId(await upload(server, dataset, stored, 'stored.bin'));

  // A setting acts in all of them.
  const settings = '/admin/settings/:GuestDownload';
  expect((await rest(server, 'PUT', settings, 'true')).httpStatus).toBe(200);
  expect((await rest(server, 'POST', '/collections/root/actions/:publish')).httpStatus).toBeLessThan(500);
  expect(await rest(server, 'POST', `/datasets/${dataset}/actions/:publish?type=major`)).toMatchObject({ httpStatus: 200 });
  await until('all workers know the setting', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => statusOf(`${server.url}/api/access/datafile/${file}`)));
    return answers.every((status) => status === 200);
  });

  // The one that does jobs among them.
  for (const worker of workers.slice(0, 2)) {
    process.kill(worker, 'SIGKILL');
    await until('another process in its place', async () => {
      const now = workerPids(server.pid);
      if (now.includes(worker)) return false;
      // A connection that was kept alive may be one of the worker that is gone.
      const metrics = await fetch(`${server.url}/metrics`, { headers: { Connection: 'close' } }).then(
        (answer) => answer.text(),
        () => '',
      );
      return /^archivolt_workers 3$/m.test(metrics);
    });
    expect(md5((await download(server, file)).bytes)).toBe(md5(stored));
  }
  const second = await createDataset(server);
  expect(await rest(server, 'POST', `/datasets/${second}/actions/:publish?type=major`)).toMatchObject({ httpStatus: 200 });
  await until('a job that was done', async () => (await rest(server, 'GET', `/datasets/${second}/versions/1.0`)).httpStatus === 200);
  expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^archivolt_worker_restarts_total\{worker="1"\} 1$/m);

  const [slow]: [IncomingMessage] = await once(
    get(`${server.url}/api/access/datafile/${file}`, { agent: new Agent({ keepAlive: true }) }),
    'response',
  ).then(([response]) => [response]);
  const last = workerPids(server.pid);
  const postmaster = await postmasterOf(dataDir);
  server.signal('SIGTERM');
  await until('the log of the stop', () => server.stderr().includes('"stopping"'));
  expect(await md5OfStream(slow)).toBe(md5(stored));
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect([...last, postmaster?.pid ?? 0].filter((pid) => isRunning(pid))).toEqual([]);
});

test('a stream for all operations of a client is one, whichever workers its requests come to', UNHURRIED, async () => {
  const server = await startServerProcess({ dataDir: await temporaryFolder(), env: { WORKERS: '2' } });
  const datasets = [await createDataset(server), await createDataset(server)];
  const cursor = await cursorOf(server);
  for (let round = 0; round < 5; round += 1) {
    const stream = await openSharedStream(server);
    // Each request has a connection of its own: most come to workers that do not have the stream.
    for (const [index, id] of datasets.entries()) {
      expect(await stream.send({ operationId: `o${index}`, query: CHANGES, variables: { id, after: cursor } })).toBe(202);
    }
    for (const id of datasets) await retitle(server, id);
    await until('both operations are told', () => [0, 1].every((index) => stream.text().includes(`"id":"o${index}"`)));
    expect(await stream.send({ operationId: 'o0', query: CHANGES, variables: { id: 1 } })).toBe(409);
    expect(await stream.end('o0')).toBe(200);
    expect(await stream.send({ operationId: 'o0', query: CHANGES, variables: { id: datasets[0], after: cursor } })).toBe(202);
    stream.close();
  }
  const unknown = await fetch(`${server.url}/graphql/stream`, {
    headers: { 'X-GraphQL-Event-Stream-Token': 'none', Accept: 'text/event-stream' },
  });
  expect(unknown.status).toBe(404);
});

test('workers end with a parent that is killed, and the next start finds what they acknowledged', UNHURRIED, async () => {
  const dataDir = await temporaryFolder();
  const server = await startServerProcess({ dataDir, env: { WORKERS: '2' } });
  const workers = workerPids(server.pid);
  const dataset = await createDataset(server);
  const bytes = randomFile(MEGABYTE);
  const file = addedFileId(await upload(server, dataset, bytes, 'kept.bin'));
  server.signal('SIGKILL');
  await until('no worker runs', () => !workers.some((pid) => isRunning(pid)));

  const next = await startServerProcess({ dataDir, env: { WORKERS: '2' } });
  expect(md5((await download(next, file)).bytes)).toBe(md5(bytes));
  expect(await stopServer(next)).toEqual({ code: 0, signal: null });
});

test('a worker that cannot start ends the whole, with its reason in one line', UNHURRIED, async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const server = launchServer({ dataDir: await temporaryFolder(), env: { WORKERS: '2', PORT: String(port) } });
  expect(await server.ended).toEqual({ code: 1, signal: null });
  expect(server.stderr().trimEnd().split('\n').at(-1)).toBe(
    `Port ${port} on 127.0.0.1 is taken. Set PORT to another one, or stop what listens there.`,
  );
  taken.close();
});
