/** One account, with what can be done to it. */
import { type ComponentChildren, h } from 'preact';
import type { PageKeptAccountFragment, PageOfKeptAccountQuery } from '../../../generated/page-operations.ts';
import { collectionPath, datasetPath, filePath } from '../../addresses.ts';
import { badge } from '../../dataset-parts.ts';
import { factList, section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Page } from '../../page.ts';
import { errorSummary, type SummaryItem } from '../../deposit/error-summary.ts';
import { postButton } from '../../deposit/post-button.ts';
import { textField } from '../../deposit/text-field.ts';
import { OF_ADMINISTRATION } from '../administration-call.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { administrationTop } from '../administration-top.ts';
import { wordOf } from '../word-of.ts';

type TraceList = PageOfKeptAccountQuery['accountTraces']['traces'][number];
type Trace = TraceList['items'][number];

/** What came of a form of the page. */
export interface AccountTold {
  readonly done?: string | undefined;
  readonly items?: readonly SummaryItem[];
  readonly faults?: ReadonlyMap<string, ComponentChildren>;
  /** The name that was typed. */
  readonly userName?: string;
  readonly status?: number;
}

/** What is known of an account. */
export function accountFacts(account: PageKeptAccountFragment, { accounts: words, administration, tools }: Messages): ComponentChildren {
  const moment = (iso: string | null): string => (iso === null ? administration.never : tools.moment(iso));
  return factList([
    [words.facts.name, account.displayName],
    [
      words.facts.email,
      account.email,
      account.emailConfirmedAt === null ? words.unconfirmed : words.confirmed(tools.moment(account.emailConfirmedAt)),
    ],
    [words.facts.affiliation, account.affiliation],
    [words.facts.position, account.position],
    [words.facts.provider, account.authenticationProviderId],
    [words.facts.persistentUserId, account.persistentUserId],
    [words.facts.created, tools.moment(account.createdAt)],
    [words.facts.login, moment(account.lastLoginAt)],
    [words.facts.apiUse, moment(account.lastApiUseAt)],
    [words.facts.deactivated, account.deactivatedAt === null ? null : tools.moment(account.deactivatedAt)],
  ]);
}

function traceText({ databaseId, name, alias, persistentId, version, roleName, fileName }: Trace): string {
  const parts = [roleName, name ?? alias ?? persistentId, version, fileName].filter((part) => part !== null && part !== '');
  return parts.length === 0 ? String(databaseId) : parts.join(', ');
}

function traceItem(element: TraceList['element'], trace: Trace): ComponentChildren {
  const { alias, persistentId, databaseId } = trace;
  const href =
    element === 'dataFileCreator' || element === 'dataFilePublisher'
      ? filePath({ databaseId })
      : alias !== null
        ? collectionPath(alias)
        : persistentId !== null
          ? datasetPath(persistentId)
          : undefined;
  return h('li', null, href === undefined ? h('bdi', null, traceText(trace)) : h('a', { href, dir: 'auto' }, traceText(trace)));
}

function tracesSection(traces: readonly TraceList[], { accounts: words }: Messages): ComponentChildren {
  return section(
    'traces',
    words.traces,
    traces.length === 0
      ? h('p', null, words.noTraces)
      : traces.map(({ element, totalCount, items }) =>
          h(
            'details',
            { class: 'block' },
            h('summary', null, h('h3', null, words.elements[element], ' ', h('span', { class: 'quiet' }, words.count(totalCount)))),
            h(
              'ul',
              null,
              items.map((trace) => traceItem(element, trace)),
            ),
            totalCount > items.length ? h('p', { class: 'quiet' }, words.first(items.length)) : null,
          ),
        ),
  );
}

function tokensSection(
  { apiTokenExpiresAt, tokens }: PageOfKeptAccountQuery['accountTokens'],
  { accounts: words, tools }: Messages,
): ComponentChildren {
  const named = tokens.map(({ name, scopes, expiresAt, lastUsedAt }) =>
    h(
      'li',
      null,
      h('bdi', null, name),
      h(
        'p',
        { class: 'quiet' },
        words.token(scopes.join(', '), tools.moment(expiresAt), lastUsedAt === null ? null : tools.moment(lastUsedAt)),
      ),
    ),
  );
  return section(
    'tokens',
    words.tokens,
    h('p', null, apiTokenExpiresAt === null ? words.noApiToken : words.apiToken(tools.moment(apiTokenExpiresAt))),
    named.length === 0 ? h('p', null, words.noTokens) : h('ul', { class: 'list' }, named),
  );
}

function superuserSection(
  { databaseId, superuser, deactivated }: PageKeptAccountFragment,
  { accounts: words }: Messages,
): ComponentChildren {
  if (deactivated) return null;
  return section(
    'superuser',
    words.superuserHeading,
    superuser
      ? postButton('/admin/account', { id: String(databaseId), does: 'demote' }, words.demote, h('p', null, words.isSuperuser))
      : postButton('/admin/account', { id: String(databaseId), does: 'promote' }, words.promote, h('p', null, words.isNoSuperuser)),
  );
}

function changeSection(
  { databaseId, identifier, deactivated }: PageKeptAccountFragment,
  told: AccountTold,
  { accounts: words }: Messages,
): ComponentChildren {
  const { faults, userName = identifier.slice(1) } = told;
  const deeds = (['deactivate', 'removeRoles', 'delete'] as const).filter((deed) => deed !== 'deactivate' || !deactivated);
  return [
    section(
      'rename',
      words.rename,
      postButton(
        '/admin/account',
        { id: String(databaseId), does: 'rename' },
        words.renameGo,
        textField({
          name: 'userName',
          label: words.userName,
          hint: words.userNameHint,
          value: userName,
          fault: faults?.get('userName'),
          required: true,
        }),
      ),
    ),
    section(
      'merge',
      words.merge,
      h('p', null, words.mergeText),
      h(
        'form',
        { method: 'get', action: '/admin/account/confirm' },
        Object.entries({ id: String(databaseId), does: 'merge' }).map(([name, value]) => h('input', { type: 'hidden', name, value })),
        textField({ name: 'into', label: words.mergeInto, value: '', fault: faults?.get('into'), required: true }),
        h('p', null, h('button', { type: 'submit', class: 'button' }, words.mergeGo)),
      ),
    ),
    section(
      'end',
      words.end,
      h(
        'ul',
        { class: 'list' },
        deeds.map((deed) =>
          h(
            'li',
            null,
            h('a', { href: paths.confirmAccount(databaseId, deed), class: 'button grave' }, words.deeds[deed]),
            h('p', { class: 'quiet' }, words.deedTexts[deed]),
          ),
        ),
      ),
    ),
  ];
}

export function accountPage(
  { user, accountTokens, accountTraces }: PageOfKeptAccountQuery,
  messages: Messages,
  told: AccountTold = {},
): Page {
  const { accounts: words } = messages;
  const { done, items = [], status } = told;
  return {
    ...OF_ADMINISTRATION,
    ...(status === undefined ? {} : { status }),
    title: user.identifier,
    main: [
      administrationTop(messages, user.identifier, {
        above: [{ href: paths.accounts(), name: words.title }],
        done: wordOf(words.done, done),
      }),
      errorSummary(items, messages),
      h(
        'p',
        { class: 'state' },
        user.superuser ? [badge('draft', words.superuser), ' '] : null,
        user.deactivated ? badge('deaccessioned', words.deactivated) : null,
      ),
      accountFacts(user, messages),
      superuserSection(user, messages),
      tokensSection(accountTokens, messages),
      tracesSection(accountTraces.traces, messages),
      changeSection(user, told, messages),
    ],
  };
}
