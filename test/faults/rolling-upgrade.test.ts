import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';
import { nextRelease, previousRelease, releaseOf } from '../support/release-folder.ts';
import { type RoundRobinProxy, startRoundRobinProxy } from '../support/round-robin-proxy.ts';
import { serverBundle, type ServerProcess, startServerProcess, until, UNHURRIED } from '../support/server-process.ts';
import { addedFileId, createDataset, type Door, download, md5, randomFile, rest, temporaryFolder, TOKEN, upload } from './depositor.ts';

/** What a migration may do while servers of the release before go on. */
const EXPANSION = `CREATE TABLE "of_the_next_release" ("id" serial PRIMARY KEY NOT NULL, "dataset_id" integer NOT NULL);--> statement-breakpoint
ALTER TABLE "dataset" ADD COLUMN "of_the_next_release" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
CREATE INDEX "dataset_of_the_next_release_idx" ON "dataset" ("of_the_next_release");`;

interface Load {
  readonly refused: string[];
  readonly datasets: number[];
  readonly files: { readonly id: number; readonly md5: string }[];
  readonly answered: () => number;
  stop(): Promise<void>;
}

/** Reads and writes through the proxy without a pause; whatever is not answered as it should be is noted. */
function putLoad(door: Door, known: number): Load {
  const refused: string[] = [];
  const datasets: number[] = [];
  const files: { readonly id: number; readonly md5: string }[] = [];
  let answered = 0;
  const stopping = new AbortController();
  const kinds: Readonly<Record<string, () => Promise<number>>> = {
    read: async () => (await rest(door, 'GET', `/datasets/${known}`)).httpStatus,
    search: async () => (await rest(door, 'GET', '/search?q=*')).httpStatus,
    page: async () => {
      const answer = await fetch(`${door.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Service-key': door.token },
        body: JSON.stringify({ query: `{ dataset(reference: { databaseId: ${known} }) { databaseId } }` }),
      });
      return (await answer.text()).includes('"errors"') ? 500 : answer.status;
    },
    create: async () => {
      datasets.push(await createDataset(door));
      return 200;
    },
    upload: async () => {
      const bytes = randomFile(50_000);
      const answer = await upload(door, datasets.at(-1) ?? known, bytes, `${randomBytes(6).toString('hex')}.bin`);
      if (answer.httpStatus === 200) files.push({ id: addedFileId(answer), md5: md5(bytes) });
      return answer.httpStatus;
    },
  };
  const clients = Object.entries(kinds).map(async ([kind, ask]) => {
    while (!stopping.signal.aborted) {
      const status = await ask().catch((error: unknown) => String(error));
      answered += 1;
      if (status !== 200) refused.push(`${kind}: ${status}`);
    }
  });
  return {
    refused,
    datasets,
    files,
    answered: () => answered,
    stop: async () => {
      stopping.abort();
      await Promise.all(clients);
    },
  };
}

interface Fleet {
  readonly proxy: RoundRobinProxy;
  readonly servers: ServerProcess[];
  readonly databaseUrl: string;
  start(bundle: string): Promise<ServerProcess>;
}

async function startFleet(bundle: string, count: number): Promise<Fleet> {
  const database = await createTestDatabase('empty');
  onTestFinished(database.drop);
  const shared = await temporaryFolder();
  const env = {
    DATABASE_URL: database.url,
    STORAGE_URL: pathToFileURL(join(shared, 'files')).href,
    SECRET_KEYS: randomBytes(32).toString('base64'),
    SUPERUSER_API_TOKEN: TOKEN,
    // The proxy asks five times a second.
    DRAIN_DELAY_SECONDS: '2',
    LOG_LEVEL: 'warn',
  };
  const start = async (program: string): Promise<ServerProcess> =>
    startServerProcess({ dataDir: await temporaryFolder(), env, bundle: program });
  const servers: ServerProcess[] = [];
  for (let made = 0; made < count; made += 1) servers.push(await start(bundle));
  const proxy = await startRoundRobinProxy();
  proxy.servers = servers.map(({ url }) => url);
  await until('all servers are ready', () => proxy.servers.every((one) => proxy.isReady(one)));
  return { proxy, servers, databaseUrl: database.url, start };
}

/** Replaces the servers one by one under load. @param announces Whether those that stop say so to the proxy first */
async function upgrade({ proxy, servers, start }: Fleet, bundle: string, announces: boolean): Promise<Load & { readonly door: Door }> {
  const door: Door = { url: proxy.url, token: TOKEN };
  const known = await createDataset(door);
  const load = putLoad(door, known);
  for (const [index, old] of servers.entries()) {
    const next = await start(bundle);
    servers[index] = next;
    proxy.servers = [...proxy.servers, next.url];
    await until('the proxy has found the new server', () => proxy.isReady(next.url));
    if (!announces) {
      proxy.remove(old.url);
      await until('the old server has answered what it was given', () => proxy.underWay(old.url) === 0);
    }
    old.signal('SIGTERM');
    expect(await old.ended).toEqual({ code: 0, signal: null });
    proxy.servers = servers.map(({ url }) => url).filter((url) => url !== old.url);
    const before = load.answered();
    await until('requests are answered by both releases', () => load.answered() > before + 20);
  }
  await load.stop();
  return { ...load, door };
}

async function expectNothingLost({ refused, datasets, files, door }: Load & { readonly door: Door }): Promise<void> {
  expect(refused).toEqual([]);
  expect(datasets.length).toBeGreaterThan(5);
  expect(files.length).toBeGreaterThan(5);
  for (const id of datasets) expect((await rest(door, 'GET', `/datasets/${id}`)).httpStatus).toBe(200);
  for (const file of files) expect(md5((await download(door, file.id)).bytes)).toBe(file.md5);
}

test('servers are replaced one by one under load, across a migration that adds, without a refused request', UNHURRIED, async () => {
  const fleet = await startFleet(serverBundle(), 2);
  const next = nextRelease(await temporaryFolder(), EXPANSION);
  await expectNothingLost(await upgrade(fleet, next, true));
  const sql = postgres(fleet.databaseUrl, { max: 1 });
  onTestFinished(() => sql.end());
  expect(await sql`select count(*)::int as n from dataset where of_the_next_release = 'none'`).not.toEqual([{ n: 0 }]);
});

const previous = previousRelease();

test.skipIf('reason' in previous)(
  'servers of the previous release are replaced by the present one without a refused request',
  UNHURRIED,
  async () => {
    if ('reason' in previous) return;
    const fleet = await startFleet(releaseOf(previous.commit, await temporaryFolder()), 2);
    await expectNothingLost(await upgrade(fleet, serverBundle(), false));
  },
);
