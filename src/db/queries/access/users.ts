import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import { type Queryable, prepared } from '../../client.ts';
import { apiToken, builtinUser, userAccount } from '../../schema/user.ts';
import { explicitGroupsOfAccount } from './group-membership.ts';

export type UserRow = typeof userAccount.$inferSelect;

/** The columns of `TokenOwner` that do not depend on the kind of token. */
export const tokenOwnerColumns = {
  id: userAccount.id,
  userName: userAccount.userName,
  superuser: userAccount.superuser,
  deactivatedAt: userAccount.deactivatedAt,
  lastApiUseAt: userAccount.lastApiUseAt,
  email: userAccount.email,
  emailConfirmedAt: userAccount.emailConfirmedAt,
  explicitGroups: explicitGroupsOfAccount(userAccount.id),
};

const byTokenStatement = prepared((db) =>
  db
    .select({ ...tokenOwnerColumns, expiresAt: apiToken.expiresAt })
    .from(apiToken)
    .innerJoin(userAccount, eq(userAccount.id, apiToken.userAccountId))
    .where(eq(apiToken.tokenHash, sql.placeholder('tokenHash')))
    .prepare('user_by_token'),
);

export interface TokenOwner {
  readonly id: number;
  readonly userName: string;
  readonly superuser: boolean;
  readonly deactivatedAt: Date | null;
  readonly lastApiUseAt: Date | null;
  readonly email: string;
  readonly emailConfirmedAt: Date | null;
  readonly expiresAt: Date;
  /** Identifiers of the explicit groups that contain the account, at any depth. */
  readonly explicitGroups: readonly string[];
}

/** Finds the account of a token and its explicit groups, by the SHA-256 of the token. */
export async function findTokenOwner(db: Queryable, tokenHash: Buffer): Promise<TokenOwner | undefined> {
  const [row] = await byTokenStatement(db).execute({ tokenHash });
  return row;
}

/** The facts of an acting account that permission decisions need, however it was authenticated. */
export type ActingAccount = Omit<TokenOwner, 'expiresAt' | 'lastApiUseAt'>;

/** Finds an account, and the explicit groups it is in, by its id. */
export async function findActingAccount(db: Queryable, id: number): Promise<ActingAccount | undefined> {
  const [row] = await db
    .select({
      id: userAccount.id,
      userName: userAccount.userName,
      superuser: userAccount.superuser,
      deactivatedAt: userAccount.deactivatedAt,
      email: userAccount.email,
      emailConfirmedAt: userAccount.emailConfirmedAt,
      explicitGroups: explicitGroupsOfAccount(sql`${userAccount.id}`),
    })
    .from(userAccount)
    .where(eq(userAccount.id, id));
  return row;
}

/** Records that an account used the API now. */
export async function touchApiUse(db: Queryable, userAccountId: number): Promise<void> {
  await db
    .update(userAccount)
    .set({ lastApiUseAt: sql`now()` })
    .where(eq(userAccount.id, userAccountId));
}

/** Accounts with the given ids, in no order. */
export async function listUsersByIds(db: Queryable, ids: readonly number[]): Promise<UserRow[]> {
  return db
    .select()
    .from(userAccount)
    .where(sql`${userAccount.id} = ${anyOf(ids, 'int')}`);
}

/** Finds an account by its user name, in any case. */
export async function findUserByName(db: Queryable, userName: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(userAccount)
    .where(sql`lower(${userAccount.userName}) = lower(${userName})`);
  return row;
}

/** Finds an account by its e-mail address, in any case. */
export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(userAccount)
    .where(sql`lower(${userAccount.email}) = lower(${email})`);
  return row;
}

/** Finds the superuser that was made first, if there is one. */
export async function findFirstSuperuser(db: Queryable): Promise<UserRow | undefined> {
  const [row] = await db.select().from(userAccount).where(eq(userAccount.superuser, true)).orderBy(userAccount.id).limit(1);
  return row;
}

/** Stores an account unless its user name or e-mail address is taken; undefined when it is. */
export async function insertUser(db: Queryable, user: typeof userAccount.$inferInsert): Promise<UserRow | undefined> {
  const [row] = await db.insert(userAccount).values(user).onConflictDoNothing().returning();
  return row;
}

/** Stores the password hash of a built-in account; its numeric id. */
export async function insertBuiltinUser(db: Queryable, user: { userAccountId: number; passwordHash: string | null }): Promise<number> {
  const [row] = await db.insert(builtinUser).values(user).returning({ id: builtinUser.id });
  if (row === undefined) throw new Error('The credentials were not stored.');
  return row.id;
}

/** Stores an account's token, in place of the one it had. */
export async function replaceApiToken(db: Queryable, token: { userAccountId: number; tokenHash: Buffer; expiresAt: Date }): Promise<void> {
  const { tokenHash, expiresAt } = token;
  await db
    .insert(apiToken)
    .values(token)
    .onConflictDoUpdate({ target: apiToken.userAccountId, set: { tokenHash, expiresAt, createdAt: sql`now()` } });
}

/** The stored facts of an account's token. */
export async function findApiToken(
  db: Queryable,
  userAccountId: number,
): Promise<Pick<typeof apiToken.$inferSelect, 'tokenHash' | 'expiresAt'> | undefined> {
  const [row] = await db
    .select({ tokenHash: apiToken.tokenHash, expiresAt: apiToken.expiresAt })
    .from(apiToken)
    .where(eq(apiToken.userAccountId, userAccountId));
  return row;
}

/** Removes the token of an account; whether it had one. */
export async function deleteApiTokenRow(db: Queryable, userAccountId: number): Promise<boolean> {
  const rows = await db.delete(apiToken).where(eq(apiToken.userAccountId, userAccountId)).returning({ id: apiToken.id });
  return rows.length > 0;
}
