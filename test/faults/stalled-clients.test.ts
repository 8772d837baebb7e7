import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openRaw } from '../support/raw-request.ts';
import { descriptorsOf, UNHURRIED, until } from '../support/server-process.ts';
import {
  addedFileId,
  createDataset,
  type FreshServer,
  fileRows,
  filesIn,
  openUpload,
  queryDatabase,
  randomFile,
  rest,
  startFreshServer,
  upload,
} from './depositor.ts';

const LIMIT_SECONDS = 3;
const env = { IDLE_SECONDS: String(LIMIT_SECONDS) };
/** More than the server gathers before it makes a file. */
const STAGED_BYTES = 3 * 1024 * 1024;

function head(server: FreshServer['server'], request: string, headers: readonly string[]): string {
  return [`${request} HTTP/1.1`, 'Host: archive.example.org', `X-Service-key: ${server.token}`, ...headers, '', ''].join('\r\n');
}

/** Status and code of what the server sent before it closed the connection; the code stands in the form of either surface. */
async function endOf(closed: Promise<string>): Promise<string> {
  const [lines = '', body = ''] = (await closed).split('\r\n\r\n');
  return `${/^HTTP\/1\.1 (\d+)/.exec(lines)?.[1] ?? 'closed'} ${/"(?:errorCode|code)":"([A-Z_]+)"/.exec(body)?.[1] ?? ''}`.trim();
}

test('a body that stands still is answered 408 on every way in, and nothing of it is left', UNHURRIED, async () => {
  const { server, databaseUrl, dataDir } = await startFreshServer({ env });
  const storage = join(dataDir, 'files');
  const dataset = await createDataset(server);
  const begun = await rest(server, 'GET', `/datasets/${dataset}/uploadurls?size=1000`);
  const part = /"(?:url|0|1)":"([^"]+)"/.exec(JSON.stringify(begun.data))?.[1] ?? '';
  const { pathname, search } = new URL(part, server.url);
  const json = ['Content-Type: application/json', 'Content-Length: 1000'];
  const form = ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 100000'];

  const stalled = {
    'a JSON body': head(server, 'POST /api/collections/root/datasets', json),
    'a JSON body that has begun': `${head(server, 'POST /api/collections/root/datasets', json)}{"a":`,
    'a chunk without an end': `${head(server, 'POST /api/collections/root/datasets', ['Content-Type: application/json', 'Transfer-Encoding: chunked'])}5\r\n{"a`,
    'a form': `${head(server, `POST /api/datasets/${dataset}/add`, form)}--b\r\nContent-Disposition: form-data; na`,
    'a file': `${head(server, `POST /api/datasets/${dataset}/add`, form)}--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbytes`,
    'a part of an upload': `${head(server, `PUT ${pathname}${search}`, ['Content-Length: 1000'])}bytes`,
    'a GraphQL operation': `${head(server, 'POST /graphql', json)}{"query":`,
    'a GraphQL form': `${head(server, 'POST /graphql', form)}--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{`,
    headers: 'POST /api/datasets HTTP/1.1\r\nHost: archive.exa',
    'nothing at all': '',
    'a body that was refused': head(server, 'POST /api/nowhere', ['Content-Length: 1000']),
  };
  const outgoing = (['REST', 'GraphQL'] as const).map((surface) => openUpload(server, dataset, surface));
  for (const one of outgoing) await one.send(randomFile(STAGED_BYTES));
  const ends = await Promise.all(
    Object.entries(stalled).map(async ([what, text]) => [what, await endOf(openRaw(server.url, text).closed)] as const),
  );

  expect(Object.fromEntries(ends)).toEqual({
    'a JSON body': '408 REQUEST_TIMEOUT',
    'a JSON body that has begun': '408 REQUEST_TIMEOUT',
    'a chunk without an end': '408 REQUEST_TIMEOUT',
    'a form': '408 REQUEST_TIMEOUT',
    'a file': '408 REQUEST_TIMEOUT',
    'a part of an upload': '408 REQUEST_TIMEOUT',
    'a GraphQL operation': '408 REQUEST_TIMEOUT',
    'a GraphQL form': '408 REQUEST_TIMEOUT',
    headers: 'closed',
    'nothing at all': 'closed',
    'a body that was refused': '404 NOT_FOUND',
  });
  expect(await Promise.all(outgoing.map(async ({ answered }) => (await answered).httpStatus))).toEqual([408, 408]);
  await until('the staged bytes are removed', () => filesIn(storage).staged.length === 0);
  await until('its files are closed', () => descriptorsOf(server.pid).every((name) => !name.startsWith(storage)));
  expect(await fileRows(databaseUrl)).toEqual([]);
  expect(server.stderr()).not.toMatch(/"level":(?:50|60)/);
});

test('an upload that goes on, however slowly, is taken whole, and the server may take its own time', UNHURRIED, async () => {
  const { server, databaseUrl } = await startFreshServer({ env });
  const dataset = await createDataset(server);
  const slow = (['REST', 'GraphQL'] as const).map(async (surface) => {
    const outgoing = openUpload(server, dataset, surface, `${surface}.bin`);
    // Together longer than the limit, each pause far below it.
    for (let sent = 0; sent < 3 * LIMIT_SECONDS; sent += 1) {
      await outgoing.send(randomFile(10));
      await sleep(400);
    }
    return (await outgoing.finish()).httpStatus;
  });
  const waiting = queryDatabase(databaseUrl, (sql) =>
    sql.begin(async (tx) => {
      await tx`lock table license in access exclusive mode`;
      const answer = rest(server, 'GET', '/licenses');
      await tx`select pg_sleep(${2 * LIMIT_SECONDS})`;
      return { answer };
    }),
  );
  expect((await (await waiting).answer).httpStatus).toBe(200);
  expect(await Promise.all(slow)).toEqual([200, 200]);
});

test('headers that come letter by letter are given up', UNHURRIED, async () => {
  const { server } = await startFreshServer({ env });
  const { socket, closed } = openRaw(server.url, 'GET /api/info/version HTTP/1.1\r\nHost: a.example\r\nX-More: ');
  const trickle = setInterval(() => socket.write('x'), 100);
  expect(await endOf(closed)).toBe('408');
  clearInterval(trickle);
});

test('an answer of which nothing is taken is cut, and its file is closed', UNHURRIED, async () => {
  const { server, dataDir } = await startFreshServer({ env });
  const storage = join(dataDir, 'files');
  const dataset = await createDataset(server);
  // More than the system takes in for a reader that does not read.
  const file = addedFileId(await upload(server, dataset, randomFile(48 * 1024 * 1024), 'large.bin'));
  const { hostname, port } = new URL(server.url);
  const openFiles = (): number => descriptorsOf(server.pid).filter((name) => name.startsWith(storage)).length;
  for (const path of [`/api/access/datafile/${file}`, `/api/access/dataset/${dataset}/versions/:draft`]) {
    const socket = connect(Number(port), hostname, () => socket.write(head(server, `GET ${path}`, [])));
    socket.on('error', () => undefined);
    await until('the file is being sent', () => openFiles() > 0);
    await until('the file is closed', () => openFiles() === 0);
    socket.destroy();
  }
  expect((await rest(server, 'GET', '/info/version')).httpStatus).toBe(200);
});

test('2,000 bodies that stand still leave others served, and each is answered 408', UNHURRIED, async () => {
  const { server, databaseUrl } = await startFreshServer({ env: { IDLE_SECONDS: '8' } });
  const dataset = await createDataset(server);
  const json = `${head(server, 'POST /api/collections/root/datasets', ['Content-Type: application/json', 'Content-Length: 1000'])}{"a":`;
  const form = ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 100000'];
  const file = `${head(server, `POST /api/datasets/${dataset}/add`, form)}--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbytes`;
  // The server has connected to its database as often as it ever does. While it takes 2,000 clients in, that can take too long (503).
  await Promise.all(Array.from({ length: 100 }, () => rest(server, 'GET', `/datasets/${dataset}`)));
  const stalled = Array.from({ length: 2000 }, (_, index) => openRaw(server.url, index % 2 === 0 ? json : file));
  await until('all have connected', () => stalled.every(({ socket }) => !socket.connecting));
  expect(stalled.some(({ socket }) => !socket.destroyed)).toBe(true);
  for (let round = 0; round < 20; round += 1) expect((await rest(server, 'GET', `/datasets/${dataset}`)).httpStatus).toBe(200);
  expect(new Set(await Promise.all(stalled.map(({ closed }) => endOf(closed))))).toEqual(new Set(['408 REQUEST_TIMEOUT']));
  expect(await fileRows(databaseUrl)).toEqual([]);
  expect((await rest(server, 'GET', `/datasets/${dataset}`)).httpStatus).toBe(200);
});

test.each([
  ['REST', 'POST /api/collections/root/datasets', 19, 15],
  ['GraphQL', 'POST /graphql', 145, 1.9],
] as const)(
  'bodies of %s that are too large together are given up, the largest first, and small ones are taken',
  UNHURRIED,
  async (_surface, target, count, megabytes) => {
    const { server } = await startFreshServer({ env: { IDLE_SECONDS: '20' } });
    const length = Math.floor(megabytes * 1024 * 1024);
    const begun = `{"a":"${'x'.repeat(length - 10)}`;
    const request = head(server, target, ['Content-Type: application/json', `Content-Length: ${length}`]);
    // Together more than the server holds of unfinished bodies.
    const ends = Array.from({ length: count }, () => openRaw(server.url, request + begun)).map(({ closed }) => endOf(closed));
    expect(await Promise.race(ends)).toBe('503 SERVICE_UNAVAILABLE');
    expect(await createDataset(server)).toBeGreaterThan(0);
    const outcomes = await Promise.all(ends);
    expect(outcomes.filter((outcome) => outcome === '503 SERVICE_UNAVAILABLE').length).toBeLessThan(count / 3);
    expect(new Set(outcomes)).toEqual(new Set(['503 SERVICE_UNAVAILABLE', '408 REQUEST_TIMEOUT']));
  },
);
