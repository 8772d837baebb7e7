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
import { fill } from './scale/fill.ts';
import { seed } from './seed.ts';
import { FILES_PER_DATASET } from './seed-templates.ts';

/** Each dataset has the files of its template so often. */
const COPIES = 10;
const FIRST_DATASETS = 400;
const REQUESTS = 100;
const WARM_UP = 20;
/** In which every process of PostgreSQL has told what it has read. Source: PostgreSQL documentation, 27.2. */
const TELLING_MS = 1_500;

/** The database need not survive a crash: whole pages and indexes that are built anew are not written a second time. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_wal_size: '4GB', wal_level: 'minimal', max_wal_senders: '0' };

const CONTENTS =
  'query ($id: Int!) { collection(reference: { databaseId: $id }) { contents(first: 20) { nodes { ... on Dataset { persistentId latestVersion { title } } } } } }';

const { values } = parseArgs({ options: { files: { type: 'string', default: '100000' } } });
const files = Number(values.files);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-scale-'));
await chmod(dataDir, 0o755);
const running: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
try {
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings: SETTINGS });
  running.push(() => database.stop());
  const serve = (): ReturnType<typeof startBundle> => startBundle({ dataDir, database: { url: database.url, poolSize: 4 } });
  const connect = (): Sql => postgres(database.url, { max: 1, onnotice: () => undefined });
  const seeding = await serve();
  running.push(() => seeding.stop());
  const sql = connect();
  running.push(() => sql.end());
  const began = performance.now();
  const { smallCollections } = await seed(sql, seeding.url, FIRST_DATASETS);
  await seeding.stop();
  // Indexes are missing meanwhile, so that nothing is served.
  const datasets = await fill(connect, {
    count: Math.ceil(files / (FILES_PER_DATASET * COPIES)),
    copies: COPIES,
    collections: smallCollections,
    report: (line) => void process.stderr.write(`  ${line}\n`),
  });
  const collection = smallCollections.first;
  // Reads every document for each word that has become frequent, which would be counted among what requests read.
  const keeping = connect();
  await keeping`begin; lock table search_kept_word in share mode`.simple();
  const server = await serve();
  running.push(
    () => server.stop(),
    () => keeping.end(),
  );
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
