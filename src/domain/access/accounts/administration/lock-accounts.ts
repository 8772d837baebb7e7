import type { Transaction } from '../../../../db/client.ts';
import { type AccountKey, lockAccounts, lockSuperusers } from '../../../../db/queries/access/account-changes.ts';
import type { UserRow } from '../../../../db/queries/access/users.ts';

/**
 * Finds accounts that are about to change, and keeps them, and who is a superuser, as they are until the transaction ends; undefined where
 * there is none. All superusers come first, so that those who change several of them take the locks in one order.
 */
export async function lockForChange(tx: Transaction, ...keys: readonly AccountKey[]): Promise<readonly (UserRow | undefined)[]> {
  await lockSuperusers(tx);
  return lockAccounts(tx, keys);
}
