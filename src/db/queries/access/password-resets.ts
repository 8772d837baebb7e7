/** Links by which accounts set a password. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { passwordReset } from '../../schema/sign-in.ts';
import { builtinUser, userAccount } from '../../schema/user.ts';

const columns = {
  id: userAccount.id,
  userName: userAccount.userName,
  firstName: userAccount.firstName,
  lastName: userAccount.lastName,
  email: userAccount.email,
  emailConfirmedAt: userAccount.emailConfirmedAt,
  providerId: userAccount.authenticationProviderId,
};

/** An account that can have a password. */
export type PasswordHolder = Readonly<
  Pick<typeof userAccount.$inferSelect, 'id' | 'userName' | 'firstName' | 'lastName' | 'email' | 'emailConfirmedAt'> & {
    providerId: string;
  }
>;

/** Finds the built-in account with an e-mail address, in any case, unless it is deactivated. */
export async function findPasswordHolder(db: Queryable, email: string): Promise<PasswordHolder | undefined> {
  const [row] = await db
    .select(columns)
    .from(userAccount)
    .innerJoin(builtinUser, eq(builtinUser.userAccountId, userAccount.id))
    .where(and(sql`lower(${userAccount.email}) = lower(${email})`, isNull(userAccount.deactivatedAt)));
  return row;
}

/** Stores the link of an account, in place of the one it had. */
export async function putPasswordReset(db: Queryable, reset: typeof passwordReset.$inferInsert): Promise<void> {
  await db.insert(passwordReset).values(reset).onConflictDoUpdate({ target: passwordReset.userAccountId, set: reset });
}

/** Finds the account of a link that still counts, by the SHA-256 of what the link holds. */
export async function findPasswordReset(db: Queryable, tokenHash: Buffer): Promise<PasswordHolder | undefined> {
  const [row] = await db
    .select(columns)
    .from(passwordReset)
    .innerJoin(userAccount, eq(userAccount.id, passwordReset.userAccountId))
    .innerJoin(builtinUser, eq(builtinUser.userAccountId, userAccount.id))
    .where(
      and(
        eq(passwordReset.tokenHash, tokenHash),
        gt(passwordReset.expiresAt, sql`now()`),
        isNull(userAccount.deactivatedAt),
        sql`lower(${userAccount.email}) = lower(${passwordReset.email})`,
      ),
    );
  return row;
}

/** Uses a link up; false where another request did so meanwhile. */
export async function deletePasswordReset(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const rows = await db.delete(passwordReset).where(eq(passwordReset.tokenHash, tokenHash)).returning({ id: passwordReset.userAccountId });
  return rows.length > 0;
}
