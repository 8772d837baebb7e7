import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../support/postgres.ts';
import { postmasterOf, startServerProcess, stopServer, type ServerProcess, until, UNHURRIED } from '../support/server-process.ts';
import { temporaryFolder } from './depositor.ts';

/** A line of the log names the path, so these fill a pipe, and what may wait for its reader, several times over. */
const LONG_PATH = `/${'unread/'.repeat(1000)}`;
const REQUESTS = 400;

const line = z.object({ msg: z.string(), lines: z.number().optional() });

async function fillLog(server: ServerProcess): Promise<void> {
  for (let sent = 0; sent < REQUESTS; sent += 1) await fetch(`${server.url}${LONG_PATH}`).then((response) => response.text());
}

test('an unread log blocks neither requests nor the stop', UNHURRIED, async () => {
  const dataDir = await temporaryFolder();
  const server = await startServerProcess({ dataDir });
  server.readLog('off');
  await fillLog(server);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  server.signal('SIGTERM');
  // The pipe is held open and unread until PostgreSQL is gone.
  await until('PostgreSQL has stopped', async () => (await postmasterOf(dataDir)) === undefined);
  await until('the server has ended', () => !isAlive(server.pid));
  server.readLog('on');
  expect(await server.ended).toEqual({ code: 0, signal: null });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a log that is read again says how many lines were dropped', UNHURRIED, async () => {
  const database = await createTestDatabase();
  const server = await startServerProcess({ dataDir: await temporaryFolder(), env: { DATABASE_URL: database.url } });
  server.readLog('off');
  await fillLog(server);
  server.readLog('on');
  await until('the log says what is missing', () => server.stderr().includes('"lines":'));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await stopServer(server)).toEqual({ code: 0, signal: null });
  const lines = server
    .stderr()
    .trimEnd()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)));
  const dropped = lines.reduce((sum, { lines: count }) => sum + (count ?? 0), 0);
  const requests = lines.filter(({ msg }) => msg === 'request').length;
  expect(dropped).toBeGreaterThan(0);
  // Every request has its line or is counted, and so is the answer about health.
  expect(requests + dropped).toBe(REQUESTS + 1);
  expect(lines.at(-1)?.msg).toBe('stopping');
});

test('a server whose log is closed serves on and stops in order', UNHURRIED, async () => {
  const dataDir = await temporaryFolder();
  const server = await startServerProcess({ dataDir });
  server.readLog('never again');
  await fillLog(server);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await stopServer(server)).toEqual({ code: 0, signal: null });
  expect(await postmasterOf(dataDir)).toBeUndefined();
});
