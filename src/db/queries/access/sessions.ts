import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { prepared, type Queryable } from '../../client.ts';
import { userSession } from '../../schema/sign-in.ts';
import { builtinUser, userAccount } from '../../schema/user.ts';
import { explicitGroupsOfAccount } from './group-membership.ts';
import type { ProvenAccount } from './provider-accounts.ts';

const statement = prepared((db) =>
  db
    .select({
      id: userAccount.id,
      userName: userAccount.userName,
      superuser: userAccount.superuser,
      deactivatedAt: userAccount.deactivatedAt,
      lastApiUseAt: userAccount.lastApiUseAt,
      email: userAccount.email,
      emailConfirmedAt: userAccount.emailConfirmedAt,
      explicitGroups: explicitGroupsOfAccount(userAccount.id),
      sessionId: userSession.id,
      providerId: userSession.providerId,
    })
    .from(userSession)
    .innerJoin(userAccount, eq(userAccount.id, userSession.userAccountId))
    .where(and(eq(userSession.tokenHash, sql.placeholder('tokenHash')), gt(userSession.expiresAt, sql`now()`)))
    .prepare('user_by_session'),
);

/** An account whose browser is signed in. */
export interface SessionAccount extends ProvenAccount {
  readonly sessionId: number;
  readonly providerId: string;
}

/** Finds whose session has not ended, by the SHA-256 of what the cookie holds. */
export async function findSessionAccount(db: Queryable, tokenHash: Buffer): Promise<SessionAccount | undefined> {
  const [row] = await statement(db).execute({ tokenHash });
  return row;
}

/** Stores a session, and that the account was signed in. */
export async function insertSession(
  db: Queryable,
  session: { readonly userAccountId: number; readonly tokenHash: Buffer; readonly providerId: string; readonly expiresAt: Date },
): Promise<void> {
  await db.insert(userSession).values(session);
  await db
    .update(userAccount)
    .set({ lastLoginAt: sql`now()` })
    .where(eq(userAccount.id, session.userAccountId));
}

/** Ends a session; whether there was one. */
export async function deleteSession(db: Queryable, id: number): Promise<boolean> {
  return (await db.delete(userSession).where(eq(userSession.id, id)).returning({ id: userSession.id })).length > 0;
}

/** Ends all sessions of an account. */
export async function deleteSessionsOf(db: Queryable, userAccountId: number): Promise<void> {
  await db.delete(userSession).where(eq(userSession.userAccountId, userAccountId));
}

/** Ends all sessions of an account but one, where there is one to keep; how many ended. */
export async function deleteOtherSessions(db: Queryable, userAccountId: number, kept: number | undefined): Promise<number> {
  const others = kept === undefined ? undefined : ne(userSession.id, kept);
  return (
    await db
      .delete(userSession)
      .where(and(eq(userSession.userAccountId, userAccountId), others))
      .returning({ id: userSession.id })
  ).length;
}

/** What a password is held against. */
export interface PasswordAccount {
  readonly id: number;
  readonly userName: string;
  readonly deactivatedAt: Date | null;
  readonly providerId: string;
  readonly passwordHash: string | null;
}

/** Finds the account with a password by its user name, in any case. */
export async function findPasswordAccount(db: Queryable, userName: string): Promise<PasswordAccount | undefined> {
  const [row] = await db
    .select({
      id: userAccount.id,
      userName: userAccount.userName,
      deactivatedAt: userAccount.deactivatedAt,
      providerId: userAccount.authenticationProviderId,
      passwordHash: builtinUser.passwordHash,
    })
    .from(userAccount)
    .innerJoin(builtinUser, eq(builtinUser.userAccountId, userAccount.id))
    .where(sql`lower(${userAccount.userName}) = lower(${userName})`);
  return row;
}

/** Gives a built-in account another password. */
export async function replacePasswordHash(db: Queryable, userAccountId: number, passwordHash: string): Promise<void> {
  await db.update(builtinUser).set({ passwordHash }).where(eq(builtinUser.userAccountId, userAccountId));
}

/** Gives an account to another provider, which alone can sign it in from then on. */
export async function moveAccountToProvider(
  db: Queryable,
  account: { readonly id: number; readonly providerId: string; readonly persistentUserId: string },
): Promise<void> {
  const { id, providerId, persistentUserId } = account;
  await db.update(userAccount).set({ authenticationProviderId: providerId, persistentUserId }).where(eq(userAccount.id, id));
  await db.delete(builtinUser).where(eq(builtinUser.userAccountId, id));
}
