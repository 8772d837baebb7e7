/**
 * `node bench/run-search.ts [--datasets 20000] [--only TEXT] [--keep]`: what searches, completion and the index cost. After npm run build.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { startBundle } from './our-server.ts';
import { startReferences } from './reference-servers.ts';
import { measureLatencies } from './search/measure-latencies.ts';
import { measureAgainstStatement } from './search/measure-statement.ts';
import { measureWrites } from './search/measure-writes.ts';
import { seedReader } from './search/seed-reader.ts';
import { seedSearch, withoutSearchTriggers } from './search/seed-search.ts';
import { seed } from './seed.ts';

const { values } = parseArgs({
  options: {
    datasets: { type: 'string', default: '20000' },
    only: { type: 'string', default: '' },
    pause: { type: 'boolean', default: false },
  },
});
const datasets = Number(values.datasets);
const POOL_SIZE = 10;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const load = (): string => (loadavg()[0] ?? 0).toFixed(1);

const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-search-'));
await chmod(dataDir, 0o755);
const running: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
try {
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  running.push(() => database.stop());
  const ours = await startBundle({ dataDir, database: { url: database.url, poolSize: POOL_SIZE } });
  running.push(() => ours.stop());
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  running.push(() => sql.end());
  const began = performance.now();
  const seeded = await seed(sql, ours.url, datasets, (fill) => withoutSearchTriggers(sql, fill));
  await seedSearch(sql, seeded);
  const [size] = await sql<{ size: string; documents: number }[]>`
    select pg_size_pretty(pg_database_size(current_database())) as size, (select count(*)::int from search_document) as documents`;
  print(
    `${datasets} datasets, ${size?.documents} documents, ${size?.size}; seeded in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  print(`${availableParallelism()} processors, load ${load()}`);
  if (values.pause) {
    print(`${database.url} ${ours.url}`);
    await new Promise((resolve) => process.once('SIGUSR1', resolve));
  }
  const reader = await seedReader(sql, ours.url, seeded);
  if ('searches completion'.includes(values.only)) for (const line of await measureLatencies(ours.url, reader)) print(line);
  if ('statement'.includes(values.only)) {
    const references = await startReferences(database.url, POOL_SIZE);
    running.push(() => references.stop());
    print(await measureAgainstStatement(ours, references['hand-written']));
  }
  if ('writes'.includes(values.only)) print(await measureWrites(sql, ours));
  print(`load ${load()}`);
} finally {
  for (const stop of running.toReversed()) await stop();
}
