/** Accounts that are about to be changed, and their superusers. */
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../client.ts';
import { userAccount } from '../../schema/user.ts';
import type { UserRow } from './users.ts';

/** How an account is named: by its id, or by its name in any case. */
export type AccountKey = { readonly id: number } | { readonly userName: string };

function is(key: AccountKey): SQL {
  return 'id' in key ? eq(userAccount.id, key.id) : sql`lower(${userAccount.userName}) = lower(${key.userName})`;
}

/** Finds an account. */
export async function findAccount(db: Queryable, key: AccountKey): Promise<UserRow | undefined> {
  const [row] = await db.select().from(userAccount).where(is(key));
  return row;
}

/**
 * Finds accounts, in the order asked for, and keeps them as they are until the transaction ends; undefined where there is none. They are
 * locked by id, so that two transactions with the same accounts wait for each other in one order.
 */
export async function lockAccounts(tx: Transaction, keys: readonly AccountKey[]): Promise<(UserRow | undefined)[]> {
  const ids: (number | undefined)[] = [];
  for (const key of keys) ids.push((await findAccount(tx, key))?.id);
  const locked = new Map<number, UserRow>();
  for (const id of ids.filter((one) => one !== undefined).toSorted((a, b) => a - b)) {
    const [row] = await tx.select().from(userAccount).where(eq(userAccount.id, id)).for('update');
    if (row !== undefined) locked.set(id, row);
  }
  return ids.map((id) => (id === undefined ? undefined : locked.get(id)));
}

/** Keeps every account that acts as a superuser what it is until the transaction ends; their ids. */
export async function lockSuperusers(tx: Transaction): Promise<number[]> {
  const rows = await tx
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(and(eq(userAccount.superuser, true), isNull(userAccount.deactivatedAt)))
    .orderBy(userAccount.id)
    .for('update');
  return rows.map(({ id }) => id);
}

/** Overwrites some columns of an account; the account as it is now. */
export async function updateAccount(
  tx: Transaction,
  id: number,
  values: Partial<
    Pick<
      UserRow,
      'superuser' | 'deactivatedAt' | 'userName' | 'persistentUserId' | 'authenticationProviderId' | 'email' | 'emailConfirmedAt'
    >
  >,
): Promise<UserRow> {
  const [row] = await tx.update(userAccount).set(values).where(eq(userAccount.id, id)).returning();
  if (row === undefined) throw new Error(`The account ${id} went while it was locked.`);
  return row;
}

/** Names that begin with another one and go on in digits alone, in lower case. */
export async function listNumberedNames(db: Queryable, userName: string): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select lower(user_name) as name from user_account
    where starts_with(lower(user_name), lower(${userName})) and substr(user_name, ${userName.length + 1}) ~ '^[0-9]+$'`);
  return rows.map(({ name }) => name);
}

/** Whether a provider's user has an account here. */
export async function isKnownAtProvider(
  db: Queryable,
  { authenticationProviderId, persistentUserId }: Pick<UserRow, 'authenticationProviderId' | 'persistentUserId'>,
): Promise<boolean> {
  const rows = await db
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(and(eq(userAccount.authenticationProviderId, authenticationProviderId), eq(userAccount.persistentUserId, persistentUserId)));
  return rows.length > 0;
}
