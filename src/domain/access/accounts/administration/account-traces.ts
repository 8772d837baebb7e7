import { z } from 'zod';
import type { AccountKey } from '../../../../db/queries/access/account-changes.ts';
import { type AccountTraceList, listAccountTraces } from '../../../../db/queries/access/account-traces.ts';
import type { UserRow } from '../../../../db/queries/access/users.ts';
import { EDITING_COMMANDS } from '../../../../model/editing-commands.ts';
import { ACCOUNT_TRACE_ELEMENTS, type AccountTraceElement } from '../../../../vocabulary/access.ts';
import { query } from '../../../../kernel/command.ts';
import { parseInput } from '../../../../kernel/parse-input.ts';
import { findAccountSubject, requireFound } from '../account-subject.ts';

/** Items of one kind at once. */
const MOST_ITEMS = 250;

const slice = z.object({
  offset: z.int().min(0, 'must be a whole number from 0'),
  limit: z.int().min(0, 'must be a whole number from 0').max(MOST_ITEMS, `must not be more than ${MOST_ITEMS}`),
});

export interface AccountTracesQuestion {
  readonly user: AccountKey;
  /** All kinds without it. */
  readonly elements: readonly AccountTraceElement[] | null;
  readonly offset: number;
  readonly limit: number;
}

export interface AccountTraces {
  readonly user: UserRow;
  /** In the order of the contract, those that have any. */
  readonly traces: readonly AccountTraceList[];
}

/** What an account has left behind, by kind. @throws DomainError USER_NOT_FOUND | BAD_USER_INPUT. Source: users-admin.md 7.7. */
export const viewAccountTraces = query({
  name: 'viewAccountTraces',
  subject: (scope, { user }: AccountTracesQuestion) => findAccountSubject(scope, user),
  requires: 'Superuser',
  run: async ({ db }, { found }, { user: key, elements, ...asked }): Promise<AccountTraces> => {
    const bounds = parseInput(slice, asked);
    const user = requireFound(found, key);
    const account = { id: user.id, userName: user.userName, editing: EDITING_COMMANDS };
    const traces: AccountTraceList[] = [];
    for (const element of ACCOUNT_TRACE_ELEMENTS) {
      if (elements !== null && !elements.includes(element)) continue;
      const list = await listAccountTraces(db, account, element, bounds);
      if (list.totalCount > 0) traces.push(list);
    }
    return { user, traces };
  },
});
