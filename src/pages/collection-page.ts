import { type ComponentChildren, h } from 'preact';
import { DomainError } from '../errors/domain-error.ts';
import { PageOfCollectionDocument, type PageOfCollectionQuery } from '../generated/page-operations.ts';
import { collectionPath } from './addresses.ts';
import { collectionTree } from './collection-tree.ts';
import { canonicalLink } from './dataset-head.ts';
import { placesOf } from './dataset-parts.ts';
import { depositPaths } from './deposit/deposit-paths.ts';
import { messagesOf } from './messages/messages.ts';
import { countText } from './file-size.ts';
import { linkList, section } from './frame.ts';
import { listedDataset } from './listed-datasets.ts';
import type { MakePage } from './page.ts';
import { plainText, richText } from './rich-text.ts';
import { collectionFacets } from './search/collection-facets.ts';

/** The ways to what the reader may do here. */
function workLinks({
  alias,
  viewerPermissions,
}: Pick<NonNullable<PageOfCollectionQuery['collection']>, 'alias' | 'viewerPermissions'>): ComponentChildren {
  const { metadata, collection: words } = messagesOf();
  const links = [
    ...(viewerPermissions.includes('AddDataset') ? [h('a', { href: depositPaths.create(alias), class: 'button' }, metadata.newTitle)] : []),
    ...(viewerPermissions.includes('AddCollection')
      ? [h('a', { href: depositPaths.newCollection(alias), class: 'button' }, words.newTitle)]
      : []),
    ...(viewerPermissions.includes('EditCollection')
      ? [h('a', { href: depositPaths.collection(alias), class: 'button' }, words.editTitle)]
      : []),
  ];
  return links.length === 0 ? null : linkList(links);
}

/** Page of a collection: what it is about, what it can be searched by, the tree below it, and what it holds, a page at a time. */
export const collectionPage: MakePage = async (call) => {
  const { parameter: alias, query, run, site } = call;
  const { after } = query;
  const { browse } = messagesOf();
  const [{ collection }, facets] = await Promise.all([
    run(PageOfCollectionDocument, { alias, after: after ?? null }),
    collectionFacets(call, alias),
  ]);
  if (collection === null) throw new DomainError('COLLECTION_NOT_FOUND', 'There is no such collection.');
  const { contents } = collection;
  const path = collectionPath(collection.alias);
  const next = contents.pageInfo.hasNextPage ? contents.pageInfo.endCursor : null;
  const pages = [
    ...(after === undefined ? [] : [h('a', { href: path }, browse.fromBeginning)]),
    ...(next === null ? [] : [h('a', { href: `${path}?after=${encodeURIComponent(next)}`, rel: 'next' }, browse.furtherContents)]),
  ];
  const contentsList = [
    collectionTree(collection.descendants, collection.depth),
    section(
      'contents',
      [`${browse.contents} `, h('span', { class: 'quiet' }, `(${countText(contents.totalCount)})`)],
      contents.nodes.length === 0
        ? h('p', null, browse.noContents)
        : h(
            'ul',
            { class: 'list' },
            contents.nodes.map((child) =>
              child.__typename === 'Collection'
                ? h(
                    'li',
                    null,
                    h('a', { href: collectionPath(child.alias), dir: 'auto' }, child.name),
                    h('p', { class: 'quiet' }, browse.kinds.collection),
                  )
                : listedDataset(child),
            ),
          ),
      pages.length === 0 ? null : h('nav', { 'aria-label': browse.contentPages }, linkList(pages)),
    ),
  ];
  return {
    title: collection.name,
    search: { collection },
    head: [
      canonicalLink(site.siteUrl + path),
      collection.description === null
        ? null
        : h('meta', { name: 'description', content: plainText(collection.description).slice(0, 300).toWellFormed() }),
    ],
    main: [
      placesOf(collection.ancestors),
      h(
        'div',
        { class: 'heading' },
        h('h1', { dir: 'auto' }, collection.name),
        collection.affiliation === null ? null : h('p', { class: 'quiet', dir: 'auto' }, collection.affiliation),
      ),
      workLinks(collection),
      collection.description === null ? null : richText(collection.description),
      facets === null ? contentsList : h('div', { class: 'search-results' }, facets, h('div', { class: 'results' }, contentsList)),
    ],
  };
};
