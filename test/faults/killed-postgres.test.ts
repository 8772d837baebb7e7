import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isRunning } from '../../src/db/embedded/postmaster-file.ts';
import { postmasterOf, type ServerProcess, startServerProcess, stopServer, until, UNHURRIED } from '../support/server-process.ts';
import { addedFileId, createDataset, download, md5, queryDatabase, randomFile, rest, temporaryFolder, upload } from './depositor.ts';

const answer = z.object({ errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).optional() });

const statusOf = async (url: string): Promise<number> => {
  const response = await fetch(url);
  await response.text();
  return response.status;
};

/** More than the server has connections: one that was asked for during the start may be refused after others work. */
const EVERY_CONNECTION = 40;

const worksOnEachConnection = async ({ url }: ServerProcess): Promise<boolean> => {
  const statuses = await Promise.all(Array.from({ length: EVERY_CONNECTION }, () => statusOf(`${url}/api/collections/:root`)));
  return statuses.every((status) => status === 200);
};

/** Asks over both surfaces until told to stop; what was answered. */
function askOn({ url, token }: ServerProcess): { stop(): Promise<ReadonlySet<string>> } {
  const seen = new Set<string>();
  const asked = new AbortController();
  const headers = { 'X-Service-key': token, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ query: '{ collection(reference: { root: true }) { alias } }' });
  async function ask(): Promise<void> {
    while (!asked.signal.aborted) {
      seen.add(`REST ${await statusOf(`${url}/api/collections/:root`)}`);
      const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
      const { errors } = answer.parse(await response.json());
      seen.add(`GraphQL ${errors?.[0]?.extensions.code ?? 'OK'}`);
      await sleep(5);
    }
  }
  const done = Promise.all(Array.from({ length: 4 }, ask));
  return {
    stop: async () => {
      asked.abort();
      await done;
      return seen;
    },
  };
}

async function killPostgres(dataDir: string): Promise<number> {
  const pid = (await postmasterOf(dataDir))?.pid ?? 0;
  process.kill(pid, 'SIGKILL');
  await until('PostgreSQL is gone', () => !isRunning(pid));
  return pid;
}

test('a PostgreSQL that is killed is started again, also one that was taken over; only 503 is answered meanwhile', UNHURRIED, async () => {
  const dataDir = await temporaryFolder();
  const left = await startServerProcess({ dataDir });
  left.signal('SIGKILL');
  await left.ended;
  // The first PostgreSQL is one that was taken over, the second a child of the server.
  const server = await startServerProcess({ dataDir });
  const dataset = await createDataset(server);
  const bytes = randomFile(100_000);
  const file = addedFileId(await upload(server, dataset, bytes, 'kept.bin'));
  for (const key of ['first-key', 'second-key']) {
    const asking = askOn(server);
    const killed = await killPostgres(dataDir);
    expect(await statusOf(`${server.url}/healthz`)).toBe(200);
    await until('another PostgreSQL runs', async () => ![undefined, killed].includes((await postmasterOf(dataDir))?.pid));
    await until('the server is ready again', async () => (await statusOf(`${server.url}/readyz`)) === 200);
    const seen = await asking.stop();
    for (const one of seen) expect(['REST 200', 'REST 503', 'GraphQL OK', 'GraphQL SERVICE_UNAVAILABLE']).toContain(one);
    expect([...seen]).toContain('REST 503');
    await until('each connection is back', () => worksOnEachConnection(server));
    expect(md5((await download(server, file)).bytes)).toBe(md5(bytes));
    // A setting acts by a notice, which needs the connection that listens.
    expect((await rest(server, 'PUT', '/admin/settings/:BuiltinUsersKey', key)).httpStatus).toBe(200);
    await until('the setting acts', async () => {
      const response = await fetch(`${server.url}/api/builtin-users?key=${key}&password=correct-horse-7`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ userName: `u-${key}`, firstName: 'U', lastName: 'V', email: `${key}@example.org` }),
      });
      await response.text();
      return response.status === 200;
    });
    // A job is done, so the workers are back.
    const another = await createDataset(server);
    await rest(server, 'DELETE', `/datasets/${another}`);
    await until('no event waits', async () => {
      const [row] = await queryDatabase(
        (await postmasterOf(dataDir))?.url ?? '',
        async (sql) => await sql<{ waiting: number }[]>`select count(*)::int as waiting from outbox_event where state = 'PENDING'`,
      );
      return row?.waiting === 0;
    });
  }
  expect(await stopServer(server)).toEqual({ code: 0, signal: null });
  expect(await postmasterOf(dataDir)).toBeUndefined();
});

test('a PostgreSQL that ends more often than its start is tried is started again each time', UNHURRIED, async () => {
  const dataDir = await temporaryFolder();
  const server = await startServerProcess({ dataDir });
  for (let round = 0; round < 5; round += 1) {
    const killed = await killPostgres(dataDir);
    await until('another PostgreSQL runs', async () => ![undefined, killed].includes((await postmasterOf(dataDir))?.pid));
    await until('the server is ready again', async () => (await statusOf(`${server.url}/readyz`)) === 200);
    // Longer than the time after which one counts as well.
    await sleep(3_000);
  }
  expect(await stopServer(server)).toEqual({ code: 0, signal: null });
});

test('when PostgreSQL cannot be started again, the server ends with an error', UNHURRIED, async () => {
  const dataDir = await temporaryFolder();
  const server = await startServerProcess({ dataDir });
  // What it needs for its start goes before it does.
  await rename(join(dataDir, 'postgres', 'global', 'pg_control'), join(dataDir, 'pg_control'));
  await killPostgres(dataDir);
  const ending = await server.ended;
  expect(ending).toEqual({ code: 1, signal: null });
  expect(server.stderr()).toContain('"level":60');
  expect(await postmasterOf(dataDir)).toBeUndefined();

  // Mended, it starts as ever.
  await rename(join(dataDir, 'pg_control'), join(dataDir, 'postgres', 'global', 'pg_control'));
  const next = await startServerProcess({ dataDir });
  expect(await statusOf(`${next.url}/readyz`)).toBe(200);
});
