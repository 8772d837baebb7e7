import { type ComponentChildren, h } from 'preact';
import type { PageListedDatasetFragment } from '../generated/page-operations.ts';
import { datasetPath } from './addresses.ts';
import { compoundsReader } from './metadata-reader.ts';
import { messagesOf } from './messages/messages.ts';

const MOST_NAMES = 4;

/** The authors in a citation block on one line, the first of many. */
export function authorLine(block: NonNullable<PageListedDatasetFragment['latestVersion']>['metadataBlock']): string {
  const names = compoundsReader(block).children('author', 'authorName');
  return names.length > MOST_NAMES
    ? messagesOf().browse.moreNames(names.slice(0, MOST_NAMES).join('; '), names.length - MOST_NAMES)
    : names.join('; ');
}

/** A dataset in a list. */
export function listedDataset(dataset: PageListedDatasetFragment): ComponentChildren {
  const { persistentId, publicationDate, latestVersion } = dataset;
  const { reader, tools } = messagesOf();
  const authors = authorLine(latestVersion?.metadataBlock ?? null);
  return h(
    'li',
    null,
    h('a', { href: datasetPath(persistentId), dir: 'auto' }, latestVersion?.title ?? persistentId),
    h(
      'p',
      { class: 'quiet' },
      authors === '' ? null : [h('bdi', null, authors), publicationDate === null ? null : ' · '],
      latestVersion === null ? reader.withdrawn.badge : publicationDate === null ? null : tools.day(publicationDate),
    ),
  );
}
