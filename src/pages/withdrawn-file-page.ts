import { h } from 'preact';
import type { PageOfWithdrawnFileQuery } from '../generated/page-operations.ts';
import { datasetPath, filePath } from './addresses.ts';
import { canonicalLink } from './dataset-head.ts';
import { badge, placesOf } from './dataset-parts.ts';
import { factList, section } from './frame.ts';
import type { Page, Site } from './page.ts';
import { richLine } from './rich-text.ts';
import { shownDay, versionName, versionParameter } from './version-words.ts';
import { withdrawalNotice } from './withdrawn-page.ts';
import { messagesOf } from './messages/messages.ts';

/** What is left of a file of a version that was withdrawn: its name, where it belonged, and why it went. As the tombstone of a dataset, 200. */
export function withdrawnFilePage(
  { label, description, dataFile, datasetVersion: version }: NonNullable<NonNullable<PageOfWithdrawnFileQuery['file']>['withdrawn']>,
  { siteUrl }: Site,
): Page {
  const { dataset } = version;
  const { reader } = messagesOf();
  const parameter = versionParameter(version);
  const known = dataFile.persistentId === null ? { databaseId: dataFile.databaseId } : { persistentId: dataFile.persistentId };
  return {
    title: label,
    listed: false,
    head: [
      canonicalLink(`${siteUrl}${filePath(known, parameter)}`),
      dataFile.persistentUrl === null ? null : h('link', { rel: 'cite-as', href: dataFile.persistentUrl }),
    ],
    main: h(
      'article',
      null,
      placesOf(dataset.ancestors),
      h(
        'div',
        { class: 'heading' },
        h('h1', { dir: 'auto' }, label),
        h(
          'p',
          null,
          reader.fileOf,
          h('a', { href: datasetPath(dataset.persistentId, parameter) }, h('bdi', null, version.title), `, ${versionName(version)}`),
          ' ',
          badge('deaccessioned', reader.withdrawn.badge),
        ),
        description === null || description === '' ? null : h('p', { dir: 'auto' }, description),
      ),
      withdrawalNotice([h('strong', null, reader.withdrawn.file), reader.withdrawn.gone], version),
      section('citation', reader.withdrawn.cite, h('blockquote', { class: 'citation', dir: 'auto' }, richLine(version.citation))),
      factList([
        [reader.identifier, dataFile.persistentUrl === null ? null : h('a', { href: dataFile.persistentUrl }, dataFile.persistentId)],
        [reader.datasetIdentifier, h('a', { href: dataset.persistentUrl }, dataset.persistentId)],
        [reader.firstPublished, shownDay(dataFile.publicationDate)],
      ]),
    ),
  };
}
