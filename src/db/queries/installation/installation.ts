import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';

/** Makes other processes wait until this transaction has set the installation up. */
export async function lockInstallation(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.installation})`);
}
