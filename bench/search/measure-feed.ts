/** How fast an engine beside the database is told: of everything, by the job that builds its index, and of changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';

const POLL_MS = 20;
/** Datasets whose edit is noted at once. */
const CHANGED = 1_000;

async function until(holds: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await holds())) await sleep(POLL_MS);
  return (performance.now() - began) / 1000;
}

const rate = (documents: number, seconds: number): string =>
  `${documents} documents in ${seconds.toFixed(1)} s, ${(documents / seconds).toFixed(0)} a second`;

/** Waits until the index is built and everything told; a line of figures. */
export async function measureFeed(sql: postgres.Sql): Promise<string> {
  await until(async () => (await sql`select from search_engine where current_index is not null or building_index is not null`).length > 0);
  const built = await until(async () => (await sql`select from search_engine where current_index is not null`).length > 0);
  const [count] = await sql<{ documents: number }[]>`select count(*)::int as documents from search_document`;
  const [changed] = await sql<{ documents: number }[]>`
    with changed as (
      update search_document set sorted_at = sorted_at where kind = 'DATASET' and row_id in (
        select row_id from search_document where kind = 'DATASET' order by row_id limit ${CHANGED}) returning 1)
    select count(*)::int as documents from changed`;
  const told = await until(async () => (await sql`select from search_feed limit 1`).length === 0);
  return `index of the engine: ${rate(count?.documents ?? 0, built)}; changes told: ${rate(changed?.documents ?? 0, told)}`;
}
