/** The lists of accounts that superusers read. Source: users-admin.md 8.1, 8.2. */
import {
  countListedAccounts,
  haveAllProviders,
  listAccountIds,
  pageAllAccounts,
  listListedAccounts,
  type ListedAccountRow,
} from '../../../../db/queries/access/account-list.ts';
import type { UserRow } from '../../../../db/queries/access/users.ts';
import { DomainError } from '../../../../errors/domain-error.ts';
import type { AccountSortKey } from '../../../../vocabulary/access.ts';
import type { OrderDirection } from '../../../../vocabulary/collections.ts';
import type { Listed, PageWindow } from '../../../../model/page-window.ts';
import { query } from '../../../../kernel/command.ts';
import { noSubject } from '../../../../kernel/no-subject.ts';

const LONGEST_SEARCH = 255;
/** Entries of a page where nothing, or nothing above 0, is asked for. */
const USUAL_PAGE = 25;

export interface AccountListRequest {
  readonly search?: string | null | undefined;
  /** Only superusers, or only others. */
  readonly superuser?: boolean | null | undefined;
  /** Only those that are switched off, or only others. */
  readonly deactivated?: boolean | null | undefined;
  readonly sortKey?: AccountSortKey | null | undefined;
  readonly direction?: OrderDirection | null | undefined;
  /** From 1; one below is the first, and so is one beyond the last. */
  readonly page?: number | null | undefined;
  /** Entries of a page, as many as are wanted. */
  readonly limit?: number | null | undefined;
}

export interface AccountPage {
  readonly totalCount: number;
  /** The page that is shown, from 1. */
  readonly page: number;
  readonly limit: number;
  readonly accounts: readonly ListedAccountRow[];
}

/** What a search is for, in lower case. One beginning that another goes on with is implied by it. */
export function readSearch(search: string): string[] {
  const words = new Set(
    search
      .replaceAll('"', '')
      .toLowerCase()
      .split(/[\s,]+/),
  );
  words.delete('');
  return [...words].filter((word) => ![...words].some((other) => other !== word && other.startsWith(word)));
}

/** Accounts, filtered and ordered, a page at a time. @throws DomainError BAD_USER_INPUT */
export const listAccounts = query({
  name: 'listAccounts',
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ db }, _subject, request: AccountListRequest): Promise<AccountPage> => {
    const search = request.search ?? '';
    if (search.length > LONGEST_SEARCH) {
      throw new DomainError('BAD_USER_INPUT', 'The search term is too long.', {
        problems: [{ pointer: '/search', message: `must not be longer than ${LONGEST_SEARCH} characters` }],
      });
    }
    const listing = {
      beginnings: readSearch(search),
      superuser: request.superuser,
      deactivated: request.deactivated,
      sortKey: request.sortKey ?? 'useridentifier',
      direction: request.direction ?? 'ASC',
      allHaveProviders: await haveAllProviders(db),
    } as const;
    const limit = Math.max(0, request.limit ?? 0) || USUAL_PAGE;
    const totalCount = await countListedAccounts(db, listing);
    const asked = Math.max(1, request.page ?? 1);
    const page = (asked - 1) * limit < totalCount ? asked : 1;
    const ids = await listAccountIds(db, listing, { offset: (page - 1) * limit, limit, total: totalCount });
    return { totalCount, page, limit, accounts: await listListedAccounts(db, ids) };
  },
});

/** Every account there is, by id. */
export const listEveryAccount = query({
  name: 'listEveryAccount',
  subject: noSubject,
  requires: 'Superuser',
  run: ({ db }, _subject, window: PageWindow<number>): Promise<Listed<UserRow>> => pageAllAccounts(db, window),
});
