import { type ComponentChildren, h } from 'preact';
import type { PageOfWithdrawnDatasetQuery } from '../generated/page-operations.ts';
import { webAddress } from './addresses.ts';
import { canonicalLink } from './dataset-head.ts';
import { citationSection, descriptionSection, placesOf, versionHeading, versionsSection } from './dataset-parts.ts';
import { factList } from './frame.ts';
import { metadataReader } from './metadata-reader.ts';
import type { Page } from './page.ts';
import { shownDay, versionName, versionParameter } from './version-words.ts';
import { messagesOf } from './messages/messages.ts';

/** Why something was withdrawn, and where to look instead. */
export function withdrawalNotice(
  what: ComponentChildren,
  { deaccessionNote, deaccessionLink }: { readonly deaccessionNote: string | null; readonly deaccessionLink: string | null },
): ComponentChildren {
  const words = messagesOf().reader.withdrawn;
  const forward = deaccessionLink === null ? undefined : webAddress(deaccessionLink);
  return h(
    'div',
    { class: 'notice grave' },
    h('p', null, what),
    factList([
      [words.reason, deaccessionNote],
      [words.instead, deaccessionLink === null ? null : forward === undefined ? deaccessionLink : h('a', { href: forward }, forward)],
    ]),
  );
}

/**
 * What is left of a version that was withdrawn: that it was there, what it was, why it went, and where to look instead. The answer is
 * 200, for the page is what the identifier leads to for good; no search engine is to list it. Source: DataCite, Best Practices for
 * Tombstone Pages.
 */
export function withdrawnPage(version: NonNullable<NonNullable<PageOfWithdrawnDatasetQuery['dataset']>['version']>): Page {
  const { dataset } = version;
  const { reader } = messagesOf();
  const metadata = metadataReader(version.metadataBlocks);
  return {
    title: version.title,
    listed: false,
    head: [canonicalLink(dataset.landingPageUrl), h('link', { rel: 'cite-as', href: dataset.persistentUrl })],
    main: h(
      'article',
      null,
      placesOf(dataset.ancestors),
      versionHeading(version, metadata),
      withdrawalNotice([h('strong', null, reader.withdrawn.version(versionName(version))), reader.withdrawn.files], version),
      citationSection(version, null),
      factList([
        [reader.identifier, h('a', { href: dataset.persistentUrl }, dataset.persistentId)],
        [reader.firstPublished, shownDay(version.publicationDate)],
      ]),
      descriptionSection(metadata),
      versionsSection(dataset.persistentId, dataset.versions, versionParameter(version)),
    ),
  };
}
