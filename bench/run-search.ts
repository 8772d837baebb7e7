/**
 * `node bench/run-search.ts [--datasets 20000] [--data FOLDER] [--only TEXT] [--engine URL]`: what searches, completion and the index cost. After npm run build.
 * With `--engine`, an OpenSearch is told of everything first, and answers. With `--data` the seeded folder is kept, and a run that finds it seeded measures at once; `--only seeding` ends before that.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { startBundle } from './our-server.ts';
import { startReferences } from './reference-servers.ts';
import { measureFeed } from './search/measure-feed.ts';
import { measureLatencies } from './search/measure-latencies.ts';
import { measureAgainstStatement } from './search/measure-statement.ts';
import { measureWrites } from './search/measure-writes.ts';
import { readSeeded, seedFolder } from './search/seeded-folder.ts';

const { values } = parseArgs({
  options: {
    datasets: { type: 'string', default: '20000' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    engine: { type: 'string' },
    pause: { type: 'boolean', default: false },
  },
});
const POOL_SIZE = 10;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const report = (line: string): void => void process.stderr.write(`${line}\n`);
const load = (): string => (loadavg()[0] ?? 0).toFixed(1);
const asked = (part: string): boolean => part.includes(values.only);

const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), 'archivolt-search-')));
const running: (() => Promise<unknown>)[] = [];
if (values.data === undefined) running.push(() => rm(dataDir, { recursive: true, force: true }));
try {
  const seeded = (await readSeeded(dataDir)) ?? (await seedFolder(dataDir, Number(values.datasets), report));
  if (values.only !== 'seeding') {
    const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    running.push(() => database.stop());
    const env = values.engine === undefined ? {} : { SEARCH_URL: values.engine };
    const ours = await startBundle({ dataDir, database: { url: database.url, poolSize: POOL_SIZE }, env });
    running.push(() => ours.stop());
    const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
    running.push(() => sql.end());
    const [size] = await sql<{ size: string; documents: number }[]>`
      select pg_size_pretty(pg_database_size(current_database())) as size, (select count(*)::int from search_document) as documents`;
    print(`${seeded.datasets} datasets, ${size?.documents} documents, ${size?.size}`);
    print(`${availableParallelism()} processors, load ${load()}`);
    if (values.engine !== undefined) print(await measureFeed(sql));
    if (values.pause) {
      print(`${database.url} ${ours.url}`);
      await new Promise((resolve) => process.once('SIGUSR1', resolve));
    }
    if (asked('searches completion')) await measureLatencies({ sql, url: ours.url, readerToken: seeded.reader }, print);
    if (asked('statement')) {
      const references = await startReferences(database.url, POOL_SIZE);
      running.push(() => references.stop());
      print(await measureAgainstStatement(ours, references['hand-written']));
    }
    if (asked('writes')) print(await measureWrites(sql, ours));
    print(`load ${load()}`);
  }
} finally {
  for (const stop of running.toReversed()) await stop();
}
