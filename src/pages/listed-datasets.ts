import { type ComponentChildren, h } from 'preact';
import type { PageListedDatasetFragment } from '../generated/page-operations.ts';
import { datasetPath } from './addresses.ts';
import { compoundsReader } from './metadata-reader.ts';

const MOST_NAMES = 4;

/** The authors in a citation block on one line, the first of many. */
export function authorLine(block: NonNullable<PageListedDatasetFragment['latestVersion']>['metadataBlock']): string {
  const names = compoundsReader(block).children('author', 'authorName');
  return names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join('; ')} and ${names.length - MOST_NAMES} more` : names.join('; ');
}

/** A dataset in a list. */
export function listedDataset(dataset: PageListedDatasetFragment): ComponentChildren {
  const { persistentId, publicationDate, latestVersion } = dataset;
  const authors = authorLine(latestVersion?.metadataBlock ?? null);
  return h(
    'li',
    null,
    h('a', { href: datasetPath(persistentId), dir: 'auto' }, latestVersion?.title ?? persistentId),
    h(
      'p',
      { class: 'quiet' },
      authors === '' ? null : [h('bdi', null, authors), publicationDate === null ? null : ' · '],
      latestVersion === null ? 'Withdrawn' : publicationDate,
    ),
  );
}
