/** Bulk jobs. See docs/adr/0093-bulk-and-idempotency.md. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { type PageWindow, upwards } from '../../../model/page-window.ts';
import type { BulkJobState } from '../../../vocabulary/jobs.ts';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import type { Queryable, Transaction } from '../../client.ts';
import { boundWindow } from '../../id-window.ts';
import { bulkJob, bulkPart } from '../../schema/bulk.ts';
import { userAccount } from '../../schema/user.ts';

/** A job, with the account whose it is. */
export type BulkJobRow = typeof bulkJob.$inferSelect & { readonly userName: string | null };
export type BulkPartRow = typeof bulkPart.$inferSelect;

const shown = { ...getTableColumns(bulkJob), userName: userAccount.userName };
const isUnderWay = sql`${bulkJob.state} in ('WAITING', 'RUNNING')`;

/** Waits for other transactions that begin a job of the account. */
export async function lockBulkJobs(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.bulkJobs}::int, ${accountId}::int)`);
}

/** Jobs of an account that wait or run. */
export async function countBulkJobsUnderWay(db: Queryable, accountId: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(bulkJob)
    .where(and(eq(bulkJob.accountId, accountId), isUnderWay));
  return row?.count ?? 0;
}

export async function insertBulkJob(db: Queryable, values: typeof bulkJob.$inferInsert): Promise<number> {
  const [row] = await db.insert(bulkJob).values(values).returning({ id: bulkJob.id });
  if (row === undefined) throw new Error('The job was not stored.');
  return row.id;
}

export async function setBulkInput(
  db: Queryable,
  id: number,
  input: { readonly driver: string; readonly storageId: string; readonly sizeBytes: number },
): Promise<void> {
  await db
    .update(bulkJob)
    .set({ inputDriver: input.driver, inputStorageId: input.storageId, inputBytes: input.sizeBytes })
    .where(eq(bulkJob.id, id));
}

export async function findBulkJob(db: Queryable, id: number): Promise<BulkJobRow | undefined> {
  const [row] = await db.select(shown).from(bulkJob).leftJoin(userAccount, eq(userAccount.id, bulkJob.accountId)).where(eq(bulkJob.id, id));
  return row;
}

/** The job that an account began under a key of its own. */
export async function findBulkJobByKey(db: Queryable, accountId: number, clientKey: string): Promise<BulkJobRow | undefined> {
  const [row] = await db
    .select(shown)
    .from(bulkJob)
    .leftJoin(userAccount, eq(userAccount.id, bulkJob.accountId))
    .where(and(eq(bulkJob.accountId, accountId), eq(bulkJob.clientKey, clientKey)));
  return row;
}

export interface BulkJobFilter {
  /** Whose; null for all that belong to somebody. */
  readonly accountId: number | null;
  readonly state: BulkJobState | null;
}

const matching = ({ accountId, state }: BulkJobFilter) =>
  and(
    accountId === null ? sql`${bulkJob.accountId} is not null` : eq(bulkJob.accountId, accountId),
    state === null ? undefined : eq(bulkJob.state, state),
  );

/** Newest first. */
export async function listBulkJobs(db: Queryable, filter: BulkJobFilter & PageWindow<number>): Promise<BulkJobRow[]> {
  const { within, order, limit } = boundWindow(bulkJob.id, upwards(filter));
  const rows = await db
    .select(shown)
    .from(bulkJob)
    .leftJoin(userAccount, eq(userAccount.id, bulkJob.accountId))
    .where(and(matching(filter), within))
    .orderBy(sql`${order} ${limit}`);
  return filter.fromEnd ? rows.toReversed() : rows;
}

export async function countBulkJobs(db: Queryable, filter: BulkJobFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(bulkJob)
    .where(matching(filter));
  return row?.count ?? 0;
}

/** Begins a slice of a job, or goes on with it; undefined where it has ended. What an earlier slice still does is not committed. */
export async function claimBulkJob(db: Queryable, id: number, runner: string): Promise<BulkJobRow | undefined> {
  const rows = await db
    .update(bulkJob)
    .set({ state: 'RUNNING', runner, begunAt: sql`coalesce(${bulkJob.begunAt}, now())` })
    .where(and(eq(bulkJob.id, id), isUnderWay))
    .returning({ id: bulkJob.id });
  return rows.length === 0 ? undefined : findBulkJob(db, id);
}

const isRunner = (id: number, runner: string) => and(eq(bulkJob.id, id), eq(bulkJob.runner, runner), eq(bulkJob.state, 'RUNNING'));

/** Lines that are stored together with how far the job is. */
export interface StoredStretch {
  readonly driver: string;
  readonly storageId: string;
  readonly sizeBytes: number;
  readonly lineCount: number;
  readonly failedCount: number;
  readonly truncatedCount: number;
  readonly cost: number;
  readonly cursor: string | null;
  readonly inputOffset: number;
}

/** Writes down a stretch of lines; false where the slice has lost the job, or it was canceled. */
export async function addBulkPart(tx: Transaction, id: number, runner: string, stretch: StoredStretch): Promise<boolean> {
  const { driver, storageId, sizeBytes, lineCount, failedCount, truncatedCount, cost, cursor, inputOffset } = stretch;
  const [moved] = await tx
    .update(bulkJob)
    .set({
      cursor,
      inputOffset,
      lineCount: sql`${bulkJob.lineCount} + ${lineCount}`,
      failedCount: sql`${bulkJob.failedCount} + ${failedCount}`,
      truncatedCount: sql`${bulkJob.truncatedCount} + ${truncatedCount}`,
      sizeBytes: sql`${bulkJob.sizeBytes} + ${sizeBytes}`,
      cost: sql`${bulkJob.cost} + ${cost}`,
      partCount: sql`${bulkJob.partCount} + 1`,
      failures: 0,
    })
    .where(isRunner(id, runner))
    .returning({ partCount: bulkJob.partCount });
  if (moved === undefined) return false;
  await tx.insert(bulkPart).values({ jobId: id, position: moved.partCount - 1, driver, storageId, sizeBytes });
  return true;
}

/** How a job ends. */
export interface BulkEnd {
  readonly state: 'SUCCEEDED' | 'FAILED' | 'CANCELED';
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** Until its lines are removed. */
  readonly keptDays: number;
}

/** Ends a job that waits or runs, of a slice or whoever works on it; whether it did. */
export async function endBulkJob(db: Queryable, id: number, runner: string | null, end: BulkEnd): Promise<boolean> {
  const { state, errorCode, errorMessage, keptDays } = end;
  const rows = await db
    .update(bulkJob)
    .set({
      state,
      errorCode,
      errorMessage,
      runner: null,
      endedAt: sql`now()`,
      expiresAt: sql`now() + make_interval(days => ${keptDays}::int)`,
    })
    .where(runner === null ? and(eq(bulkJob.id, id), isUnderWay) : isRunner(id, runner))
    .returning({ id: bulkJob.id });
  return rows.length > 0;
}

/** Ends a slice, after which another one follows; false where it has lost the job. With `failed`, one more failure in a row is counted. */
export async function releaseBulkJob(db: Queryable, id: number, runner: string, failed: boolean): Promise<boolean> {
  const rows = await db
    .update(bulkJob)
    .set({ runner: null, ...(failed && { failures: sql`${bulkJob.failures} + 1` }) })
    .where(isRunner(id, runner))
    .returning({ id: bulkJob.id });
  return rows.length > 0;
}

/** Ends the addresses of a job. */
export async function raiseAddressRevision(db: Queryable, id: number): Promise<void> {
  await db
    .update(bulkJob)
    .set({ addressRevision: sql`${bulkJob.addressRevision} + 1` })
    .where(eq(bulkJob.id, id));
}

/** Takes a job that has ended from its account, and has its lines removed. */
export async function abandonBulkJob(db: Queryable, id: number): Promise<void> {
  await db
    .update(bulkJob)
    .set({ accountId: null, expiresAt: sql`now()` })
    .where(eq(bulkJob.id, id));
}

export async function findBulkPart(db: Queryable, jobId: number, position: number): Promise<BulkPartRow | undefined> {
  const [row] = await db
    .select()
    .from(bulkPart)
    .where(and(eq(bulkPart.jobId, jobId), eq(bulkPart.position, position)));
  return row;
}

export async function listBulkParts(db: Queryable, jobId: number): Promise<BulkPartRow[]> {
  return db.select().from(bulkPart).where(eq(bulkPart.jobId, jobId)).orderBy(bulkPart.position);
}

/** Jobs that have ended and whose lines are to be removed. */
export async function listEndedBulkJobs(db: Queryable, limit: number): Promise<BulkJobRow[]> {
  return db
    .select(shown)
    .from(bulkJob)
    .leftJoin(userAccount, eq(userAccount.id, bulkJob.accountId))
    .where(
      sql`${bulkJob.endedAt} is not null and ${bulkJob.removedAt} is null and (${bulkJob.expiresAt} <= now() or ${bulkJob.accountId} is null)`,
    )
    .orderBy(bulkJob.id)
    .limit(limit);
}

/** Forgets the lines of a job, which are removed; the job itself, too, where it is nobody's. */
export async function forgetBulkLines(tx: Transaction, { id, accountId }: Pick<BulkJobRow, 'id' | 'accountId'>): Promise<void> {
  if (accountId === null) {
    await tx.delete(bulkJob).where(eq(bulkJob.id, id));
    return;
  }
  await tx.delete(bulkPart).where(eq(bulkPart.jobId, id));
  await tx
    .update(bulkJob)
    .set({ removedAt: sql`now()`, clientKey: null, inputDriver: null, inputStorageId: null })
    .where(eq(bulkJob.id, id));
}

/** Deletes jobs whose lines were removed long ago. */
export async function deleteOldBulkJobs(db: Queryable, olderThanDays: number): Promise<void> {
  await db.execute(sql`delete from ${bulkJob} where removed_at < now() - make_interval(days => ${olderThanDays}::int)`);
}
