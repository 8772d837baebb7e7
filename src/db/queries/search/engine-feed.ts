/** What an engine beside the database still has to be told, and which of its indexes answers. See docs/adr/0073-search-in-opensearch.md. */
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { sql } from 'drizzle-orm';
import type { DocumentKey } from '../../../model/search/search-engine.ts';
import type { Database, Queryable, Transaction } from '../../client.ts';

/** The indexes of an engine; null for none. */
export interface EngineIndexes {
  /** What answers. */
  readonly current: string | null;
  /** What is being built. */
  readonly building: string | null;
}

/** A job that tells the engine what has changed, and one that builds its index. */
export const FEED_TASK = 'feed-search-engine';
export const BUILD_TASK = 'build-search-engine';
/** The jobs of an engine run one after the other. */
export const ENGINE_QUEUE = 'search-engine';
const ATTEMPTS = 25;

/** Has changes noted for an engine from now on, or no longer; with it goes what was noted. */
export async function noteForEngine(db: Database, wanted: boolean): Promise<void> {
  if (wanted) {
    await db.execute(sql`insert into search_engine (name) values ('opensearch') on conflict do nothing`);
    return;
  }
  await db.transaction(async (tx) => {
    const gone = await tx.execute(sql`delete from search_engine returning name`);
    if (gone.length > 0) await tx.execute(sql`delete from search_feed`);
  });
}

/** The indexes of the engine; undefined where none is fed. */
export async function findEngineIndexes(db: Queryable): Promise<EngineIndexes | undefined> {
  const [row] = await db.execute<EngineIndexes & Record<string, unknown>>(
    sql`select current_index as current, building_index as building from search_engine`,
  );
  return row;
}

export async function updateEngineIndexes(db: Queryable, { current, building }: EngineIndexes): Promise<void> {
  await db.execute(sql`update search_engine set current_index = ${current}, building_index = ${building}`);
}

/** Does something while nothing else writes to the engine. */
export async function asOnlyWriter<Result>(db: Database, write: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    // Who writes to the engine reads what it writes under this lock, so that nothing older overtakes it.
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.searchEngine}::bigint)`);
    return write(tx);
  });
}

/** The newest note; null where there is none. */
export async function findNewestNote(db: Queryable): Promise<number | null> {
  const [row] = await db.execute<{ id: string | null }>(sql`select max(id) as id from search_feed`);
  return row?.id === null || row === undefined ? null : Number(row.id);
}

/** Takes the oldest notes up to one: documents that have changed, each once. */
export async function takeNotes(tx: Transaction, newest: number, limit: number): Promise<readonly DocumentKey[]> {
  return tx.execute<DocumentKey & Record<string, unknown>>(sql`
    with taken as (
      delete from search_feed where id in (select id from search_feed where id <= ${newest}::bigint order by id limit ${limit}::int) returning kind, row_id)
    select distinct kind, row_id as "rowId" from taken`);
}

/** Notes documents that the engine did not take, to be sent again later. */
export async function noteAgain(tx: Transaction, keys: readonly DocumentKey[]): Promise<void> {
  await tx.execute(sql`
    insert into search_feed (kind, row_id)
    select * from unnest(${sql.param(keys.map(({ kind }) => kind))}::text[]::node_kind[], ${sql.param(keys.map(({ rowId }) => rowId))}::int[])`);
}

/** Documents that the engine will be told of. */
export async function listNoted(db: Queryable, keys: readonly DocumentKey[]): Promise<DocumentKey[]> {
  return db.execute<DocumentKey & Record<string, unknown>>(sql`
    select distinct f.kind, f.row_id as "rowId" from search_feed f
    join unnest(${sql.param(keys.map(({ kind }) => kind))}::text[]::node_kind[], ${sql.param(keys.map(({ rowId }) => rowId))}::int[]) asked(kind, row_id)
      on asked.kind = f.kind and asked.row_id = f.row_id`);
}

/** How many notes there are, and since when the oldest waits. */
export async function countNotes(db: Queryable): Promise<{ readonly count: number; readonly oldest: Date | null }> {
  const [row] = await db.execute<{ count: number; oldest: string | null }>(
    sql`select count(*)::int as count, min(noted_at)::text as oldest from search_feed`,
  );
  return { count: row?.count ?? 0, oldest: row?.oldest === null || row === undefined ? null : new Date(row.oldest) };
}

/** Has the engine told, or its index built, by a job; one at a time. */
export async function queueEngineJob(db: Queryable, task: typeof FEED_TASK | typeof BUILD_TASK): Promise<void> {
  await db.execute(
    sql`select graphile_worker.add_job(${task}, queue_name => ${ENGINE_QUEUE}, max_attempts => ${ATTEMPTS}::int, job_key => ${`${task}-asked`})`,
  );
}
