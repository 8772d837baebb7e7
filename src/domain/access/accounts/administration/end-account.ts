/** Accounts that are switched off or deleted. Source: users-admin.md 7.7, 8.2. */
import { z } from 'zod';
import type { AccountKey } from '../../../../db/queries/access/account-changes.ts';
import { updateAccount } from '../../../../db/queries/access/account-changes.ts';
import { clearAccount, deleteAccountRow, findAccountTraces, removeRolesOf } from '../../../../db/queries/access/account-ends.ts';
import type { UserRow } from '../../../../db/queries/access/users.ts';
import { DomainError } from '../../../../errors/domain-error.ts';
import { EDITING_COMMANDS } from '../../../../model/editing-commands.ts';
import { command, type Scope } from '../../../../kernel/command.ts';
import { type AccountSubject, findAccountSubject, requireFound } from '../account-subject.ts';
import { lockForChange } from './lock-accounts.ts';
import { keepSuperuser } from './superusers.ts';

const input = z.object({ user: z.custom<AccountKey>() });
type Input = z.infer<typeof input>;

const subject = (scope: Pick<Scope, 'tx'>, { user }: Input): Promise<AccountSubject> => findAccountSubject(scope, user);

async function lockAccount({ tx }: Scope, key: AccountKey): Promise<UserRow> {
  const [found] = await lockForChange(tx, key);
  return requireFound(found, key);
}

/**
 * Switches an account off: without roles, memberships, requests, notifications and tokens. It stays in lists, and can be renamed. Doing so
 * again moves the moment. @throws DomainError USER_NOT_FOUND | LAST_SUPERUSER
 */
export const deactivateAccount = command({
  name: 'deactivateAccount',
  input,
  subject,
  requires: 'AdminGate',
  run: async (scope, _subject, { user }): Promise<UserRow> => {
    const { tx, actor, note } = scope;
    const account = await lockAccount(scope, user);
    await keepSuperuser(tx, account);
    await removeRolesOf(tx, account, actor.identifier);
    await clearAccount(tx, account.id);
    note({ user: account.userName, account: account.id });
    return updateAccount(tx, account.id, { deactivatedAt: new Date() });
  },
});

/** Takes all roles and memberships of an account away. @throws DomainError USER_NOT_FOUND */
export const removeAccountRoles = command({
  name: 'removeAccountRoles',
  input,
  subject,
  requires: 'Superuser',
  run: async (scope, _subject, { user }): Promise<UserRow> => {
    const account = await lockAccount(scope, user);
    await removeRolesOf(scope.tx, account, scope.actor.identifier);
    scope.note({ user: account.userName, account: account.id });
    return account;
  },
});

/** Why an account cannot be deleted, in the order of the contract. */
async function reasonsToStay({ tx }: Scope, account: UserRow): Promise<string[]> {
  const { created, holdsRoles, answeredGuestbooks, contributed } = await findAccountTraces(tx, account, EDITING_COMMANDS);
  return [
    ...(created ? ['the user has created collections, datasets or files'] : []),
    ...(holdsRoles ? ['the user holds role assignments'] : []),
    ...(answeredGuestbooks ? ['the user has responded to guestbooks'] : []),
    ...(contributed ? ['the user has contributed to dataset versions'] : []),
  ];
}

/**
 * Deletes an account with what is its own; its name is free at once. Refused where something would lose its author.
 * @throws DomainError USER_NOT_FOUND | USER_HAS_TRACES | LAST_SUPERUSER
 */
export const deleteAccount = command({
  name: 'deleteAccount',
  input,
  subject,
  requires: 'AdminGate',
  run: async (scope, _subject, { user }): Promise<UserRow> => {
    const account = await lockAccount(scope, user);
    const reasons = await reasonsToStay(scope, account);
    if (reasons.length > 0) {
      const message = `Could not delete Authenticated User @${account.userName} because ${reasons.join('; ')}.`;
      throw new DomainError('USER_HAS_TRACES', message, { problems: reasons.map((reason) => ({ pointer: '/user', message: reason })) });
    }
    await keepSuperuser(scope.tx, account);
    await deleteAccountRow(scope.tx, account.id);
    scope.note({ user: account.userName, account: account.id });
    return account;
  },
});
