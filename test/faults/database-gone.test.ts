import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { startServerProcess, until, UNHURRIED } from '../support/server-process.ts';
import { createDataset, rest, temporaryFolder, TOKEN, upload, randomFile } from './depositor.ts';

/** A loopback door to a PostgreSQL that restarts on another port. */
async function startGateway(): Promise<{ readonly port: number; pointTo(port: number): void }> {
  let target = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
    upstream.once('close', () => client.destroy());
    client.once('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port.');
  return { port: address.port, pointTo: (port) => (target = port) };
}

const status = async (url: string) => (await fetch(url)).status;

const graphqlFault = z.object({
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string(), requestId: z.string() }) })).min(1),
});

test('without its database the server lives, says so in order, and works again when the database is back', UNHURRIED, async () => {
  const databaseDir = join(await temporaryFolder(), 'external');
  const settings = { fsync: 'off' };
  const log = () => undefined;
  let postgres = await startEmbeddedPostgres({ dataDir: databaseDir, log, settings });
  onTestFinished(async () => {
    await postgres.stop();
  });
  const gateway = await startGateway();
  gateway.pointTo(Number(new URL(postgres.url).port));
  const url = new URL(postgres.url);
  url.port = String(gateway.port);
  const server = await startServerProcess({
    dataDir: await temporaryFolder(),
    env: { DATABASE_URL: url.href, SUPERUSER_API_TOKEN: TOKEN },
  });
  const dataset = await createDataset(server);
  expect(await status(`${server.url}/readyz`)).toBe(200);

  await postgres.stop();
  await until('the server is not ready', async () => (await status(`${server.url}/readyz`)) === 503);
  expect(await status(`${server.url}/healthz`)).toBe(200);

  const INNER = /ECONN|CONNECTION_|postgres|password|127\.0\.0\.1:|select |\bat .*\.[jt]s/i;
  // With a token the caller cannot be identified; without one the operation itself fails.
  for (const headers of [{ 'X-Service-key': server.token }, {}]) {
    const response = await fetch(`${server.url}/api/collections/:root`, { headers });
    const text = await response.text();
    expect(response.status, text).toBe(503);
    const requestId = response.headers.get('X-Request-Id');
    expect(JSON.parse(text)).toMatchObject({ status: 'ERROR', errorCode: 'SERVICE_UNAVAILABLE', requestId });
    expect(text.replaceAll(server.url, '')).not.toMatch(INNER);
    await until('the log names the request', () => server.stderr().includes(`"requestId":"${requestId}"`));

    const graphql = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: '{ collection(reference: { root: true }) { alias } }' }),
    });
    const answer = await graphql.text();
    const [fault] = graphqlFault.parse(JSON.parse(answer)).errors;
    expect(fault?.extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE', requestId: graphql.headers.get('X-Request-Id') });
    expect(answer).not.toMatch(INNER);
  }
  expect((await upload(server, dataset, randomFile(5_000_000), 'lost.bin')).httpStatus).toBe(503);

  postgres = await startEmbeddedPostgres({ dataDir: databaseDir, log, settings });
  gateway.pointTo(Number(new URL(postgres.url).port));
  await until('the server is ready again', async () => (await status(`${server.url}/readyz`)) === 200);
  await until('every connection works', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => rest(server, 'GET', `/datasets/${dataset}`)));
    return answers.every(({ httpStatus }) => httpStatus === 200);
  });
  expect((await upload(server, dataset, randomFile(1000), 'found.bin')).httpStatus).toBe(200);
  // Notices of other processes come again too.
  expect((await rest(server, 'PUT', '/admin/settings/:GuestDownload', 'true')).httpStatus).toBe(200);
  server.signal('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
});
