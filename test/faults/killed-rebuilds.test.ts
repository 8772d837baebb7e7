// A rebuild of the index of search whose process is killed: searches go on, and the next process goes on where it was.
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../support/postgres.ts';
import { runTask, type ServerProcess, startServerProcess, stopServer, until, UNHURRIED } from '../support/server-process.ts';
import { temporaryFolder, TOKEN } from './depositor.ts';

const DATASETS = 90;
const FIRST = 500_000;
/** One of the last ones, which a test holds. */
const HELD = FIRST + 70;

interface World {
  readonly sql: postgres.Sql;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
}

async function seeded(): Promise<World> {
  const { url } = await createTestDatabase('installed');
  const sql = postgres(url, { max: 3, onnotice: () => undefined, prepare: false });
  onTestFinished(() => sql.end());
  await sql.begin(async (tx) => {
    const last = FIRST + DATASETS - 1;
    const [root] = await tx<{ id: number }[]>`select id from node where owner_id is null`;
    await tx`insert into node (id, kind, owner_id, path, permission_path, published_at)
      select i, 'DATASET', ${root?.id ?? 0}::int, array[${root?.id ?? 0}::int, i], array[i, ${root?.id ?? 0}::int], now() from generate_series(${FIRST}::int, ${last}::int) i`;
    await tx`insert into dataset (id, protocol, authority, separator, identifier, storage_driver)
      select i, 'doi', '10.5072', '/', 'FK2/K' || i, 'local' from generate_series(${FIRST}::int, ${last}::int) i`;
    await tx`insert into dataset_version (dataset_id, ordinal, state, version_number, version_minor_number, title, metadata, file_access_request)
      select i, 1, 'RELEASED', 1, 0, 'Heron ' || i,
        json_build_object('citation', json_build_array(json_build_object('typeName', 'title', 'multiple', false, 'typeClass', 'primitive', 'value', 'Heron ' || i))), true
      from generate_series(${FIRST}::int, ${last}::int) i`;
  });
  return { sql, dataDir: await temporaryFolder(), env: { DATABASE_URL: url, SUPERUSER_API_TOKEN: TOKEN } };
}

const rebuildOf = async ({ sql }: World) =>
  (
    await sql<{ id: number; step: string; done: number; finished: boolean }[]>`
    select id, step, done_count as done, finished_at is not null as finished from search_rebuild order by id desc limit 1`
  )[0];

const waits = async ({ sql }: World): Promise<boolean> =>
  (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length > 0;

/** Holds something until the work is done. */
async function holding(world: World, what: (tx: postgres.TransactionSql) => Promise<unknown>, work: () => Promise<void>): Promise<void> {
  await world.sql.begin(async (tx) => {
    await what(tx);
    await work();
  });
}

/** Datasets that are described, with what tells whether they were described again. */
const described = async ({ sql }: World) =>
  sql`select row_id, xmin::text from search_document where kind = 'DATASET' and node_id < ${FIRST + 20} order by row_id`;

const page = z.object({ data: z.object({ total_count: z.number(), items: z.array(z.object({ global_id: z.string() })) }) });

/** How many there are, and how many different ones are shown. */
async function hits(server: ServerProcess): Promise<readonly number[]> {
  const answer = await fetch(`${server.url}/api/search?q=heron&per_page=1000`);
  const { total_count: total, items } = page.parse(await answer.json()).data;
  return [total, new Set(items.map((item) => item.global_id)).size];
}

test('a rebuild by the doctor that is killed goes on beside the server', UNHURRIED, async () => {
  const world = await seeded();
  const { sql, dataDir, env } = world;
  const server = await startServerProcess({ dataDir, env });
  const rebuild = (killed?: AbortSignal) =>
    runTask(['doctor', 'search', '--rebuild'], { dataDir, env, ...(killed === undefined ? {} : { killed }) });

  const kill = new AbortController();
  const killed = rebuild(kill.signal);
  await holding(
    world,
    (tx) => tx`select from search_dataset where dataset_id = ${HELD} for update`,
    async () => {
      await until('a rebuild that waits', async () => (await rebuildOf(world))?.step === 'DATASET' && (await waits(world)));
      kill.abort();
      await killed;
      expect(await hits(server)).toEqual([DATASETS, DATASETS]);
    },
  );
  const broken = await rebuildOf(world);
  expect(broken).toMatchObject({ step: 'DATASET', finished: false });
  expect(broken?.done).toBeGreaterThanOrEqual(40);
  expect(broken?.done).toBeLessThan(DATASETS);
  const before = await described(world);

  // Now it is killed, and its PostgreSQL process with it, while an index is built.
  const again = new AbortController();
  let second: ReturnType<typeof rebuild> | undefined;
  await holding(
    world,
    (tx) => tx`lock table search_document in row exclusive mode`,
    async () => {
      second = rebuild(again.signal);
      await until('an index that waits', async () => (await rebuildOf(world))?.step === 'INDEXES' && (await waits(world)));
      again.abort();
      await second;
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'reindex%' and pid <> pg_backend_pid()`;
    },
  );
  expect(await described(world)).toEqual(before);
  expect(await sql`select from pg_index where not indisvalid`).not.toHaveLength(0);
  expect(await hits(server)).toEqual([DATASETS, DATASETS]);

  const ended = await rebuild();
  expect(ended.stdout).toMatch(
    /^A rebuild that doctor began at \S+ goes on where it was\.\nThe index was rebuilt; 0 differences were mended\.\n/,
  );
  expect(ended.code).toBe(0);
  expect(await rebuildOf(world)).toMatchObject({ id: broken?.id, finished: true });
  expect(await sql`select from pg_index where not indisvalid`).toHaveLength(0);
  expect(await hits(server)).toEqual([DATASETS, DATASETS]);
  await stopServer(server);
});

test('a rebuild by a job of a server that is killed goes on in the next one', UNHURRIED, async () => {
  const world = await seeded();
  const { dataDir, env } = world;
  let server = await startServerProcess({ dataDir, env });
  const send = async (query: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', 'X-Service-key': TOKEN };
    return (await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
  };
  await holding(
    world,
    (tx) => tx`select from search_dataset where dataset_id = ${HELD} for update`,
    async () => {
      await send('mutation { rebuildSearchIndex(input: { buildsIndexes: false }) { rebuild { databaseId } } }');
      await until('a job that waits', async () => (await rebuildOf(world))?.step === 'DATASET' && (await waits(world)));
      server.signal('SIGKILL');
      await server.ended;
    },
  );
  const broken = await rebuildOf(world);
  expect(broken).toMatchObject({ step: 'DATASET', finished: false });
  const before = await described(world);
  server = await startServerProcess({ dataDir, env });
  await until('the end of the rebuild', async () => (await rebuildOf(world))?.finished === true);
  expect(await send('{ searchRebuild { databaseId step faultCount finishedAt } }')).toMatchObject({
    data: { searchRebuild: { databaseId: broken?.id, step: 'NAMES', faultCount: 0, finishedAt: expect.any(String) } },
  });
  expect(await described(world)).toEqual(before);
  expect(await hits(server)).toEqual([DATASETS, DATASETS]);
  await stopServer(server);
});
