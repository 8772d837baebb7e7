import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { emailConfirmation } from '../../schema/mail.ts';
import { userAccount } from '../../schema/user.ts';

export type EmailConfirmationRow = typeof emailConfirmation.$inferSelect;

/** Stores the confirmation of an account, in place of the one it had. */
export async function putEmailConfirmation(db: Queryable, confirmation: EmailConfirmationRow): Promise<void> {
  await db
    .insert(emailConfirmation)
    .values(confirmation)
    .onConflictDoUpdate({ target: emailConfirmation.userAccountId, set: confirmation });
}

/** The confirmations of accounts that still count, in no order. */
export async function listEmailConfirmations(db: Queryable, userAccountIds: readonly number[]): Promise<EmailConfirmationRow[]> {
  if (userAccountIds.length === 0) return [];
  return db
    .select()
    .from(emailConfirmation)
    .where(and(sql`${emailConfirmation.userAccountId} = ${anyOf(userAccountIds, 'int')}`, gt(emailConfirmation.expiresAt, sql`now()`)));
}

/** Notes that the e-mail address of an account was confirmed now, or, with null, that it was not. */
export async function setEmailConfirmed(db: Queryable, userAccountId: number, confirmedAt: Date | null): Promise<void> {
  await db.update(userAccount).set({ emailConfirmedAt: confirmedAt }).where(eq(userAccount.id, userAccountId));
}

/**
 * Uses up a confirmation that still counts and was made for the address that the account has now; the account, or undefined when there
 * is none such.
 */
export async function takeEmailConfirmation(db: Queryable, token: string): Promise<number | undefined> {
  const [row] = await db.execute<{ id: number }>(sql`
    delete from email_confirmation c using user_account u
    where c.token = ${token}::uuid and c.expires_at > now() and u.id = c.user_account_id
      and lower(u.email) = lower(c.email) and u.deactivated_at is null
    returning u.id`);
  return row?.id;
}
