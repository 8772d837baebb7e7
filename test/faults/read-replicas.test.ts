/** Two servers over a primary, with two standbys that answer their reads. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { pickFreePort } from '../../src/db/embedded/free-port.ts';
import { findPostmaster } from '../../src/db/embedded/postmaster-file.ts';
import { runReplicaDoctor } from '../../src/doctor/run-replica-doctor.ts';
import { readJson } from '../support/json-reader.ts';
import { graphqlClient } from '../support/graphql-client.ts';
import { restClient } from '../support/rest-client.ts';
import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  guest,
  publishDataset,
  type SeededDataset,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/server-process.ts';
import { type Standby, startStandby } from '../support/standby.ts';

let dataDir = '';
let primary: EmbeddedPostgres;
let standbys: readonly Standby[] = [];
let servers: readonly TestServer[] = [];

const [ONE, OTHER] = [0, 1];
const SECRET_KEYS = randomBytes(32).toString('base64');

function serverAt(index: number): TestServer {
  const server = servers[index];
  if (server === undefined) throw new Error('The servers do not run.');
  return server;
}

function standbyAt(index: number): Standby {
  const standby = standbys[index];
  if (standby === undefined) throw new Error('The standbys do not run.');
  return standby;
}

const countsOf = (server: TestServer) => ({ ...server.application.reads?.counts });
const standingsOf = (server: TestServer) => server.application.reads?.reports().map(({ standing }) => standing);

/** The same caller at another server. */
const at = ({ url }: TestServer, { identifier, token }: Caller): Caller => ({
  identifier,
  token,
  rest: restClient(url, token),
  graphql: graphqlClient(url, token),
});

async function everyReplicaIsLevel(): Promise<void> {
  await until('replicas that are level', () => servers.every((server) => standingsOf(server)?.every((one) => one === 'LEVEL') === true));
}

async function tellStandbys(statement: string): Promise<void> {
  for (const standby of standbys) await standby.tell(statement);
}

async function titleSeen(caller: Caller, { id }: SeededDataset): Promise<unknown> {
  const answer = await caller.graphql.send('query ($id: Int!) { dataset(reference: { databaseId: $id }) { latestVersion { title } } }', {
    id,
  });
  return answer.at('data.dataset.latestVersion.title');
}

async function retitle(caller: Caller, { id }: SeededDataset): Promise<string> {
  const title = randomBytes(6).toString('hex');
  const fields = [{ typeName: 'title', value: title }];
  succeeded(await caller.rest.put(`/api/datasets/${id}/editMetadata?replace=true`, { fields }));
  return title;
}

beforeAll(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), `archivolt-test-${process.pid}-primary-`)));
  // Nothing here outlives the test; commits wait for the log as they do in an installation.
  const fast = { fsync: 'off', shared_buffers: '64MB', max_connections: '120' };
  primary = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings: fast });
  const site = { url: primary.url, dataDir };
  standbys = [await startStandby(site, fast), await startStandby(site, fast)];
  const { username, password, pathname } = new URL(primary.url);
  const env = {
    SECRET_KEYS,
    DATABASE_READ_URL: `postgres://${username}:${password}@${standbys.map(({ url }) => new URL(url).host).join(',')}${pathname}`,
    // A test that waits sees the primary answer where a standby would have to be waited for.
    DATABASE_READ_WAIT_MS: '200',
  };
  servers = [await startTestServer(env, { databaseUrl: primary.url }), await startTestServer(env, { databaseUrl: primary.url })];
  await everyReplicaIsLevel();
}, 200_000);

afterAll(async () => {
  for (const server of servers) await server.stop();
  for (const standby of standbys) await standby.remove();
  await primary.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('a write over one server is seen by the next read over either, and replicas answer those reads', async () => {
  const writer = superuser(serverAt(ONE));
  const dataset = await createDataset(writer, await createCollection(writer));
  const before = servers.map(countsOf);
  for (let round = 0; round < 20; round += 1) {
    const title = await retitle(at(serverAt(round % 2), writer), dataset);
    expect(await Promise.all(servers.map((server) => titleSeen(at(server, writer), dataset)))).toEqual([title, title]);
    const found = await at(serverAt(OTHER), writer).rest.get(`/api/datasets/${dataset.id}`);
    expect(JSON.stringify(found.at('data'))).toContain(title);
  }
  const read = servers.map((server, index) => (countsOf(server).replica ?? 0) - (before[index]?.replica ?? 0));
  expect(read.every((count) => count >= 20)).toBe(true);
  expect(servers.map((server) => countsOf(server).redone)).toEqual(before.map(({ redone }) => redone));
});

test('what was taken away is refused at once by every server while no replica replays', async () => {
  const admin = superuser(serverAt(ONE));
  const collection = await createCollection(admin);
  const draft = await createDataset(admin, collection);
  const reader = await createUser(serverAt(ONE), 'reader');
  const assignment = await assignRole(admin, collection, reader.identifier, 'curator');
  const published = await createDataset(admin, await createCollection(admin));
  await addFile(admin, published);
  await publishDataset(admin, published);
  const doors = servers.map((server) => at(server, reader));
  for (const door of doors) {
    expect((await door.rest.get(`/api/datasets/${draft.id}`)).status).toBe(200);
    expect((await guest(serverAt(ONE)).rest.get(`/api/datasets/${published.id}/versions/1.0`)).status).toBe(200);
  }
  await tellStandbys('select pg_wal_replay_pause()');
  try {
    const before = servers.map(countsOf);
    // Nothing was written since: the replicas still have all there is.
    succeeded(await admin.rest.delete(`/api/collections/${collection.alias}/assignments/${assignment}`));
    for (const door of doors) {
      expect((await door.rest.get(`/api/datasets/${draft.id}`)).status).toBe(401);
      expect((await door.graphql.send('query ($id: Int!) { dataset(reference: { databaseId: $id }) { id } }', { id: draft.id })).code).toBe(
        'PERMISSION_DENIED',
      );
    }
    succeeded(await admin.rest.post(`/api/datasets/${published.id}/versions/1.0/deaccession`, { deaccessionReason: 'A leak.' }));
    for (const server of servers) {
      expect((await guest(server).rest.get(`/api/datasets/${published.id}/versions/1.0`)).status).toBe(404);
    }
    // The standbys themselves still have what was taken away.
    const [held] = await standbyAt(ONE).tell(`select count(*)::int as count from role_assignment where id = ${assignment}`);
    expect(held).toEqual({ count: 1 });
    const after = servers.map(countsOf);
    expect(after.map(({ replica }) => replica)).toEqual(before.map(({ replica }) => replica));
    expect(standingsOf(serverAt(ONE))).toContain('BEHIND');
  } finally {
    await tellStandbys('select pg_wal_replay_resume()');
  }
  await everyReplicaIsLevel();
});

test('the doctor and the metrics say how the replicas are', async () => {
  await everyReplicaIsLevel();
  const lines: string[] = [];
  const examine = (urls: readonly string[]): Promise<boolean> =>
    runReplicaDoctor({ dataDir, databaseUrl: primary.url, replicas: { urls, waitMs: 200 }, json: true, out: (line) => lines.push(line) });
  const urls = standbys.map(({ url }) => url);
  expect(await examine(urls)).toBe(true);
  expect(lines.map((line) => readJson(JSON.parse(line)).at('standing'))).toEqual(['LEVEL', 'LEVEL']);
  // The primary is no standby, and another server is of another cluster.
  expect(await examine([primary.url, inject('testServerUrl')])).toBe(false);
  expect(lines.slice(2).map((line) => readJson(JSON.parse(line)).at('standing'))).toEqual(['UNFIT', 'UNFIT']);
  const text = await (await fetch(`${serverAt(ONE).url}/metrics`)).text();
  expect(text).toMatch(/^database_reads_total\{place="REPLICA"\} [1-9]\d*$/m);
  for (const url of urls) expect(text).toContain(`database_replica_lag_seconds{replica="${new URL(url).host}"} 0\n`);
});

test('a server refuses a replica of another cluster, and starts without one that is away', async () => {
  const away = `postgres://archivolt:x@127.0.0.1:${await pickFreePort()}/archivolt`;
  const start = (url: string): Promise<TestServer> =>
    startTestServer({ SECRET_KEYS, DATABASE_READ_URL: url }, { databaseUrl: primary.url });
  await expect(start(inject('testServerUrl'))).rejects.toThrow(/DATABASE_READ_URL/);
  const server = await start(away);
  expect(standingsOf(server)).toEqual(['AWAY']);
  expect((await superuser(server).rest.get('/api/collections/root')).status).toBe(200);
  expect(countsOf(server)).toMatchObject({ replica: 0 });
  await server.stop();
});

test('no request fails when a replica is killed, and it is read from again when it is back', async () => {
  const writer = superuser(serverAt(ONE));
  const dataset = await createDataset(writer, await createCollection(writer));
  const faults: unknown[] = [];
  let asked = 0;
  const over = new AbortController();
  const ask = async (server: TestServer): Promise<void> => {
    while (!over.signal.aborted) {
      const answer = await at(server, writer).rest.get(`/api/datasets/${dataset.id}`);
      const found = await at(server, writer).rest.get('/api/search?q=*');
      asked += 2;
      if (answer.status !== 200 || found.status !== 200) faults.push([answer.status, answer.body, found.status, found.body]);
    }
  };
  const asking = Promise.all([...servers, ...servers].map(ask));
  for (const standby of standbys) {
    const before = asked;
    await until('requests before the end', () => asked > before + 20);
    await standby.kill();
    const killed = asked;
    await until('requests after the end', () => asked > killed + 40);
    await retitle(writer, dataset);
    await standby.start();
    await everyReplicaIsLevel();
  }
  over.abort();
  await asking;
  expect(faults).toEqual([]);
}, 300_000);

/** Processes of a server: that which accepts connections, that which replays, and those that serve. */
async function pidsOf(standby: Standby): Promise<number[]> {
  const postmaster = await findPostmaster(join(standby.dataDir, 'postgres'));
  if (postmaster === undefined) throw new Error('The standby does not run.');
  const rows = await standby.tell(`select pid from pg_stat_activity where pid <> pg_backend_pid()`);
  return [postmaster.pid, ...rows.map(({ pid }) => Number(pid))];
}

/** Whether reads of each server were under way at standbys that stopped meanwhile. Every one is answered, whether or not. */
async function readsWhileStandbysStop(writer: Caller, dataset: SeededDataset): Promise<boolean> {
  await everyReplicaIsLevel();
  const before = servers.map(countsOf);
  const frozen = (await Promise.all(standbys.map(pidsOf))).flat();
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  try {
    const answers = await Promise.all(
      servers.flatMap((server) => [1, 2, 3].map(() => at(server, writer).rest.get(`/api/datasets/${dataset.id}`))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const title = await retitle(writer, dataset);
    expect(await Promise.all(servers.map((server) => titleSeen(at(server, writer), dataset)))).toEqual([title, title]);
    await until('replicas that are away', () => servers.every((server) => standingsOf(server)?.every((one) => one === 'AWAY') === true));
    return servers.every((server, index) => (countsOf(server).redone ?? 0) > (before[index]?.redone ?? 0));
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
  }
}

test('requests that wait for a replica which stands still are answered by the primary', async () => {
  const writer = superuser(serverAt(ONE));
  const dataset = await createDataset(writer, await createCollection(writer));
  // Whatever the primary logs between the last look and the stop, of its own accord too, sends reads to it at once: none is under way then.
  let wereUnderWay = false;
  for (let round = 0; round < 10 && !wereUnderWay; round += 1) wereUnderWay = await readsWhileStandbysStop(writer, dataset);
  expect(wereUnderWay).toBe(true);
  await everyReplicaIsLevel();
}, 120_000);
