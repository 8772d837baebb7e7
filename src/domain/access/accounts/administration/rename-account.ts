/** Accounts under another name. Source: users-admin.md 7.6. */
import { z } from 'zod';
import { type AccountKey, findAccount, updateAccount } from '../../../../db/queries/access/account-changes.ts';
import { rewriteIdentifier } from '../../../../db/queries/access/account-references.ts';
import type { UserRow } from '../../../../db/queries/access/users.ts';
import { DomainError } from '../../../../errors/domain-error.ts';
import { isUniqueViolation } from '../../../../db/unique-violation.ts';
import { command } from '../../../../kernel/command.ts';
import { noSubject } from '../../../../kernel/no-subject.ts';
import { accountName } from '../account-rules.ts';
import { requireFound } from '../account-subject.ts';
import { lockForChange } from './lock-accounts.ts';
import { broken } from '../../../../errors/rules/broken.ts';

function nameTaken(userName: string): DomainError {
  return new DomainError('USER_NAME_TAKEN', `There is another account with the name ${userName}.`, {
    problems: [{ pointer: '/userName', ...broken('TAKEN') }],
  });
}

/** Gives an account another name, wherever it is named by it. @throws DomainError USER_NOT_FOUND | USER_NAME_TAKEN | BAD_USER_INPUT */
export const renameAccount = command({
  name: 'renameAccount',
  input: z.object({ user: z.custom<AccountKey>(), userName: accountName }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, { user, userName }): Promise<UserRow> => {
    const [found] = await lockForChange(tx, user);
    const account = requireFound(found, user);
    const holder = await findAccount(tx, { userName });
    if (holder !== undefined && holder.id !== account.id) throw nameTaken(userName);
    await rewriteIdentifier(tx, account.userName, userName);
    note({ from: account.userName, to: userName, account: account.id });
    const builtin = account.authenticationProviderId === 'builtin';
    try {
      return await updateAccount(tx, account.id, { userName, ...(builtin && { persistentUserId: userName }) });
    } catch (error) {
      // Another transaction took the name between the look and the change.
      if (isUniqueViolation(error, 'user_account_user_name_key') || isUniqueViolation(error, 'user_account_provider_key')) {
        throw nameTaken(userName);
      }
      throw error;
    }
  },
});
