import type { AccountKey } from '../../../../db/queries/access/account-changes.ts';
import type { UserRow } from '../../../../db/queries/access/users.ts';
import { query } from '../../../../kernel/command.ts';
import { findAccountSubject, requireFound } from '../account-subject.ts';

/** One account, for administrators. @throws DomainError USER_NOT_FOUND. Source: users-admin.md 8.2. */
export const viewAccount = query({
  name: 'viewAccount',
  subject: (scope, key: AccountKey) => findAccountSubject(scope, key),
  requires: 'AdminGate',
  run: (_context, { found }, key): UserRow => requireFound(found, key),
});
