import { type ComponentChildren, h } from 'preact';
import { DomainError } from '../../errors/domain-error.ts';
import { PageOfSearchDocument, type PageOfSearchQuery, PageOfSearchedCollectionDocument } from '../../generated/page-operations.ts';
import type { MakePage, PageCall } from '../page.ts';
import { askedKinds, chosenFilters, facetList, kindTabs } from './facet-list.ts';
import { HITS_PER_PAGE, readSearchAddress, type SearchAddress, type SearchOrderWord, SEARCH_ORDERS, searchPath } from './search-address.ts';
import { searchForm } from './search-form.ts';
import { searchHit } from './search-hits.ts';
import { messagesOf } from '../messages/messages.ts';

type Found = PageOfSearchQuery['search'];

function orders(address: SearchAddress): ComponentChildren {
  const messages = messagesOf().browse.search;
  const names: readonly (readonly [SearchOrderWord | undefined, string])[] = [
    [undefined, messages.orders.relevance],
    ['newest', messages.orders.newest],
    ['name', messages.orders.name],
  ];
  return h(
    'nav',
    { 'aria-label': messages.orderLabel },
    h(
      'ul',
      { class: 'row' },
      names.map(([order, text]) =>
        h(
          'li',
          null,
          h(
            'a',
            { href: searchPath({ ...address, order, page: 1 }), ...(address.order === order ? { 'aria-current': 'true' } : {}) },
            text,
          ),
        ),
      ),
    ),
  );
}

function pager(address: SearchAddress, totalCount: number): ComponentChildren {
  const { browse, reader } = messagesOf();
  const messages = browse.search;
  const pages = Math.ceil(totalCount / HITS_PER_PAGE);
  if (pages <= 1) return null;
  const { page } = address;
  const link = (target: number, text: string, rel: string): ComponentChildren =>
    target < 1 || target > pages ? null : h('li', null, h('a', { href: searchPath({ ...address, page: target }), rel }, text));
  return h(
    'nav',
    { 'aria-label': messages.pagesLabel },
    h(
      'ul',
      { class: 'row' },
      link(page - 1, messages.previous, 'prev'),
      h('li', null, reader.pages(page, pages)),
      link(page + 1, messages.next, 'next'),
    ),
  );
}

/** What may have been meant, each a search of its own. */
function spelling({ spellingAlternatives }: Found, address: SearchAddress): ComponentChildren {
  const meant = spellingAlternatives.flatMap(({ word, alternatives }) =>
    alternatives.map((other) => ({ other, words: address.words.toLowerCase().replaceAll(word, other) })),
  );
  if (meant.length === 0) return null;
  return h(
    'p',
    null,
    messagesOf().browse.search.didYouMean,
    meant.map(({ other, words }, place) => [
      place === 0 ? '' : messagesOf().browse.search.or,
      h('a', { href: searchPath({ ...address, words, page: 1 }), dir: 'auto' }, other),
    ]),
    '?',
  );
}

function results(found: Found, address: SearchAddress): ComponentChildren {
  const { nodes, totalCount, cutShort } = found;
  const messages = messagesOf().browse.search;
  const count = messages.results(totalCount);
  return h(
    'div',
    { class: 'results' },
    kindTabs(address, found.countsByKind),
    chosenFilters(address),
    h('p', { class: 'quiet', role: 'status' }, nodes.length === 0 ? messages.nothing : cutShort ? messages.atLeast(count) : count),
    cutShort ? h('p', { class: 'notice' }, messages.cutShort) : null,
    spelling(found, address),
    nodes.length === 0
      ? null
      : [orders(address), h('ol', { class: 'list hits', start: (address.page - 1) * HITS_PER_PAGE + 1 }, nodes.map(searchHit))],
    pager(address, totalCount),
  );
}

/** The collection that is searched alone. @throws DomainError COLLECTION_NOT_FOUND */
async function searchedCollection(
  { run }: PageCall,
  alias: string | undefined,
): Promise<{ readonly alias: string; readonly name: string } | undefined> {
  if (alias === undefined) return undefined;
  const { collection } = await run(PageOfSearchedCollectionDocument, { alias });
  if (collection === null) throw new DomainError('COLLECTION_NOT_FOUND', 'There is no such collection.');
  return collection;
}

/** Collections, datasets and files that fit words and chosen facets, all of it in the address. */
export const searchPage: MakePage = async (call) => {
  const address = readSearchAddress(call);
  const collection = await searchedCollection(call, address.within);
  const { search } = await call.run(PageOfSearchDocument, {
    query: address.words === '' ? '*' : address.words,
    filters: [...address.filters],
    kinds: askedKinds(address),
    within: collection === undefined ? [] : [{ alias: collection.alias }],
    orderBy: address.order === undefined ? null : { field: SEARCH_ORDERS[address.order] },
    offset: (address.page - 1) * HITS_PER_PAGE,
    first: HITS_PER_PAGE,
  });
  const { words } = address;
  const messages = messagesOf().browse.search;
  return {
    title: words === '' ? messages.heading : messages.title(words),
    listed: false,
    search: false,
    main: [
      h('div', { class: 'heading' }, h('h1', null, messages.heading)),
      searchForm({ words, ...(collection === undefined ? {} : { collection }) }),
      h('div', { class: 'search-results' }, facetList(address, search), results(search, address)),
    ],
  };
};
