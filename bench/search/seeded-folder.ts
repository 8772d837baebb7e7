/** A data folder that is seeded for searches: it can be kept, and measured by later runs. */
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { startBundle } from '../our-server.ts';
import { seed } from '../seed.ts';
import { seedReader } from './seed-reader.ts';
import { seedSearch, withoutTriggers } from './seed-search.ts';

const FACTS = 'seeded-search.json';
const facts = z.object({ datasets: z.number(), reader: z.string() });

/** What was seeded, and the token of an account that reads drafts. */
export type SeededSearch = z.infer<typeof facts>;

/** Settings that make filling faster, and count for nothing that is measured. */
const FILLING = {
  fsync: 'off',
  synchronous_commit: 'off',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};
const POOL_SIZE = 2;

/** What a folder was seeded with; undefined where it was not. */
export async function readSeeded(dataDir: string): Promise<SeededSearch | undefined> {
  const text = await readFile(join(dataDir, FACTS), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : facts.parse(JSON.parse(text));
}

/** Fills a folder, with PostgreSQL and a server that end with it. */
export async function seedFolder(dataDir: string, datasets: number, log: (line: string) => void): Promise<SeededSearch> {
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o755);
  const running: (() => Promise<unknown>)[] = [];
  const began = performance.now();
  const step = (name: string): void => log(`${((performance.now() - began) / 1000).toFixed(0)} s: ${name}`);
  try {
    const database = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings: FILLING });
    running.push(() => database.stop());
    const ours = await startBundle({ dataDir, database: { url: database.url, poolSize: POOL_SIZE } });
    running.push(() => ours.stop());
    const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
    running.push(() => sql.end());
    step('copying');
    const seeded = await seed(sql, ours.url, datasets, (fill) => withoutTriggers(sql, fill));
    await seedSearch(sql, seeded, step);
    const made = { datasets, reader: await seedReader(sql, ours.url, seeded) };
    await sql`checkpoint`;
    await writeFile(join(dataDir, FACTS), JSON.stringify(made));
    step('done');
    return made;
  } finally {
    for (const stop of running.toReversed()) await stop();
  }
}
