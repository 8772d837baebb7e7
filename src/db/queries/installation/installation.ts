import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { installationSecret } from '../../schema/operation.ts';

/** Makes other processes wait until this transaction has set the installation up. */
export async function lockInstallation(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.installation})`);
}

/** The key that signs download addresses, made on the first call. */
export async function requireSigningKey(db: Queryable): Promise<Buffer> {
  await db
    .insert(installationSecret)
    .values({ id: 1, signingKey: randomBytes(32) })
    .onConflictDoNothing();
  const [row] = await db.select({ key: installationSecret.signingKey }).from(installationSecret).where(eq(installationSecret.id, 1));
  if (row === undefined) throw new Error('The signing key was not stored.');
  return row.key;
}
