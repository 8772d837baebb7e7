/** Rebuilds of the index of search, and how far they are. */
import { desc, eq, isNull, sql } from 'drizzle-orm';
import type { SearchRebuildStep } from '../../../vocabulary/search.ts';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import type { Database, Queryable, Transaction } from '../../client.ts';
import { searchRebuild } from '../../schema/search.ts';

export type SearchRebuildRow = typeof searchRebuild.$inferSelect;

/** Name of the job that goes on with a rebuild. */
export const REBUILD_TASK = 'rebuild-search-index';
/** Tries of a slice that cannot go on: with the queue's back-off about four days. */
const ATTEMPTS = 25;
/** Of a job that others pass by; they have 0. */
const PATIENT_PRIORITY = 10;

/** Writes the job that goes on with a rebuild, in place of one that waits already. */
export async function addRebuildJob(db: Queryable, id: number): Promise<void> {
  await db.execute(
    sql`select graphile_worker.add_job(${REBUILD_TASK}, json_build_object('rebuildId', ${id}::int), queue_name => 'search', max_attempts => ${ATTEMPTS}::int, job_key => ${`search-rebuild-${id}`}, priority => ${PATIENT_PRIORITY}::int)`,
  );
}

/** Stores a rebuild that begins; undefined while another one is under way. */
export async function insertRebuild(
  db: Queryable,
  values: Pick<SearchRebuildRow, 'requestedBy' | 'buildsIndexes' | 'totalCount'>,
): Promise<SearchRebuildRow | undefined> {
  const [row] = await db.insert(searchRebuild).values(values).onConflictDoNothing().returning();
  return row;
}

/** A rebuild by its id; the newest one without. */
export async function findRebuild(db: Queryable, id: number | null): Promise<SearchRebuildRow | undefined> {
  const rows = db.select().from(searchRebuild);
  const [row] = await (id === null ? rows.orderBy(desc(searchRebuild.id)).limit(1) : rows.where(eq(searchRebuild.id, id)));
  return row;
}

/** The one that is under way. */
export async function findRunningRebuild(db: Queryable): Promise<SearchRebuildRow | undefined> {
  const [row] = await db.select().from(searchRebuild).where(isNull(searchRebuild.finishedAt));
  return row;
}

/** Does something for a rebuild while no other process does. */
export async function asOnlyRebuilder<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.searchRebuild}::bigint)`);
    return work(tx);
  });
}

/** Records how far a rebuild is within its step. */
export async function advanceRebuild(
  db: Queryable,
  id: number,
  {
    done,
    faults,
    ...place
  }: { readonly done: number; readonly faults: number } & Pick<SearchRebuildRow, 'afterId' | 'afterKind' | 'afterName'>,
): Promise<void> {
  await db
    .update(searchRebuild)
    .set({
      ...place,
      doneCount: sql`${searchRebuild.doneCount} + ${done}`,
      faultCount: sql`${searchRebuild.faultCount} + ${faults}`,
    })
    .where(eq(searchRebuild.id, id));
}

/** Begins the next step of a rebuild. */
export async function beginStep(
  db: Queryable,
  id: number,
  { step, totalCount }: { readonly step: SearchRebuildStep; readonly totalCount: number },
): Promise<void> {
  await db
    .update(searchRebuild)
    .set({ step, totalCount, doneCount: 0, afterId: 0, afterKind: null, afterName: null })
    .where(eq(searchRebuild.id, id));
}

export async function finishRebuild(db: Queryable, id: number): Promise<void> {
  await db
    .update(searchRebuild)
    .set({ finishedAt: sql`now()` })
    .where(eq(searchRebuild.id, id));
}
