/** What a search can be narrowed by: kinds of hits and the values of facets, each a link. */
import { type ComponentChildren, h } from 'preact';
import type { PageOfSearchQuery } from '../../generated/page-operations.ts';
import { countText } from '../file-size.ts';
import { facetFilter, filterParts, type SearchAddress, SEARCH_KINDS, type SearchKindWord, searchPath } from './search-address.ts';
import { messagesOf } from '../messages/messages.ts';

type Found = PageOfSearchQuery['search'];

const VALUES_AT_FIRST = 5;

/** Links to the hits of each kind, and to all. */
export function kindTabs(address: SearchAddress, counts: Found['countsByKind']): ComponentChildren {
  const link = (kind: SearchKindWord | undefined, text: string, count: number): ComponentChildren =>
    h(
      'li',
      null,
      h(
        'a',
        { href: searchPath({ ...address, kind, page: 1 }), ...(address.kind === kind ? { 'aria-current': 'page' } : {}) },
        `${text} (${countText(count)})`,
      ),
    );
  const messages = messagesOf().browse.search;
  const kinds: readonly SearchKindWord[] = ['datasets', 'files', 'collections'];
  return h(
    'nav',
    { 'aria-label': messages.kindsLabel },
    h(
      'ul',
      { class: 'row kinds' },
      link(
        undefined,
        messages.all,
        kinds.reduce((sum, kind) => sum + counts[kind], 0),
      ),
      kinds.map((kind) => link(kind, messages.kinds[kind], counts[kind])),
    ),
  );
}

/** A filter as people read it. */
function shownFilter(filter: string): string {
  const parts = filterParts(filter);
  return parts === undefined ? filter : messagesOf().shipped.facetValue(parts.facet, parts.value);
}

/** The chosen values, each with a link that takes it back. */
export function chosenFilters(address: SearchAddress): ComponentChildren {
  const { filters } = address;
  if (filters.length === 0) return null;
  const messages = messagesOf().browse.search;
  return h(
    'ul',
    { class: 'row', 'aria-label': messages.chosen },
    filters.map((filter) =>
      h(
        'li',
        null,
        h(
          'a',
          { class: 'badge chosen', href: searchPath({ ...address, filters: filters.filter((other) => other !== filter), page: 1 }) },
          h('bdi', null, shownFilter(filter)),
          h('span', { 'aria-hidden': 'true' }, ' ×'),
          h('span', { class: 'unseen' }, messages.takeBack),
        ),
      ),
    ),
  );
}

function facet(address: SearchAddress, { name, label, values }: Found['facets'][number], estimated: boolean): ComponentChildren {
  const open = values.filter(({ value }) => !address.filters.includes(facetFilter(name, value)));
  if (open.length === 0) return null;
  const messages = messagesOf().browse.search;
  const link = ({ value, label: text, count }: (typeof values)[number]): ComponentChildren =>
    h(
      'li',
      null,
      h(
        'a',
        { href: searchPath({ ...address, filters: [...address.filters, facetFilter(name, value)], page: 1 }), rel: 'nofollow' },
        h('bdi', null, messagesOf().shipped.facetValue(name, text)),
      ),
      h('span', { class: 'quiet' }, ` ${estimated ? messages.about(countText(count)) : countText(count)}`),
    );
  const more = open.slice(VALUES_AT_FIRST);
  return h(
    'section',
    { 'aria-labelledby': `facet-${name}` },
    h('h3', { id: `facet-${name}` }, messagesOf().shipped.facet(name, label)),
    h('ul', null, open.slice(0, VALUES_AT_FIRST).map(link)),
    more.length === 0 ? null : h('details', null, h('summary', null, messages.more(more.length)), h('ul', null, more.map(link))),
  );
}

/** The facets of the hits. */
export function facetList(
  address: SearchAddress,
  { facets, facetsEstimated }: Pick<Found, 'facets' | 'facetsEstimated'>,
): ComponentChildren {
  const lists = facets.map((one) => facet(address, one, facetsEstimated)).filter((list) => list !== null);
  return lists.length === 0
    ? null
    : h(
        'aside',
        { class: 'facets', 'aria-label': messagesOf().browse.search.filters },
        h('h2', null, messagesOf().browse.search.narrow),
        lists,
      );
}

/** The kinds that an address asks for, as the schema names them. */
export function askedKinds({ kind }: SearchAddress): (typeof SEARCH_KINDS)[SearchKindWord][] {
  return kind === undefined ? Object.values(SEARCH_KINDS) : [SEARCH_KINDS[kind]];
}
