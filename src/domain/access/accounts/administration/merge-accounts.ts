/** Two accounts of one person become one. Source: users-admin.md 7.5. */
import { z } from 'zod';
import type { AccountKey } from '../../../../db/queries/access/account-changes.ts';
import { deleteAccountRow } from '../../../../db/queries/access/account-ends.ts';
import { handOver } from '../../../../db/queries/access/account-references.ts';
import type { UserRow } from '../../../../db/queries/access/users.ts';
import { DomainError } from '../../../../errors/domain-error.ts';
import { command } from '../../../../kernel/command.ts';
import { noSubject } from '../../../../kernel/no-subject.ts';
import { requireFound } from '../account-subject.ts';
import { lockForChange } from './lock-accounts.ts';
import { keepSuperuser } from './superusers.ts';
import { broken } from '../../../../errors/rules/broken.ts';

/**
 * Gives all that belongs to one account to another one, and deletes the first. Its name, address, superuser state, password and contract token
 * end with it. @throws DomainError USER_NOT_FOUND | BAD_USER_INPUT | USER_STATES_DIFFER | LAST_SUPERUSER
 */
export const mergeAccounts = command({
  name: 'mergeAccounts',
  input: z.object({ merged: z.custom<AccountKey>(), continuing: z.custom<AccountKey>() }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, input): Promise<UserRow> => {
    const [found, foundContinuing] = await lockForChange(tx, input.merged, input.continuing);
    const merged = requireFound(found, input.merged, '/merged');
    const continuing = requireFound(foundContinuing, input.continuing, '/continuing');
    if (merged.id === continuing.id) {
      throw new DomainError('BAD_USER_INPUT', 'An account cannot be merged into itself.', {
        problems: [{ pointer: '/continuing', ...broken('ANOTHER_ACCOUNT') }],
      });
    }
    if ((merged.deactivatedAt === null) !== (continuing.deactivatedAt === null)) {
      const [active, off] = merged.deactivatedAt === null ? [merged, continuing] : [continuing, merged];
      throw new DomainError('USER_STATES_DIFFER', `@${off.userName} is deactivated and @${active.userName} is not; they cannot be merged.`);
    }
    await keepSuperuser(tx, merged);
    await handOver(tx, merged, continuing);
    await deleteAccountRow(tx, merged.id);
    note({ merged: merged.userName, mergedAccount: merged.id, continuing: continuing.userName, account: continuing.id });
    return continuing;
  },
});
