/** What the page of an account answers, and what is done to it. */
import { h } from 'preact';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  PageDeactivateAccountDocument,
  PageDeleteAccountDocument,
  PageMergeAccountsDocument,
  PageOfAccountAloneDocument,
  PageOfKeptAccountDocument,
  PageRemoveAccountRolesDocument,
  PageRenameAccountDocument,
  PageSetSuperuserDocument,
} from '../../../generated/page-operations.ts';
import { section } from '../../frame.ts';
import { mendableError } from '../../deposit/deposit-call.ts';
import { formFaults } from '../../deposit/form-faults.ts';
import { valueOf } from '../../deposit/form-values.ts';
import { postButton } from '../../deposit/post-button.ts';
import {
  type AdministrationAnswer,
  type AdministrationAnswerer,
  type AdministrationCall,
  OF_ADMINISTRATION,
} from '../administration-call.ts';
import { type AccountDeed, administrationPaths as paths } from '../administration-paths.ts';
import { administrationTop } from '../administration-top.ts';
import { idIn } from '../id-in.ts';
import { accountFacts, accountPage, type AccountTold } from './account-page.ts';
import { toldOnPage } from '../../told.ts';

async function shown({ run, messages }: AdministrationCall, id: number, told: AccountTold = {}): Promise<AdministrationAnswer> {
  return { page: accountPage(await run(PageOfKeptAccountDocument, { reference: { databaseId: id } }), messages, told) };
}

export const shownAccount: AdministrationAnswerer = (call) => shown(call, idIn(call.query['id']), { done: call.query['done'] });

/** An account as it is typed: with `@` or without. */
const named = (text: string): { readonly userName: string } => ({ userName: text.trim().replace(/^@/, '') });

type Deed = (call: AdministrationCall, user: { readonly databaseId: number }) => Promise<unknown>;

/** What each form does, by what it says that it does. */
const deeds = {
  promote: ({ run }, user) => run(PageSetSuperuserDocument, { input: { user, superuser: true } }),
  demote: ({ run }, user) => run(PageSetSuperuserDocument, { input: { user, superuser: false } }),
  rename: ({ run, form }, user) => run(PageRenameAccountDocument, { input: { user, userName: valueOf(form, 'userName').trim() } }),
  deactivate: ({ run }, user) => run(PageDeactivateAccountDocument, { input: { user } }),
  removeRoles: ({ run }, user) => run(PageRemoveAccountRolesDocument, { input: { user } }),
  merge: ({ run, form }, user) => run(PageMergeAccountsDocument, { input: { merged: user, continuing: named(valueOf(form, 'into')) } }),
  delete: ({ run }, user) => run(PageDeleteAccountDocument, { input: { user } }),
} as const satisfies Readonly<Record<string, Deed>>;

function isDeed(word: string): word is keyof typeof deeds {
  return Object.hasOwn(deeds, word);
}

/** Where the browser goes after a deed: the account may be gone. */
async function afterwards({ run, form }: AdministrationCall, does: keyof typeof deeds, id: number): Promise<AdministrationAnswer> {
  if (does === 'delete') return { location: paths.accounts({ done: 'deleted' }) };
  if (does !== 'merge') return { location: paths.account(id, does) };
  const { user } = await run(PageOfAccountAloneDocument, { reference: named(valueOf(form, 'into')) });
  return { location: paths.account(user.databaseId, 'merge') };
}

export const changeAccount: AdministrationAnswerer = async (call) => {
  const id = idIn(valueOf(call.form, 'id'));
  const does = valueOf(call.form, 'does');
  if (!isDeed(does)) return { location: paths.account(id) };
  try {
    await deeds[does](call, { databaseId: id });
  } catch (error) {
    const mendable = mendableError(error);
    const labels = does === 'rename' ? { userName: call.messages.accounts.userName } : {};
    const userName = does === 'rename' ? { userName: valueOf(call.form, 'userName') } : {};
    return shown(call, id, { ...formFaults(mendable, labels), ...userName, status: mendable.status });
  }
  return afterwards(call, does, id);
};

const CONFIRMED = ['deactivate', 'removeRoles', 'merge', 'delete'] as const satisfies readonly AccountDeed[];

/** Asks once more before something that cannot be taken back. */
export const confirmAccount: AdministrationAnswerer = async (call) => {
  const { query, run, messages } = call;
  const { accounts: words, form } = messages;
  const id = idIn(query['id']);
  const does = CONFIRMED.find((word) => word === query['does']);
  if (does === undefined) return { location: paths.account(id) };
  const { user } = await run(PageOfAccountAloneDocument, { reference: { databaseId: id } });
  const into = query['into'] ?? '';
  const hidden = { id: String(id), does, ...(does === 'merge' ? { into } : {}) };
  try {
    const other = does === 'merge' ? (await run(PageOfAccountAloneDocument, { reference: named(into) })).user : null;
    return {
      page: {
        ...OF_ADMINISTRATION,
        title: words.deeds[does],
        main: [
          administrationTop(messages, words.deeds[does], {
            above: [
              { href: paths.accounts(), name: words.title },
              { href: paths.account(id), name: user.identifier },
            ],
          }),
          accountFacts(user, messages),
          other === null ? null : section('into', words.continuing(other.identifier), accountFacts(other, messages)),
          h('p', { class: 'notice' }, words.deedTexts[does]),
          postButton('/admin/account', hidden, words.confirm(user.identifier)),
          h('p', null, h('a', { href: paths.account(id) }, form.cancel)),
        ],
      },
    };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'USER_NOT_FOUND') throw error;
    const { told, status } = mendableError(error);
    const text = toldOnPage(told);
    return shown(call, id, {
      items: [{ controlId: 'into', text: [`${words.mergeInto}: `, text] }],
      faults: new Map([['into', text]]),
      status,
    });
  }
};
