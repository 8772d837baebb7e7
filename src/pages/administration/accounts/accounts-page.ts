/** The list of accounts. */
import { type ComponentChildren, h } from 'preact';
import { type AccountSortKey, PageOfAccountsDocument, type PageOfAccountsQuery } from '../../../generated/page-operations.ts';
import { badge } from '../../dataset-parts.ts';
import type { Messages } from '../../messages/messages.ts';
import { pageNumber } from '../../page-number.ts';
import { dayOf } from '../../version-words.ts';
import { mendableError } from '../../deposit/deposit-call.ts';
import { textField } from '../../deposit/text-field.ts';
import type { AdministrationAnswerer, AdministrationCall } from '../administration-call.ts';
import { administrationPage } from '../administration-page.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { choiceField } from '../choice-field.ts';
import { numberedPages } from '../page-links.ts';
import { recordsList } from '../records-list.ts';
import { toldOnPage } from '../../told.ts';

const ACCOUNTS_ON_A_PAGE = 50;

type Accounts = PageOfAccountsQuery['accounts'];

const FILTERS = {
  all: {},
  active: { deactivated: false },
  superusers: { superuser: true },
  deactivated: { deactivated: true },
} as const;

const ORDERS = {
  name: { field: 'useridentifier', direction: 'ASC' },
  newest: { field: 'createdtime', direction: 'DESC' },
  login: { field: 'lastlogintime', direction: 'DESC' },
} as const satisfies Readonly<Record<string, { readonly field: AccountSortKey; readonly direction: 'ASC' | 'DESC' }>>;

interface Asked {
  readonly search: string;
  readonly only: keyof typeof FILTERS;
  readonly order: keyof typeof ORDERS;
}

function isOneOf<Known extends object>(known: Known, word: string | undefined): word is Extract<keyof Known, string> {
  return word !== undefined && Object.hasOwn(known, word);
}

function askedOf({ query }: AdministrationCall): Asked {
  const { search = '', only, order } = query;
  return { search, only: isOneOf(FILTERS, only) ? only : 'all', order: isOneOf(ORDERS, order) ? order : 'name' };
}

function filterForm({ search, only, order }: Asked, fault: ComponentChildren, { accounts: words }: Messages): ComponentChildren {
  return h(
    'form',
    { method: 'get', action: '/admin/accounts', class: 'filter' },
    textField({ name: 'search', label: words.search, hint: words.searchHint, value: search, fault }),
    choiceField({ name: 'only', label: words.only, value: only, choices: Object.entries(words.filters) }),
    choiceField({ name: 'order', label: words.order, value: order, choices: Object.entries(words.orders) }),
    h('p', null, h('button', { type: 'submit', class: 'button' }, words.show)),
  );
}

function list({ totalCount, nodes }: Accounts, messages: Messages): ComponentChildren {
  const { accounts: words, administration } = messages;
  return recordsList(
    {
      none: words.nobody,
      isWhole: true,
      caption: words.found(totalCount),
      columns: [words.columns.account, words.columns.email, words.columns.roles, words.columns.login],
      nodes,
      row: ({ user, roleNames }) => ({
        head: [
          h('a', { href: paths.account(user.databaseId) }, user.identifier),
          ' ',
          user.superuser ? [badge('draft', words.superuser), ' '] : null,
          user.deactivated ? badge('deaccessioned', words.deactivated) : null,
          h('p', { dir: 'auto' }, [user.displayName, user.affiliation].filter((text) => text !== null && text !== '').join(', ')),
        ],
        cells: [
          user.email,
          roleNames.length === 0 ? administration.none : roleNames.join(', '),
          user.lastLoginAt === null ? administration.never : h('time', { dateTime: user.lastLoginAt }, dayOf(user.lastLoginAt)),
        ],
      }),
    },
    messages,
  );
}

async function accountsAsked(call: AdministrationCall, { search, only, order }: Asked, page: number): Promise<Accounts> {
  const variables = { search, ...FILTERS[only], orderBy: ORDERS[order], page, limit: ACCOUNTS_ON_A_PAGE };
  return (await call.run(PageOfAccountsDocument, variables)).accounts;
}

export const accountList: AdministrationAnswerer = async (call) => {
  const { messages, query } = call;
  const { accounts: words } = messages;
  const asked = askedOf(call);
  const head = { title: words.title, done: words.done };
  try {
    const shown = await accountsAsked(call, asked, pageNumber(query['page']));
    const last = Math.ceil(shown.totalCount / ACCOUNTS_ON_A_PAGE);
    const hrefOf = (page: number): string => paths.accounts({ ...asked, page: String(page) });
    return administrationPage(
      messages,
      { ...head, told: { done: query['done'] } },
      filterForm(asked, undefined, messages),
      list(shown, messages),
      numberedPages(shown.page, last, hrefOf, messages),
    );
  } catch (error) {
    const { told, problems, status } = mendableError(error);
    const text = toldOnPage(problems[0]?.told ?? told);
    const items = [{ controlId: 'search', text: [`${words.search}: `, text] }];
    return administrationPage(messages, { ...head, told: { items, status } }, filterForm(asked, text, messages));
  }
};
