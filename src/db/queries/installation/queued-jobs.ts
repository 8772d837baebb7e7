/** Jobs of the queue, as an operator looks at them. */
import { type SQL, sql } from 'drizzle-orm';
import type { Listed, PageWindow } from '../../../model/page-window.ts';
import type { QueuedJobState } from '../../../vocabulary/jobs.ts';
import type { Queryable, Transaction } from '../../client.ts';
import { boundWindow } from '../../id-window.ts';
import { outboxEvent } from '../../schema/operation.ts';

export interface QueuedJobRow {
  readonly id: number;
  readonly task: string;
  readonly state: QueuedJobState;
  /** The event that it delivers; null for other jobs. */
  readonly eventId: number | null;
  readonly eventKind: string | null;
  readonly subjectId: number | null;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly runAt: Date;
  readonly lockedAt: Date | null;
}

type StoredRow = Omit<QueuedJobRow, 'createdAt' | 'runAt' | 'lockedAt'> & {
  readonly createdAt: number;
  readonly runAt: number;
  readonly lockedAt: number | null;
} & Record<string, unknown>;

const state = sql`case when j.locked_at is not null then 'RUNNING' when j.attempts >= j.max_attempts then 'FAILED' when j.run_at <= now() then 'DUE' else 'WAITING' end`;
const millis = (column: SQL): SQL => sql`(extract(epoch from ${column}) * 1000)::float8`;
// The view of the queue leaves out what a job was given.
const eventOf = sql`left join graphile_worker._private_jobs p on p.id = j.id and j.task_identifier = 'deliver-event'
  left join ${outboxEvent} e on e.id = (p.payload ->> 'eventId')::bigint`;

function selected(rest: SQL): SQL {
  return sql`select j.id::int as id, j.task_identifier as task, ${state} as state, e.id::int as "eventId", e.kind as "eventKind", e.subject_id as "subjectId",
      j.attempts::int as attempts, j.max_attempts::int as "maxAttempts", j.last_error as "lastError",
      ${millis(sql`j.created_at`)} as "createdAt", ${millis(sql`j.run_at`)} as "runAt", ${millis(sql`j.locked_at`)} as "lockedAt"
    from graphile_worker.jobs j ${eventOf} ${rest}`;
}

function jobOf({ createdAt, runAt, lockedAt, ...row }: StoredRow): QueuedJobRow {
  return {
    ...row,
    createdAt: new Date(createdAt),
    runAt: new Date(runAt),
    lockedAt: lockedAt === null ? null : new Date(lockedAt),
  };
}

/** A window of the jobs, by id: all, or those in a state. */
export async function pageQueuedJobs(
  db: Queryable,
  { wanted, ...window }: PageWindow<number> & { readonly wanted: QueuedJobState | null },
): Promise<Listed<QueuedJobRow>> {
  const { within, order, limit } = boundWindow(sql`j.id`, window);
  const isWanted = wanted === null ? sql`true` : sql`${state} = ${wanted}`;
  const rows = [...(await db.execute<StoredRow>(selected(sql`where ${within} and ${isWanted} order by ${order} ${limit}`)))].map(jobOf);
  return {
    rows: window.fromEnd ? rows.toReversed() : rows,
    count: async () => {
      const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from graphile_worker.jobs j where ${isWanted}`);
      return row?.count ?? 0;
    },
  };
}

/** One job; undefined where there is none. */
export async function findQueuedJob(db: Queryable, id: number): Promise<QueuedJobRow | undefined> {
  const [row] = await db.execute<StoredRow>(selected(sql`where j.id = ${id}::bigint`));
  return row === undefined ? undefined : jobOf(row);
}

/** Has a job run now, its tries counted anew, with the event that it delivers; whether it could: one that runs is left alone. */
export async function rescheduleQueuedJob(tx: Transaction, { id, eventId }: Pick<QueuedJobRow, 'id' | 'eventId'>): Promise<boolean> {
  const rows = await tx.execute(sql`select id from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`);
  if (rows.length === 0) return false;
  if (eventId !== null) {
    await tx.execute(sql`update ${outboxEvent} set state = 'PENDING' where id = ${eventId}::bigint and state = 'FAILED'`);
  }
  return true;
}

/** Removes a job with the event that it was to deliver; whether it could: one that runs is left alone. */
export async function deleteQueuedJobRow(tx: Transaction, { id, eventId }: Pick<QueuedJobRow, 'id' | 'eventId'>): Promise<boolean> {
  const rows = await tx.execute(sql`select id from graphile_worker.complete_jobs(array[${id}::bigint])`);
  if (rows.length === 0) return false;
  if (eventId !== null) await tx.execute(sql`delete from ${outboxEvent} where id = ${eventId}::bigint and state = 'FAILED'`);
  return true;
}
