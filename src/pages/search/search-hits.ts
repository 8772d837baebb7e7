/** Hits of a search as items of a list. */
import { type ComponentChildren, h } from 'preact';
import type { PageOfSearchQuery } from '../../generated/page-operations.ts';
import { collectionPath, datasetPath, filePath } from '../addresses.ts';
import { badge } from '../dataset-parts.ts';
import { fileSize } from '../file-size.ts';
import { authorLine } from '../listed-datasets.ts';
import { plainText, richLine } from '../rich-text.ts';
import { messagesOf } from '../messages/messages.ts';

type Hit = PageOfSearchQuery['search']['nodes'][number];
type Highlight = Hit['highlights'][number];

const MOST_HIGHLIGHTS = 2;
const LONGEST_TEXT = 200;

/** A piece with its words marked. Source: schema, `SearchHighlight.snippet`, whose text is escaped. */
function marked(snippet: string): ComponentChildren {
  return richLine(snippet.replaceAll('<span class="search-term-match">', '<mark>').replaceAll('</span>', '</mark>'));
}

function foundIn(highlights: readonly Highlight[]): ComponentChildren {
  return highlights
    .filter(({ field }) => field !== 'title' && field !== 'name')
    .slice(0, MOST_HIGHLIGHTS)
    .map(({ snippet }) => h('p', { class: 'found', dir: 'auto' }, marked(snippet)));
}

function shortened(text: string | null): ComponentChildren {
  if (text === null || text === '') return null;
  const plain = plainText(text);
  return h('p', { dir: 'auto' }, plain.length > LONGEST_TEXT ? `${plain.slice(0, LONGEST_TEXT).toWellFormed()}…` : plain);
}

function item(href: string, name: string, about: ComponentChildren, ...rest: readonly ComponentChildren[]): ComponentChildren {
  return h('li', null, h('a', { href, dir: 'auto' }, name), h('p', { class: 'quiet' }, about), ...rest);
}

/** A hit with its kind, what it belongs to, and where the words were found. */
export function searchHit(hit: Hit): ComponentChildren {
  const { browse, reader, tools } = messagesOf();
  switch (hit.__typename) {
    case 'CollectionHit': {
      const { alias, name, description } = hit.collection;
      return item(
        collectionPath(alias),
        name,
        browse.kinds.collection,
        foundIn(hit.highlights),
        hit.highlights.length > 0 ? null : shortened(description),
      );
    }
    case 'DatasetHit': {
      const { state, title, publicationDate, metadataBlock, dataset } = hit.datasetVersion;
      const authors = authorLine(metadataBlock);
      return item(
        datasetPath(dataset.persistentId),
        title === '' ? dataset.persistentId : title,
        [
          browse.kinds.dataset,
          authors === '' ? null : [' · ', h('bdi', null, authors)],
          publicationDate === null ? null : ` · ${tools.day(publicationDate)}`,
          state === 'DEACCESSIONED' ? [' ', badge('deaccessioned', reader.withdrawn.badge)] : null,
        ],
        foundIn(hit.highlights),
      );
    }
    case 'FileHit': {
      const { label, description, dataFile } = hit.fileMetadata;
      const { title, dataset } = hit.datasetVersion;
      return item(
        filePath({ databaseId: dataFile.databaseId }),
        label,
        [
          browse.search.inDataset(messagesOf().shipped.fileType(dataFile.friendlyType), fileSize(dataFile.sizeBytes)),
          h('a', { href: datasetPath(dataset.persistentId), dir: 'auto' }, title),
        ],
        foundIn(hit.highlights),
        hit.highlights.length > 0 ? null : shortened(description),
      );
    }
  }
}
