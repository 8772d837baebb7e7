import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openBrowser } from '../support/cookie-browser.ts';
import { makeMachines } from '../support/machines.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { readJson, type JsonReader } from '../support/json-reader.ts';
import { startRoundRobinProxy } from '../support/round-robin-proxy.ts';
import { s3ServerAbsence, startS3Server } from '../support/s3-server.ts';
import { type ServerProcess, startServerProcess, stopServer, until, UNHURRIED } from '../support/server-process.ts';
import { eventsSubscriber } from '../support/subscriber.ts';
import { addedFileId, createDataset, type Door, download, md5, randomFile, rest, temporaryFolder, TOKEN } from './depositor.ts';

const MIB = 1024 * 1024;
/** The smallest part that S3 takes, but for the last. */
const PART_BYTES = 5 * MIB;
const PASSWORD = 'correct-horse-7';
const CHANGES =
  'subscription($id: Int!, $after: String) { datasetChanged(reference: { databaseId: $id }, after: $after) { cursor event { kind } } }';

interface World {
  readonly servers: readonly ServerProcess[];
  /** Starts the server of a machine again. */
  restart(index: number): Promise<ServerProcess>;
  readonly databaseUrl: string;
}

/** Stores that all machines reach: a bucket, or a folder where there is no S3 server. */
async function sharedStore(open: (port: number) => Promise<string>): Promise<Readonly<Record<string, string>>> {
  if (s3ServerAbsence !== undefined) {
    console.warn(`The machines share a folder: ${s3ServerAbsence}`);
    return { STORAGE_URL: pathToFileURL(join(await temporaryFolder(), 'files')).href };
  }
  const s3 = await startS3Server();
  onTestFinished(() => s3.stop());
  const at = await open(Number(new URL(s3.endpoint).port));
  return { ...s3.credentials, STORAGE_URL: `s3://${await s3.makeBucket()}?endpoint=http://${at}&directUpload=true` };
}

async function startWorld(count: number, env: Readonly<Record<string, string>> = {}): Promise<World> {
  const { machines, reason, open } = makeMachines(count);
  if (reason !== undefined) console.warn(`The machines are addresses of the loopback: ${reason}`);
  const database = await createTestDatabase('installed');
  onTestFinished(database.drop);
  const databaseUrl = new URL(database.url);
  databaseUrl.host = await open(Number(databaseUrl.port));
  const shared = {
    ...(await sharedStore(open)),
    DATABASE_URL: databaseUrl.href,
    SECRET_KEYS: randomBytes(32).toString('base64'),
    SUPERUSER_API_TOKEN: TOKEN,
    ...env,
  };
  const folders = await Promise.all(machines.map(() => temporaryFolder()));
  const start = async (index: number): Promise<ServerProcess> => {
    const { host = '', within = [] } = machines[index] ?? {};
    return startServerProcess({ dataDir: folders[index] ?? '', within, env: { ...shared, HOST: host } });
  };
  const servers: ServerProcess[] = [];
  for (const index of machines.keys()) servers.push(await start(index));
  return { servers, restart: start, databaseUrl: database.url };
}

async function graphql(door: Door, query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<JsonReader> {
  const response = await fetch(`${door.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Service-key': door.token },
    body: JSON.stringify({ query, variables }),
  });
  return readJson(await response.json());
}

const begun = z.object({ urls: z.record(z.string(), z.string()), storageIdentifier: z.string() });

test('processes on several machines act as one, and what one has begun another one ends', UNHURRIED, async () => {
  const { servers, databaseUrl } = await startWorld(3);
  const [first, second, third] = servers;
  if (first === undefined || second === undefined || third === undefined) throw new Error('Three servers were wanted.');
  const proxy = await startRoundRobinProxy();
  proxy.servers = servers.map(({ url }) => url);
  await until('all servers are ready', () => proxy.servers.every((one) => proxy.isReady(one)));
  const door: Door = { url: proxy.url, token: TOKEN };

  // An upload in parts: begun, put together and added by three of them; without a bucket the parts go to all as well.
  const dataset = await createDataset(door);
  const bytes = randomFile(2 * PART_BYTES + MIB);
  const { urls, storageIdentifier } = begun.parse(
    (await rest(first, 'GET', `/datasets/${dataset}/uploadurls?size=${bytes.length}&partSize=${PART_BYTES}`)).data,
  );
  const receipts: Record<string, string> = {};
  for (const [number, url] of Object.entries(urls)) {
    const { pathname, search, origin } = new URL(url);
    const part = bytes.slice((Number(number) - 1) * PART_BYTES, Number(number) * PART_BYTES);
    const to = origin === first.url ? (servers[Number(number) % 3]?.url ?? '') : origin;
    const sent = await fetch(`${to}${pathname}${search}`, { method: 'PUT', body: part });
    expect(sent.status).toBe(200);
    receipts[number] = sent.headers.get('etag') ?? '';
  }
  const naming = `/datasets/mpupload?storageidentifier=${encodeURIComponent(storageIdentifier)}`;
  expect(await rest(second, 'PUT', naming, receipts)).toMatchObject({ httpStatus: 200 });
  const form = new FormData();
  const checksum = { '@type': 'MD5', '@value': md5(bytes) };
  form.set('jsonData', JSON.stringify({ storageIdentifier, fileName: 'large.bin', mimeType: 'application/x-test', checksum }));
  const added = await fetch(`${third.url}/api/datasets/${dataset}/add`, {
    method: 'POST',
    headers: { 'X-Service-key': TOKEN },
    body: form,
  });
  const file = addedFileId({
    status: 'OK',
    httpStatus: added.status,
    headers: added.headers,
    ...z.object({ data: z.unknown() }).parse(await added.json()),
  });
  for (const server of servers) expect(md5((await download(server, file)).bytes)).toBe(md5(bytes));

  // A setting reaches all of them.
  expect(await rest(first, 'PUT', '/admin/settings/:BuiltinUsersKey', 'key')).toMatchObject({ httpStatus: 200 });
  const facts = { userName: 'ada', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' };
  let apiToken = '';
  await until('another server knows the setting', async () => {
    const answer = await rest(second, 'POST', `/builtin-users?key=key&password=${PASSWORD}`, facts);
    if (answer.httpStatus === 200) apiToken = z.object({ apiToken: z.string() }).parse(answer.data).apiToken;
    return answer.httpStatus === 200;
  });

  // Permissions count everywhere with the answer that gave or took them.
  const ada = (server: Door): Door => ({ url: server.url, token: apiToken });
  const sees = async (): Promise<number[]> =>
    Promise.all(servers.map(async (server) => (await rest(ada(server), 'GET', `/datasets/${dataset}`)).httpStatus));
  expect(await sees()).toEqual([401, 401, 401]);
  const assigned = await rest(second, 'POST', `/datasets/${dataset}/assignments`, { assignee: '@ada', role: 'curator' });
  expect(await sees()).toEqual([200, 200, 200]);
  const { id } = z.object({ id: z.number() }).parse(assigned.data);
  expect(await rest(third, 'DELETE', `/datasets/${dataset}/assignments/${id}`)).toMatchObject({ httpStatus: 200 });
  expect(await sees()).toEqual([401, 401, 401]);

  // So does the session of a browser that signed in at the proxy.
  const browser = openBrowser();
  await browser.post(`${proxy.url}/sign-in`, { userName: 'ada', password: PASSWORD });
  for (let page = 0; page < 6; page += 1) expect((await browser.get(`${proxy.url}/account`)).status).toBe(200);

  // Types of metadata that was loaded at one of them.
  const table = readFileSync(new URL('../../data/examples/soil-sample.tsv', import.meta.url), 'utf8');
  const loaded = await fetch(`${second.url}/api/admin/datasetfield/load`, {
    method: 'POST',
    headers: { 'X-Service-key': TOKEN, 'Content-Type': 'text/tab-separated-values' },
    body: table,
  });
  expect(loaded.status).toBe(200);
  await until('the schema of all servers has the block', async () => {
    const texts = await Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/graphql/schema.graphql`)).text()));
    return texts.every((text) => text.includes('soilTexture'));
  });

  // Jobs are done once: each publication is told to each reader once.
  const published = [dataset];
  for (let made = 0; made < 5; made += 1) published.push(await createDataset(door));
  await rest(door, 'POST', '/collections/root/actions/:publish');
  for (const one of published) {
    expect(await rest(door, 'POST', `/datasets/${one}/actions/:publish?type=major`)).toMatchObject({ httpStatus: 200 });
  }
  const sql = postgres(databaseUrl, { max: 1 });
  onTestFinished(() => sql.end());
  const notified = async (): Promise<{ readonly total: number; readonly most: number }> => {
    const [row] = await sql<{ total: number; most: number }[]>`
      select coalesce(sum(n), 0)::int as total, coalesce(max(n), 0)::int as most
      from (select count(*) n from notification where type = 'PUBLISHEDDS' group by subject_id, user_account_id) each`;
    return row ?? { total: 0, most: 0 };
  };
  await until('all publications are told', async () => (await notified()).total >= published.length);
  await until('no job waits', async () => (await sql`select 1 from graphile_worker.jobs where locked_at is not null`).length === 0);
  expect((await notified()).most).toBe(1);

  // A stream of one goes on at another by its cursor, with what has happened in between.
  const stream = eventsSubscriber(first.url, TOKEN).subscribe(CHANGES, { id: dataset });
  const title = (text: string) =>
    rest(second, 'PUT', `/datasets/${dataset}/editMetadata?replace=true`, { fields: [{ typeName: 'title', value: text }] });
  let cursor = '';
  const told = stream.next();
  await until('the stream is told a change', async () => {
    expect((await title(`Before ${randomBytes(4).toString('hex')}`)).httpStatus).toBe(200);
    return Promise.race([told.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1000))]);
  });
  cursor = (await told).text('data.datasetChanged.cursor');
  first.signal('SIGKILL');
  await first.ended;
  expect((await title('While no one listened')).httpStatus).toBe(200);
  const goesOn = eventsSubscriber(third.url, TOKEN).subscribe(CHANGES, { id: dataset, after: cursor });
  expect((await goesOn.next()).text('data.datasetChanged.event.kind')).toMatch(/./);
  await goesOn.close();

  // Requests go on by the others, and by GraphQL as by REST.
  await until('the proxy has seen it', () => !proxy.isReady(first.url));
  const passedBefore = new Map(proxy.passed);
  for (let asked = 0; asked < 4; asked += 1) {
    const answer = await graphql(door, 'query($id: Int!) { dataset(reference: { databaseId: $id }) { databaseId } }', { id: dataset });
    expect(answer.at('data.dataset.databaseId')).toBe(dataset);
  }
  expect(proxy.passed.get(first.url)).toBe(passedBefore.get(first.url));
  expect(proxy.passed.get(second.url)).toBeGreaterThan(passedBefore.get(second.url) ?? 0);
  expect(await stopServer(second)).toEqual({ code: 0, signal: null });
});

test('what was acknowledged is there, whichever process is killed while it is written', UNHURRIED, async () => {
  const { servers, restart } = await startWorld(3);
  const proxy = await startRoundRobinProxy();
  const running = [...servers];
  proxy.servers = running.map(({ url }) => url);
  await until('all servers are ready', () => proxy.servers.every((one) => proxy.isReady(one)));
  const door: Door = { url: proxy.url, token: TOKEN };
  const acknowledged: number[] = [];
  const stopping = new AbortController();
  const writers = Array.from({ length: 4 }, async () => {
    while (!stopping.signal.aborted) {
      // A request that was under way at the process that is killed fails; it is not acknowledged.
      const id = await createDataset(door).catch(() => undefined);
      if (id !== undefined) acknowledged.push(id);
    }
  });
  for (const index of running.keys()) {
    const before = acknowledged.length;
    await until('writes are acknowledged', () => acknowledged.length > before + 10);
    running[index]?.signal('SIGKILL');
    await running[index]?.ended;
    const after = acknowledged.length;
    await until('writes go on without it', () => acknowledged.length > after + 10);
    running[index] = await restart(index);
    proxy.servers = running.map(({ url }) => url);
  }
  stopping.abort();
  await Promise.all(writers);
  for (const server of running) {
    for (const id of acknowledged) expect((await rest({ url: server.url, token: TOKEN }, 'GET', `/datasets/${id}`)).httpStatus).toBe(200);
  }
});
