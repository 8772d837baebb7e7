import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';

/** What waits to be done after commits, and what was given up. */
export interface QueueNumbers {
  /** Events of the outbox that wait for their delivery. */
  readonly pendingEvents: number;
  /** Events that were given up. */
  readonly failedEvents: number;
  readonly oldestPendingEventAt: Date | null;
  /** Jobs that could run now, and do not. */
  readonly dueJobs: number;
  readonly runningJobs: number;
  /** Jobs that were given up. */
  readonly failedJobs: number;
  /** Tables that wait for their ingest, or are read. */
  readonly waitingIngests: number;
  readonly failedIngests: number;
}

interface Row extends Record<string, unknown>, Omit<QueueNumbers, 'oldestPendingEventAt'> {
  readonly oldestPendingEventAt: number | null;
}

/** Counts what waits; of the outbox by its index of states, so that what was delivered is not read. */
export async function countQueues(db: Queryable): Promise<QueueNumbers> {
  const [row] = await db.execute<Row>(sql`
    select events.*, jobs.*, ingests.*
    from (
      select count(*) filter (where state = 'PENDING')::int as "pendingEvents", count(*) filter (where state = 'FAILED')::int as "failedEvents",
        extract(epoch from min(created_at) filter (where state = 'PENDING'))::float8 as "oldestPendingEventAt"
      from outbox_event where state in ('PENDING', 'FAILED')
    ) events, (
      select count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as "dueJobs",
        count(*) filter (where locked_at is not null)::int as "runningJobs",
        count(*) filter (where locked_at is null and attempts >= max_attempts)::int as "failedJobs"
      from graphile_worker.jobs
    ) jobs, (
      select count(*) filter (where state in ('SCHEDULED', 'IN_PROGRESS'))::int as "waitingIngests",
        count(*) filter (where state = 'FAILED')::int as "failedIngests"
      from ingest_request
    ) ingests`);
  if (row === undefined) throw new Error('Counts make a row.');
  return { ...row, oldestPendingEventAt: row.oldestPendingEventAt === null ? null : new Date(row.oldestPendingEventAt * 1000) };
}
