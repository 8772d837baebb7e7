/** Accounts that leave the provider that signed them in. Source: users-admin.md 8.3. */
import { z } from 'zod';
import { type AccountKey, isKnownAtProvider, updateAccount } from '../../../../db/queries/access/account-changes.ts';
import { deleteSessionsOf } from '../../../../db/queries/access/sessions.ts';
import { findUserByEmail, insertBuiltinUser, type UserRow } from '../../../../db/queries/access/users.ts';
import { isUniqueViolation } from '../../../../db/unique-violation.ts';
import { DomainError } from '../../../../errors/domain-error.ts';
import { command, type Scope } from '../../../../kernel/command.ts';
import { noSubject } from '../../../../kernel/no-subject.ts';
import { emailAddress } from '../account-rules.ts';
import { requireFound } from '../account-subject.ts';
import { beginEmailConfirmation } from '../email-confirmation.ts';
import { lockForChange } from './lock-accounts.ts';
import { broken } from '../../../../errors/rules/broken.ts';

const BUILTIN = 'builtin';

function emailTaken(email: string): DomainError {
  return new DomainError('USER_EMAIL_TAKEN', `The e-mail address ${email} belongs to another account.`, {
    problems: [{ pointer: '/email', ...broken('TAKEN') }],
  });
}

function idTaken(userName: string): DomainError {
  return new DomainError('USER_ID_TAKEN', `The provider ${BUILTIN} has another account for ${userName}.`);
}

/** @throws DomainError USER_ALREADY_BUILTIN | USER_DEACTIVATED | USER_EMAIL_TAKEN | USER_ID_TAKEN */
async function refuseConversion({ tx }: Scope, { id, userName, ...account }: UserRow, email: string): Promise<void> {
  if (account.authenticationProviderId === BUILTIN) {
    throw new DomainError('USER_ALREADY_BUILTIN', `The account @${userName} is a built-in one already.`);
  }
  if (account.deactivatedAt !== null) throw new DomainError('USER_DEACTIVATED', `The account @${userName} is deactivated.`);
  const holder = await findUserByEmail(tx, email);
  if (holder !== undefined && holder.id !== id) throw emailTaken(email);
  if (await isKnownAtProvider(tx, { authenticationProviderId: BUILTIN, persistentUserId: userName })) throw idTaken(userName);
}

/** Asks for a proof of an address that the account did not have. */
async function askToConfirm(scope: Scope, account: UserRow): Promise<void> {
  await beginEmailConfirmation(scope, account);
  scope.emit({ kind: 'EmailConfirmationRequested', subjectId: null, payload: { userAccountId: account.id } });
}

/**
 * Makes an account of another provider a built-in one without a password; its sessions end, its tokens stay.
 * @throws DomainError USER_NOT_FOUND | USER_ALREADY_BUILTIN | USER_DEACTIVATED | USER_EMAIL_TAKEN | USER_ID_TAKEN | BAD_USER_INPUT
 */
export const convertAccountToBuiltin = command({
  name: 'convertAccountToBuiltin',
  input: z.object({ user: z.custom<AccountKey>(), email: emailAddress }),
  subject: noSubject,
  requires: 'Superuser',
  run: async (scope, _subject, { user, email }): Promise<UserRow> => {
    const { tx, note } = scope;
    const [found] = await lockForChange(tx, user);
    const account = requireFound(found, user);
    await refuseConversion(scope, account, email);
    const { id, userName, authenticationProviderId: before } = account;
    const sameAddress = account.email.toLowerCase() === email.toLowerCase();
    await deleteSessionsOf(tx, id);
    await insertBuiltinUser(tx, { userAccountId: id, passwordHash: null });
    note({ user: userName, account: id, before });
    try {
      const converted = await updateAccount(tx, id, {
        email,
        authenticationProviderId: BUILTIN,
        persistentUserId: userName,
        ...(!sameAddress && { emailConfirmedAt: null }),
      });
      if (!sameAddress) await askToConfirm(scope, converted);
      return converted;
    } catch (error) {
      // Another transaction took the address or the name between the look and the change.
      if (isUniqueViolation(error, 'user_account_email_key')) throw emailTaken(email);
      if (isUniqueViolation(error, 'user_account_provider_key')) throw idTaken(userName);
      throw error;
    }
  },
});
