/** Who is a superuser. Source: users-admin.md 8.2. */
import { z } from 'zod';
import type { Transaction } from '../../../../db/client.ts';
import { type AccountKey, lockSuperusers, updateAccount } from '../../../../db/queries/access/account-changes.ts';
import type { UserRow } from '../../../../db/queries/access/users.ts';
import { DomainError } from '../../../../errors/domain-error.ts';
import { command } from '../../../../kernel/command.ts';
import { findAccountSubject, requireFound } from '../account-subject.ts';
import { lockForChange } from './lock-accounts.ts';

/**
 * Refuses to take away the last account that acts as a superuser: without one, there would be no way to make another. Two that give up their state at
 * once wait for each other here. @throws DomainError LAST_SUPERUSER
 */
export async function keepSuperuser(tx: Transaction, losing: Pick<UserRow, 'id' | 'userName'>): Promise<void> {
  const superusers = await lockSuperusers(tx);
  if (!superusers.includes(losing.id) || superusers.length > 1) return;
  throw new DomainError('LAST_SUPERUSER', `@${losing.userName} is the only superuser; make another one first.`);
}

/** Makes an account a superuser, or takes that away; without a wish it becomes what it is not. */
export const setSuperuser = command({
  name: 'setSuperuser',
  input: z.object({ user: z.custom<AccountKey>(), superuser: z.boolean().nullish() }),
  subject: (scope, { user }) => findAccountSubject(scope, user),
  requires: 'AdminGate',
  run: async ({ tx, note }, _subject, input): Promise<UserRow> => {
    const [found] = await lockForChange(tx, input.user);
    const account = requireFound(found, input.user);
    if (account.deactivatedAt !== null) {
      throw new DomainError('USER_DEACTIVATED', `The account @${account.userName} is deactivated.`);
    }
    const superuser = input.superuser ?? !account.superuser;
    if (!superuser) await keepSuperuser(tx, account);
    note({ user: account.userName, account: account.id, superuser });
    return updateAccount(tx, account.id, { superuser });
  },
});
