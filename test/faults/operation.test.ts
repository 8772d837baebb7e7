import { readFileSync } from 'node:fs';
import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../support/postgres.ts';
import { postmasterOf, type ServerProcess, startServerProcess, stopServer, UNHURRIED } from '../support/server-process.ts';
import { addedFileId, createDataset, download, md5, randomFile, rest, temporaryFolder, TOKEN, upload } from './depositor.ts';

const asRoot = process.geteuid?.() === 0;
const NOBODY = 65_534;

async function identifierOf(server: ServerProcess, token: string): Promise<unknown> {
  const answer = await rest({ url: server.url, token }, 'GET', '/users/:me');
  return answer.httpStatus === 200 ? z.object({ identifier: z.string() }).parse(answer.data).identifier : answer.httpStatus;
}

test('the token of the first superuser is private, stays over a restart, and is replaced by a fixed one', UNHURRIED, async () => {
  const dataDir = await temporaryFolder();
  const file = join(dataDir, 'superuser-token');
  const first = await startServerProcess({ dataDir });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(first.stdout()).toContain(first.token);
  expect(first.stderr()).not.toContain(first.token);
  expect(await identifierOf(first, first.token)).toBe('@admin');
  expect(await stopServer(first)).toEqual({ code: 0, signal: null });

  const second = await startServerProcess({ dataDir });
  expect(second.token).toBe(first.token);
  expect(await identifierOf(second, first.token)).toBe('@admin');
  await stopServer(second);

  const third = await startServerProcess({ dataDir, env: { SUPERUSER_API_TOKEN: TOKEN } });
  expect(third.token).toBe(TOKEN);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await identifierOf(third, TOKEN)).toBe('@admin');
  expect(await identifierOf(third, first.token)).toBe(401);
  await stopServer(third);
});

const logLine = z.object({ level: z.number(), msg: z.string(), requestId: z.string().optional() });

test('no secret is in the log, however detailed, and every answer can be found in it by its request id', UNHURRIED, async () => {
  const database = await createTestDatabase();
  const dataDir = await temporaryFolder();
  const server = await startServerProcess({
    dataDir,
    env: { DATABASE_URL: database.url, LOG_LEVEL: 'trace', SUPERUSER_API_TOKEN: TOKEN },
  });
  const key = 'builtin-users-key-of-the-test';
  const password = 'Correct-Horse-7-Battery';
  const requestIds: (string | null)[] = [];
  const send = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { 'X-Service-key': TOKEN, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    requestIds.push(response.headers.get('X-Request-Id'));
    return response;
  };

  expect((await send('PUT', '/api/admin/settings/:BuiltinUsersKey', key, { 'Content-Type': 'text/plain' })).status).toBe(200);
  const person = { userName: 'noether', firstName: 'Emmy', lastName: 'Noether', email: 'noether@example.org' };
  const created = await send('POST', `/api/builtin-users?key=${key}&password=${password}`, person);
  expect(created.status).toBe(200);
  const { apiToken } = z.object({ data: z.object({ apiToken: z.string() }) }).parse(await created.json()).data;
  // The same again fails, and a failure is what most easily shows its input.
  expect((await send('POST', `/api/builtin-users?key=${key}&password=${password}`, person)).status).toBeGreaterThanOrEqual(400);
  expect((await send('POST', `/api/builtin-users?key=${key}&password=${password}`, '{"broken":')).status).toBe(400);
  expect((await send('GET', `/api/users/:me?key=${apiToken}`, undefined, { 'X-Service-key': apiToken })).status).toBe(200);
  expect((await send('GET', `/api/absent?key=${apiToken}&password=${password}`)).status).toBe(404);
  const mutation = `mutation { createBuiltinUser(input: { userName: "noether", firstName: "E", lastName: "N", email: "n@example.org",
    password: "${password}", key: "${key}" }) { apiToken } }`;
  expect((await send('POST', '/graphql', { query: mutation })).status).toBe(200);
  expect((await send('POST', '/graphql', { query: `{ ${password}`, variables: { token: apiToken } })).status).toBe(200);
  const dataset = await createDataset({ url: server.url, token: TOKEN });
  expect((await upload({ url: server.url, token: TOKEN }, dataset, randomFile(1000), 'file.bin')).httpStatus).toBe(200);
  const given = 'id-that-a-proxy-gave-1234';
  expect((await send('GET', '/healthz', undefined, { 'X-Request-Id': given })).headers.get('X-Request-Id')).toBe(given);
  expect(await stopServer(server)).toEqual({ code: 0, signal: null });

  const output = server.stdout() + server.stderr();
  const secrets = { token: TOKEN, apiToken, key, password, database: new URL(database.url).password };
  for (const [name, secret] of Object.entries(secrets)) expect(output.includes(secret), `${name} is shown`).toBe(false);
  const lines = server
    .stderr()
    .trimEnd()
    .split('\n')
    .map((line) => logLine.parse(JSON.parse(line)));
  expect(lines.some(({ level }) => level <= 20)).toBe(true);
  const logged = lines.filter(({ msg }) => msg === 'request').map(({ requestId }) => requestId);
  expect(requestIds).not.toContain(null);
  expect(new Set(requestIds).size).toBe(requestIds.length);
  for (const id of requestIds) expect(logged.filter((other) => other === id)).toHaveLength(1);
  expect(readFileSync(join(dataDir, 'superuser-token'), 'utf8')).toBe(`${TOKEN}\n`);
});

// Without root, every other test already runs as an ordinary user.
test.runIf(asRoot)('an ordinary user starts the server with a database of its own, and stops it', UNHURRIED, async () => {
  const dataDir = await temporaryFolder();
  await chown(dataDir, NOBODY, NOBODY);
  const identity = { uid: NOBODY, gid: NOBODY };
  const server = await startServerProcess({ dataDir, identity });
  const postmaster = await postmasterOf(dataDir);
  expect((await stat(`/proc/${postmaster?.pid}`)).uid).toBe(NOBODY);
  const dataset = await createDataset(server);
  const bytes = randomFile(2_000_000);
  const file = addedFileId(await upload(server, dataset, bytes, 'mine.bin'));
  expect(md5((await download(server, file)).bytes)).toBe(md5(bytes));
  server.signal('SIGKILL');
  await server.ended;

  const next = await startServerProcess({ dataDir, identity });
  expect((await postmasterOf(dataDir))?.pid).toBe(postmaster?.pid);
  expect(md5((await download(next, file)).bytes)).toBe(md5(bytes));
  expect(await stopServer(next)).toEqual({ code: 0, signal: null });
});
