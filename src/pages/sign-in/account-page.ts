/** The page of the account that is signed in: what it works on, what it was told, and its tokens. */
import { type ComponentChildren, h } from 'preact';
import type { PageOfAccountQuery } from '../../generated/page-operations.ts';
import { collectionPath, datasetPath } from '../addresses.ts';
import { badge } from '../dataset-parts.ts';
import { depositPaths } from '../deposit/deposit-paths.ts';
import { messagesOf } from '../messages/messages.ts';
import { countText } from '../file-size.ts';
import { factList, section } from '../frame.ts';
import type { Page } from '../page.ts';
import { dayOf, versionParameter } from '../version-words.ts';
import { fault, OF_A_FORM, postForm } from './form-parts.ts';

type Viewer = PageOfAccountQuery['viewer'];
type User = NonNullable<Viewer['user']>;
/** What the page shows beside the account itself. */
export type Belongings = Omit<Viewer, 'user'>;
type OwnHit = Viewer['ownHits']['nodes'][number];

/** What a token may be good for, the least first. */
export const TOKEN_SCOPES = ['READ', 'DEPOSIT', 'CURATE', 'ADMINISTER'] as const;

const SCOPE_WORDS = {
  READ: 'Read what you may see',
  DEPOSIT: 'Make datasets and change drafts',
  CURATE: 'Publish, review, and decide on access',
  ADMINISTER: 'Everything that you may do',
} as const satisfies Readonly<Record<(typeof TOKEN_SCOPES)[number], string>>;

/** What came of a form on the page of an account. */
export interface AccountNotice {
  /** What went wrong. */
  readonly problem?: string;
  readonly status?: number;
  /** What was done. */
  readonly done?: string;
  /** A new token in clear. */
  readonly secret?: string;
}

/** Where a built-in account gets another password. */
function passwordSection(): ComponentChildren {
  const fields = [
    { name: 'currentPassword', label: 'Password now', type: 'password', autocomplete: 'current-password' },
    { name: 'newPassword', label: 'New password', type: 'password', autocomplete: 'new-password' },
  ] as const;
  const others = [{ name: 'endOthers', label: 'Sign out everywhere else, and end all tokens' }];
  return section('change-password', 'Change the password', postForm('/account/password', fields, 'Change the password', {}, others));
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

function workItem({ hit, roleNames }: OwnHit): ComponentChildren {
  if (hit.__typename === 'FileHit') return null;
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
    hit.publicationStatuses.map((status) => [badge(status === 'Published' ? 'released' : 'draft', status), ' ']),
    h(
      'p',
      { class: 'quiet' },
      `${hit.__typename === 'CollectionHit' ? 'Collection' : 'Dataset'} · `,
      h('bdi', null, roleNames.join(', ')),
      workLink(hit),
    ),
  );
}

function workSection({ ownHits }: Belongings): ComponentChildren {
  const { nodes, totalCount } = ownHits;
  return section(
    'work',
    ['Your collections and datasets ', h('span', { class: 'quiet' }, `(${countText(totalCount)})`)],
    h('p', null, h('a', { href: depositPaths.start, class: 'button' }, messagesOf().metadata.newTitle)),
    nodes.length === 0 ? h('p', null, 'You have no role on anything yet.') : h('ul', { class: 'list' }, nodes.map(workItem)),
  );
}

function noticesSection({ notifications }: Belongings): ComponentChildren {
  if (notifications.nodes.length === 0) return null;
  return section(
    'notices',
    ['Notifications ', h('span', { class: 'quiet' }, `(${countText(notifications.totalCount)})`)],
    h(
      'ul',
      { class: 'list' },
      notifications.nodes.map(({ sentAt, displayAsRead, subjectText, subject }) => {
        const text = subjectText ?? 'It is about something that is gone.';
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
          displayAsRead ? null : [' ', badge('draft', 'New')],
          h('p', { class: 'quiet' }, dayOf(sentAt)),
        );
      }),
    ),
  );
}

function tokensSection({ tokens }: Belongings): ComponentChildren {
  return section(
    'tokens',
    'Tokens for programs',
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
                `${scopes.map((scope) => SCOPE_WORDS[scope]).join('; ')}. Until ${dayOf(expiresAt)}, `,
                lastUsedAt === null ? 'not used yet' : `last used on ${dayOf(lastUsedAt)}`,
              ),
              postForm('/account/tokens/end', [], `End the token ${name}`, { token: String(databaseId) }),
            ),
          ),
        ),
    postForm(
      '/account/tokens',
      [{ name: 'name', label: 'Name of a new token', autocomplete: 'off' }],
      'Make the token',
      {},
      TOKEN_SCOPES.map((scope) => ({ name: scope, label: SCOPE_WORDS[scope] })),
    ),
  );
}

/** Who is signed in, with what belongs to the account. */
export function accountPage(
  { identifier, displayName, email, authenticationProviderId }: User,
  belongings: Belongings,
  { problem, status, done, secret }: AccountNotice = {},
): Page {
  return {
    ...OF_A_FORM,
    ...(status === undefined ? {} : { status }),
    title: 'Your account',
    main: [
      h('div', { class: 'heading' }, h('h1', { dir: 'auto' }, displayName)),
      fault(problem),
      done === undefined
        ? null
        : h('p', { class: 'notice', role: 'status' }, done, secret === undefined ? null : [' ', h('code', null, secret)]),
      factList([
        ['Account', identifier],
        ['E-mail address', email],
        ['Signed in by', authenticationProviderId],
      ]),
      workSection(belongings),
      noticesSection(belongings),
      tokensSection(belongings),
      authenticationProviderId === 'builtin' ? passwordSection() : null,
      section('leave', 'Leave', postForm('/sign-out', [], 'Sign out')),
    ],
  };
}
