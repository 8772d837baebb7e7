import { eq, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { deviceSignIn, passwordReset, signInAttempt, userSession } from '../../schema/sign-in.ts';

/** Counts an attempt; how many there have been within the window, this one included. */
export async function countAttempt(db: Queryable, key: string, windowSeconds: number): Promise<number> {
  const begun = sql`now() - make_interval(secs => ${windowSeconds})`;
  const [row] = await db
    .insert(signInAttempt)
    .values({ key, count: 1, since: sql`now()` })
    .onConflictDoUpdate({
      target: signInAttempt.key,
      set: {
        count: sql`case when ${signInAttempt.since} < ${begun} then 1 else ${signInAttempt.count} + 1 end`,
        since: sql`case when ${signInAttempt.since} < ${begun} then now() else ${signInAttempt.since} end`,
      },
    })
    .returning({ count: signInAttempt.count });
  return row?.count ?? 1;
}

/** Forgets the attempts under a key. */
export async function forgetAttempts(db: Queryable, key: string): Promise<void> {
  await db.delete(signInAttempt).where(eq(signInAttempt.key, key));
}

/** Takes one attempt back. */
export async function takeBackAttempt(db: Queryable, key: string): Promise<void> {
  await db
    .update(signInAttempt)
    .set({ count: sql`greatest(${signInAttempt.count} - 1, 0)` })
    .where(eq(signInAttempt.key, key));
}

/** Removes sessions, sign-ins of devices and links for passwords that have ended, and attempts that count no longer. */
export async function deleteEndedSessions(db: Queryable): Promise<void> {
  await db.delete(userSession).where(lt(userSession.expiresAt, sql`now()`));
  await db.delete(deviceSignIn).where(lt(deviceSignIn.expiresAt, sql`now()`));
  await db.delete(passwordReset).where(lt(passwordReset.expiresAt, sql`now()`));
  await db.delete(signInAttempt).where(lt(signInAttempt.since, sql`now() - interval '1 day'`));
}
