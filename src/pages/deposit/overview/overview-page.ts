/** A dataset in work: where it stands, and all that can be done with it. */
import { type ComponentChildren, h } from 'preact';
import type { PageOfDepositQuery, PageOfOwnPrivateUrlQuery } from '../../../generated/page-operations.ts';
import { collectionPath, datasetPath, differencesPath } from '../../addresses.ts';
import { badge } from '../../dataset-parts.ts';
import { breadcrumb, linkList, section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Page } from '../../page.ts';
import { isPlainType } from '../../plain-type.ts';
import { versionName, versionParameter } from '../../version-words.ts';
import { OF_DEPOSITING } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { errorSummary } from '../error-summary.ts';
import { postButton } from '../post-button.ts';
import { curationSection } from './curation-section.ts';
import { lockNotice, refreshHead } from './lock-notice.ts';
import { type ReturnFault, reviewSection } from './review-section.ts';
import { type Told, toldOnPage } from '../../told.ts';

type Dataset = NonNullable<PageOfDepositQuery['dataset']>;

export interface Overview {
  readonly dataset: Dataset & { readonly latestVersion: NonNullable<Dataset['latestVersion']> };
  /** Null where there is none, or the account may not know. */
  readonly privateUrl: NonNullable<PageOfOwnPrivateUrlQuery['dataset']>['privateUrl'] | null;
  readonly done?: string | undefined;
  /** What went wrong with one of the forms. */
  readonly problem?: Told;
  readonly returnFault?: ReturnFault;
  readonly status?: number;
}

const DONE = [
  'created',
  'saved',
  'submitted',
  'returned',
  'published',
  'publishing',
  'urlMade',
  'urlGone',
  'deleted',
  'labelled',
  'labelCleared',
] as const;

function doneNotice(done: string | undefined, { overview }: Messages): ComponentChildren {
  const known = DONE.find((word) => word === done);
  return known === undefined ? null : h('p', { class: 'notice good', role: 'status' }, overview[known]);
}

function links({ dataset: { persistentId, versions, latestVersion } }: Overview, { overview }: Messages): ComponentChildren {
  const published = versions.nodes.find(({ state }) => state === 'RELEASED');
  const isDraft = latestVersion.state === 'DRAFT';
  return linkList(
    [
      isDraft ? h('a', { href: datasetPath(persistentId, ':draft') }, overview.view) : null,
      published === undefined ? null : h('a', { href: datasetPath(persistentId) }, overview.viewPublished),
      isDraft && published !== undefined
        ? h('a', { href: differencesPath(persistentId, versionParameter(published), ':draft') }, overview.differences)
        : null,
    ].filter((link) => link !== null),
  );
}

function workSection({ dataset: { persistentId, latestVersion, viewerPermissions } }: Overview, { overview }: Messages): ComponentChildren {
  if (!viewerPermissions.includes('EditDataset')) return null;
  const items = [
    [depositPaths.metadata(persistentId), overview.metadata, overview.metadataText],
    [depositPaths.files(persistentId), overview.files, overview.filesText(latestVersion.fileCount)],
    [depositPaths.terms(persistentId), overview.terms, overview.termsText(latestVersion.license?.name ?? null)],
  ] as const;
  return section(
    'work',
    overview.work,
    latestVersion.state === 'DRAFT' ? null : h('p', null, overview.workPublished),
    h(
      'ul',
      { class: 'tasks' },
      items.map(([href, title, text]) => h('li', null, h('a', { href }, title), h('p', { class: 'quiet' }, text))),
    ),
  );
}

function publishSection(
  { dataset: { persistentId, latestVersion, viewerPermissions } }: Overview,
  { overview }: Messages,
): ComponentChildren {
  if (latestVersion.state !== 'DRAFT' || !viewerPermissions.includes('PublishDataset')) return null;
  return section(
    'publish',
    overview.publishHeading,
    h('p', null, overview.publishText),
    h('p', null, h('a', { href: depositPaths.publish(persistentId), class: 'button main' }, overview.publishOpen)),
  );
}

function privateUrlSection({ dataset, privateUrl }: Overview, { overview }: Messages): ComponentChildren {
  const { persistentId, latestVersion, viewerPermissions, publicationDate } = dataset;
  if (latestVersion.state !== 'DRAFT' || !viewerPermissions.includes('ManageDatasetPermissions')) return null;
  const canHide = publicationDate === null;
  return section(
    'private-url',
    overview.urlHeading,
    privateUrl === null
      ? postButton(
          '/deposit/private-url',
          { persistentId, does: 'make' },
          overview.urlMake,
          h('p', null, overview.urlNone),
          canHide
            ? h(
                'p',
                { class: 'choice' },
                h('input', { type: 'checkbox', id: 'anonymized', name: 'anonymized' }),
                ' ',
                h('label', { for: 'anonymized' }, overview.urlAnonymized),
              )
            : null,
        )
      : postButton(
          '/deposit/private-url',
          { persistentId, does: 'end' },
          overview.urlEnd,
          h('p', null, overview.urlText, privateUrl.anonymized ? ` ${overview.urlHidesAuthors}` : ''),
          h('p', null, h('a', { href: privateUrl.link, class: 'address' }, privateUrl.link)),
        ),
  );
}

function deleteSection(
  { dataset: { persistentId, latestVersion, viewerPermissions } }: Overview,
  { overview }: Messages,
): ComponentChildren {
  if (latestVersion.state !== 'DRAFT' || !viewerPermissions.includes('DeleteDatasetDraft')) return null;
  return section(
    'delete',
    overview.deleteHeading,
    h('p', null, overview.deleteText),
    h('p', null, h('a', { href: depositPaths.remove(persistentId), class: 'button grave' }, overview.deleteOpen)),
  );
}

function withdrawSection(
  { dataset: { persistentId, versions, viewerPermissions } }: Overview,
  { withdrawal }: Messages,
): ComponentChildren {
  if (versions.nodes.every(({ state }) => state !== 'RELEASED') || !viewerPermissions.includes('PublishDataset')) return null;
  return section(
    'withdraw',
    withdrawal.heading,
    h('p', null, withdrawal.teaser),
    h('p', null, h('a', { href: depositPaths.withdraw(persistentId), class: 'button grave' }, withdrawal.open)),
  );
}

export function overviewPage(shown: Overview, messages: Messages): Page {
  const { dataset, done, problem, returnFault, status } = shown;
  const { owner, latestVersion, locks } = dataset;
  const { overview, metadata } = messages;
  const isDraft = latestVersion.state === 'DRAFT';
  const title = latestVersion.title === '' ? metadata.untitled : latestVersion.title;
  return {
    ...OF_DEPOSITING,
    ...(status === undefined ? {} : { status }),
    title,
    head: refreshHead(locks),
    main: [
      breadcrumb([{ href: collectionPath(owner.alias), name: owner.name }]),
      h(
        'div',
        { class: 'heading' },
        h('h1', { dir: 'auto' }, title),
        h(
          'p',
          { class: 'state' },
          isDraft ? badge('draft', overview.draft) : badge('released', overview.newest(versionName(latestVersion))),
          ' ',
          h('span', { class: 'quiet' }, overview.changed(latestVersion.updatedAt)),
        ),
        h('p', { class: 'quiet' }, dataset.persistentId, isPlainType(dataset.datasetType) ? null : ` · ${dataset.datasetType}`),
        links(shown, messages),
      ),
      doneNotice(done, messages),
      problem === undefined
        ? null
        : errorSummary([{ controlId: returnFault === undefined ? null : 'reason', text: toldOnPage(problem) }], messages),
      lockNotice(locks, messages),
      workSection(shown, messages),
      reviewSection(dataset, messages, returnFault),
      curationSection(dataset, messages),
      publishSection(shown, messages),
      privateUrlSection(shown, messages),
      deleteSection(shown, messages),
      withdrawSection(shown, messages),
    ],
  };
}
