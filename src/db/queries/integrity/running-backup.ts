import { sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import type { Queryable } from '../../client.ts';

/** Whether a backup is being made, which holds this lock until it has copied all bytes that its tables name. */
export async function isBackupRunning(db: Queryable): Promise<boolean> {
  const [row] = await db.execute<{ free: boolean }>(sql`select pg_try_advisory_xact_lock_shared(${ADVISORY_LOCKS.backup}::bigint) as free`);
  return row?.free !== true;
}
