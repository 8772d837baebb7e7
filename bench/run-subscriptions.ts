/**
 * `node bench/run-subscriptions.ts [--streams 1000] [--events 40]`: how long after its commit an event reaches those who follow the feed, by
 * WebSocket and by Server-Sent Events, as guests and as accounts; and what waiting streams take. After npm run build.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { callApi } from './api-client.ts';
import { processorMilliseconds, residentBytes } from './child-server.ts';
import { startBundle } from './our-server.ts';
import { createFollowers, WAYS } from './subscriptions/followers.ts';

const WANTED_MS = 100;
const PAUSE_MS = 300;
const ACCOUNTS = 10;
const USERS_KEY = 'bench-users-key';

const { values } = parseArgs({ options: { streams: { type: 'string', default: '1000' }, events: { type: 'string', default: '40' } } });
const streams = Number(values.streams);
const events = Number(values.events);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const load = (): string => (loadavg()[0] ?? 0).toFixed(1);

async function createAccounts(url: string): Promise<string[]> {
  await callApi(`${url}/api/admin/settings/:BuiltinUsersKey`, 'PUT', USERS_KEY);
  const tokens: string[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const name = `follower-${index}`;
    const person = JSON.stringify({ userName: name, firstName: 'Ada', lastName: 'Follower', email: `${name}@example.org` });
    const made = await callApi(`${url}/api/builtin-users?key=${USERS_KEY}&password=correct-horse-7`, 'POST', person);
    if (typeof made !== 'object' || made === null || !('apiToken' in made)) throw new Error('An account was made without a token.');
    tokens.push(String(made.apiToken));
  }
  return tokens;
}

function quantile(sorted: readonly number[], part: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0);
}

const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-subscriptions-'));
const running: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
try {
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  running.push(() => database.stop());
  const most = String(streams * 2);
  const server = await startBundle({
    dataDir,
    database: { url: database.url, poolSize: 10 },
    env: { SUBSCRIPTIONS_PER_ADDRESS: most, SUBSCRIPTIONS_PER_ACCOUNT: most },
  });
  running.push(() => server.stop());
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  running.push(() => sql.end());
  const tokens = await createAccounts(server.url);
  await callApi(`${server.url}/api/collections/:root/actions/:publish`, 'POST').catch(() => undefined);
  print(`${streams} streams, ${events} events; ${availableParallelism()} processors, load ${load()}`);
  for (const way of WAYS) {
    for (const [callers, tokensOf] of [
      ['guests', [undefined]],
      [`${ACCOUNTS} accounts`, tokens],
    ] as const) {
      const memory = await residentBytes(server.pid);
      let received: (() => void) | undefined;
      const followers = await createFollowers(server.url, way, { count: streams, tokens: tokensOf, onEvent: () => received?.() });
      const waiting = (await residentBytes(server.pid)) - memory;
      const taken: number[] = [];
      const before = await processorMilliseconds(server.pid);
      for (let event = 0; event < events; event += 1) {
        let left = streams;
        const all = Promise.withResolvers<void>();
        const began = performance.now();
        received = () => {
          taken.push(performance.now() - began);
          left -= 1;
          if (left === 0) all.resolve();
        };
        await sql`insert into feed_event (kind, subject_id, reference, home_id, path, needs, payload)
          select 'COLLECTION_PUBLISHED', id, 'root', id, path, 0, '{}' from node where owner_id is null`;
        await all.promise;
        await sleep(PAUSE_MS);
      }
      const spent = (await processorMilliseconds(server.pid)) - before;
      await followers.close();
      taken.sort((a, b) => a - b);
      const times = `p50 ${quantile(taken, 0.5)}, p95 ${quantile(taken, 0.95)}, most ${quantile(taken, 1)} ms (p95 wanted: ${WANTED_MS})`;
      print(
        `${way}, ${callers}: ${times}; ${(spent / events).toFixed(0)} ms of the server's processors an event; waiting ${(waiting / streams / 1024).toFixed(0)} KB a stream`,
      );
    }
  }
  print(`load ${load()}`);
} finally {
  for (const stop of running.toReversed()) await stop();
}
