/**
 * Which workers of the job queue are alive. A worker pool holds a session lock of PostgreSQL for as long as its connection
 * lasts; a job whose pool holds none is abandoned. The queue's own rule would wait four hours.
 */
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';

/**
 * Statement that a worker pool (`$1`) sends once on a connection it keeps. The keep-alive settings let PostgreSQL notice
 * within a minute when the machine at the other end is gone, which by default takes hours.
 */
export const CLAIM_PRESENCE = `select
  set_config('tcp_keepalives_idle', '30', false),
  set_config('tcp_keepalives_interval', '10', false),
  set_config('tcp_keepalives_count', '3', false),
  pg_advisory_lock(${ADVISORY_LOCKS.workerPresence}, hashtext($1::text))`;

/**
 * Gives the jobs of dead worker pools back to the queue; how many pools that were. Safe to call by several processes at
 * once: the lock of a dead pool is free, and only one caller gets it.
 */
export async function releaseAbandonedJobs(db: Queryable): Promise<number> {
  const pools = sql`select locked_by from (select distinct locked_by from graphile_worker.jobs where locked_by is not null offset 0) holders where pg_try_advisory_xact_lock(${ADVISORY_LOCKS.workerPresence}, hashtext(locked_by))`;
  const rows = await db.execute<{ count: number }>(
    sql`with dead as materialized (select array(${pools}) as pools) select cardinality(pools) as count, graphile_worker.force_unlock_workers(pools) from dead where cardinality(pools) > 0`,
  );
  return rows[0]?.count ?? 0;
}
