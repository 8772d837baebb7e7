/**
 * `node bench/run-scale.ts [--files 100000]`: what one request costs the database while so many files are in it: blocks that it reads, and
 * processor time of PostgreSQL and of the server. Blocks do not depend on what else the machine does. After npm run build.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres, { type Sql } from 'postgres';
import { treeMilliseconds } from '../campaign/process-times.ts';
import { randomFrom } from '../campaign/random.ts';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { findPostmaster } from '../src/db/embedded/postmaster-file.ts';
import { callApi, callGraphql } from './api-client.ts';
import { processorMilliseconds } from './child-server.ts';
import { startBundle } from './our-server.ts';
import { copyDatasets, copyFiles, type IdRange, seed } from './seed.ts';
import { FILES_PER_DATASET } from './seed-templates.ts';

/** Each file of a template so often. */
const COPIES = 10;
const FIRST_DATASETS = 400;
const REQUESTS = 100;
const WARM_UP = 20;
/** In which every process of PostgreSQL has told what it has read. Source: PostgreSQL documentation, 27.2. */
const TELLING_MS = 1_500;

const CONTENTS =
  'query ($id: Int!) { collection(reference: { databaseId: $id }) { contents(first: 20) { nodes { ... on Dataset { persistentId latestVersion { title } } } } } }';

const { values } = parseArgs({ options: { files: { type: 'string', default: '100000' } } });
const files = Number(values.files);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function fill(sql: Sql, url: string): Promise<IdRange & { readonly collection: number }> {
  const seeded = await seed(sql, url, FIRST_DATASETS);
  const count = Math.ceil(files / (FILES_PER_DATASET * COPIES));
  const [facts] = await sql<{ last: number; templates: number[] }[]>`
    select (select last_value::int from node_id_seq) as last,
      (select array_agg(n.id) from node n join collection c on c.id = n.owner_id where c.alias = 'bench-templates') as templates`;
  if (facts === undefined) throw new Error('Nothing was seeded.');
  const first = facts.last + 1;
  await sql.begin(async (tx) => {
    await tx`
      create temporary table placed on commit drop as
      select ${first}::int + i as id, ${first + count}::int + i * ${FILES_PER_DATASET * COPIES}::int as first_file,
        ${seeded.smallCollections.first}::int + i % ${seeded.smallCollections.count}::int as owner_id,
        (${tx.array([...facts.templates])}::int[])[1 + i % ${facts.templates.length}::int] as template
      from generate_series(0, ${count}::int - 1) i`;
    await copyDatasets(tx);
    await copyFiles(tx, COPIES);
    await tx`select setval('node_id_seq', (select max(id) from node))`;
  });
  await sql`vacuum analyze`;
  return { first, count, collection: seeded.smallCollections.first };
}

const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-scale-'));
await chmod(dataDir, 0o755);
const running: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
try {
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings: { fsync: 'off', max_wal_size: '4GB' } });
  running.push(() => database.stop());
  const server = await startBundle({ dataDir, database: { url: database.url, poolSize: 4 } });
  running.push(() => server.stop());
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  running.push(() => sql.end());
  const began = performance.now();
  const { collection, ...datasets } = await fill(sql, server.url);
  const [size] = await sql<{ rows: number; bytes: string; total: string }[]>`
    select (select count(*)::int from file_metadata) as rows, pg_size_pretty(pg_total_relation_size('file_metadata') + pg_total_relation_size('data_file') + pg_total_relation_size('node')) as bytes,
      pg_size_pretty(pg_database_size(current_database())) as total`;
  print(
    `${size?.rows} files in ${datasets.count} datasets: file_metadata, data_file and node ${size?.bytes}, database ${size?.total}; filled in ${Math.round((performance.now() - began) / 1000)} s`,
  );

  const postmaster = (await findPostmaster(join(dataDir, 'postgres')))?.pid ?? 0;
  const random = randomFrom(1);
  const any = (): number => datasets.first + Math.floor(random() * datasets.count);
  const get = (path: string): Promise<unknown> => callApi(`${server.url}/api${path}`, 'GET');
  const title = (id: number): Promise<unknown> =>
    callApi(
      `${server.url}/api/datasets/${id}/editMetadata?replace=true`,
      'PUT',
      JSON.stringify({ fields: [{ typeName: 'title', value: `Title ${random()}` }] }),
    );
  const requests: Readonly<Record<string, () => Promise<unknown>>> = {
    'dataset with its version and files': () => get(`/datasets/${any()}`),
    'page of 50 files': () => get(`/datasets/${any()}/versions/1.0/files?limit=50`),
    'permissions on a dataset': () => get(`/datasets/${any()}/userPermissions`),
    'first 20 entries of a collection': () => callGraphql(server.url, CONTENTS, { id: collection }),
    'draft made by an edit': () => title(any()),
    'edit and publication of a version': async () => {
      const id = any();
      await title(id);
      await callApi(`${server.url}/api/datasets/${id}/actions/:publish?type=major`, 'POST');
    },
    'page of 20 events of the feed': () => callGraphql(server.url, '{ events(first: 20) { cursor hasMore } }', {}),
  };
  const blocks = async (): Promise<number> => {
    await sleep(TELLING_MS);
    const [row] = await sql<
      { blocks: number }[]
    >`select (blks_hit + blks_read)::float8 as blocks from pg_stat_database where datname = current_database()`;
    return row?.blocks ?? 0;
  };
  print('| Request | Blocks of 8 KB | PostgreSQL, ms | Server, ms |\n|---|---|---|---|');
  for (const [name, send] of Object.entries(requests)) {
    for (let warm = 0; warm < WARM_UP; warm += 1) await send();
    const before = { blocks: await blocks(), database: treeMilliseconds([postmaster]), server: await processorMilliseconds(server.pid) };
    for (let request = 0; request < REQUESTS; request += 1) await send();
    const each = (value: number): string => (value / REQUESTS).toFixed(1);
    const [ofDatabase, ofServer] = [
      treeMilliseconds([postmaster]) - before.database,
      (await processorMilliseconds(server.pid)) - before.server,
    ];
    print(`| ${name} | ${each((await blocks()) - before.blocks)} | ${each(ofDatabase)} | ${each(ofServer)} |`);
  }
} finally {
  for (const end of running.toReversed()) await end();
}
