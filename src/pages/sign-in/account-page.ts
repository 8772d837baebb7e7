/** The page of the account that is signed in: what it works on, what it was told, and its tokens. */
import { type ComponentChildren, h } from 'preact';
import type { PageOfAccountQuery } from '../../generated/page-operations.ts';
import { collectionPath, datasetPath } from '../addresses.ts';
import { badge } from '../dataset-parts.ts';
import { depositPaths } from '../deposit/deposit-paths.ts';
import { messagesOf } from '../messages/messages.ts';
import { countText } from '../file-size.ts';
import { factList, section } from '../frame.ts';
import { labelBadge } from '../labelled-drafts.ts';
import type { Page } from '../page.ts';
import { dayOf, versionParameter } from '../version-words.ts';
import { fault, OF_A_FORM, postForm } from './form-parts.ts';
import type { Told } from '../told.ts';

type Viewer = PageOfAccountQuery['viewer'];
type User = NonNullable<Viewer['user']>;
/** What the page shows beside the account itself. */
export type Belongings = Omit<Viewer, 'user'> & {
  /** Labels of curation, by global ids of datasets. */
  readonly labels: ReadonlyMap<string, string>;
};
type OwnHit = Viewer['ownHits']['nodes'][number];

/** What a token may be good for, the least first. */
export const TOKEN_SCOPES = ['READ', 'DEPOSIT', 'CURATE', 'ADMINISTER'] as const;

/** What came of a form on the page of an account. */
export interface AccountNotice {
  /** What went wrong. */
  readonly problem?: Told;
  readonly status?: number;
  /** What was done. */
  readonly done?: string;
  /** A new token in clear. */
  readonly secret?: string;
}

/** Where a built-in account gets another password. */
function passwordSection(): ComponentChildren {
  const words = messagesOf().account;
  const fields = [
    { name: 'currentPassword', label: words.passwordNow, type: 'password', autocomplete: 'current-password' },
    { name: 'newPassword', label: words.newPassword, type: 'password', autocomplete: 'new-password' },
  ] as const;
  const others = [{ name: 'endOthers', label: words.endOthers }];
  return section('change-password', words.changePassword, postForm('/account/password', fields, words.changePassword, {}, others));
}

/** The way to what can be done with a dataset. */
function workLink(hit: Exclude<OwnHit['hit'], { readonly __typename: 'FileHit' }>): ComponentChildren {
  if (hit.__typename === 'CollectionHit') return null;
  const { persistentId } = hit.datasetVersion.dataset;
  return [
    ' · ',
    h('a', { href: depositPaths.dataset(persistentId) }, messagesOf().overview.work, h('span', { class: 'unseen' }, `: ${persistentId}`)),
  ];
}

function workItem({ hit, roleNames }: OwnHit, labels: Belongings['labels']): ComponentChildren {
  if (hit.__typename === 'FileHit') return null;
  const { account, browse } = messagesOf();
  const link =
    hit.__typename === 'CollectionHit'
      ? h('a', { href: collectionPath(hit.collection.alias), dir: 'auto' }, hit.collection.name)
      : h(
          'a',
          { href: datasetPath(hit.datasetVersion.dataset.persistentId, versionParameter(hit.datasetVersion)), dir: 'auto' },
          hit.datasetVersion.title === '' ? hit.datasetVersion.dataset.persistentId : hit.datasetVersion.title,
        );
  return h(
    'li',
    null,
    link,
    ' ',
    hit.publicationStatuses.map((status) => [
      badge(status === 'Published' ? 'released' : 'draft', account.statuses[status] ?? status),
      ' ',
    ]),
    hit.__typename === 'DatasetHit' ? labelBadge(labels.get(hit.datasetVersion.dataset.id)) : null,
    h(
      'p',
      { class: 'quiet' },
      `${hit.__typename === 'CollectionHit' ? browse.kinds.collection : browse.kinds.dataset} · `,
      h('bdi', null, roleNames.join(', ')),
      workLink(hit),
    ),
  );
}

function workSection({ ownHits, labels }: Belongings): ComponentChildren {
  const { nodes, totalCount } = ownHits;
  const words = messagesOf().account;
  return section(
    'work',
    [`${words.work} `, h('span', { class: 'quiet' }, `(${countText(totalCount)})`)],
    h('p', null, h('a', { href: depositPaths.start, class: 'button' }, messagesOf().metadata.newTitle)),
    nodes.length === 0
      ? h('p', null, words.noWork)
      : h(
          'ul',
          { class: 'list' },
          nodes.map((hit) => workItem(hit, labels)),
        ),
  );
}

function noticesSection({ notifications }: Belongings): ComponentChildren {
  if (notifications.nodes.length === 0) return null;
  const words = messagesOf().account;
  return section(
    'notices',
    [`${words.notices} `, h('span', { class: 'quiet' }, `(${countText(notifications.totalCount)})`)],
    h(
      'ul',
      { class: 'list' },
      notifications.nodes.map(({ sentAt, displayAsRead, subjectText, subject }) => {
        const text = subjectText ?? words.noticeGone;
        const href =
          typeof subject?.datasetPersistentId === 'string'
            ? datasetPath(subject.datasetPersistentId)
            : typeof subject?.collectionAlias === 'string'
              ? collectionPath(subject.collectionAlias)
              : undefined;
        return h(
          'li',
          null,
          href === undefined ? h('span', { dir: 'auto' }, text) : h('a', { href, dir: 'auto' }, text),
          displayAsRead ? null : [' ', badge('draft', words.noticeNew)],
          h('p', { class: 'quiet' }, dayOf(sentAt)),
        );
      }),
    ),
  );
}

function tokensSection({ tokens }: Belongings): ComponentChildren {
  const words = messagesOf().account;
  return section(
    'tokens',
    words.tokens,
    tokens.length === 0
      ? null
      : h(
          'ul',
          { class: 'list' },
          tokens.map(({ databaseId, name, scopes, expiresAt, lastUsedAt }) =>
            h(
              'li',
              null,
              h('span', { dir: 'auto' }, name),
              h(
                'p',
                { class: 'quiet' },
                words.tokenUntil(scopes.map((scope) => words.scopes[scope]).join('; '), expiresAt),
                lastUsedAt === null ? words.tokenUnused : words.tokenUsed(lastUsedAt),
              ),
              postForm('/account/tokens/end', [], words.tokenEnd(name), { token: String(databaseId) }),
            ),
          ),
        ),
    postForm(
      '/account/tokens',
      [{ name: 'name', label: words.tokenName, autocomplete: 'off' }],
      words.tokenMake,
      {},
      TOKEN_SCOPES.map((scope) => ({ name: scope, label: words.scopes[scope] })),
    ),
  );
}

/** Who is signed in, with what belongs to the account. */
export function accountPage(
  { identifier, displayName, email, authenticationProviderId }: User,
  belongings: Belongings,
  { problem, status, done, secret }: AccountNotice = {},
): Page {
  const words = messagesOf().account;
  return {
    ...OF_A_FORM,
    ...(status === undefined ? {} : { status }),
    title: words.title,
    main: [
      h('div', { class: 'heading' }, h('h1', { dir: 'auto' }, displayName)),
      fault(problem),
      done === undefined
        ? null
        : h('p', { class: 'notice', role: 'status' }, done, secret === undefined ? null : [' ', h('code', null, secret)]),
      factList([
        [words.facts.account, identifier],
        [words.facts.email, email],
        [words.facts.signedInBy, authenticationProviderId],
      ]),
      workSection(belongings),
      noticesSection(belongings),
      tokensSection(belongings),
      authenticationProviderId === 'builtin' ? passwordSection() : null,
      section('leave', words.leave, postForm('/sign-out', [], words.signOut)),
    ],
  };
}
