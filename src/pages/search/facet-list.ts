/** What a search can be narrowed by: kinds of hits and the values of facets, each a link. */
import { type ComponentChildren, h } from 'preact';
import type { PageOfSearchQuery } from '../../generated/page-operations.ts';
import { countText } from '../file-size.ts';
import { facetFilter, filterText, type SearchAddress, SEARCH_KINDS, type SearchKindWord, searchPath } from './search-address.ts';

type Found = PageOfSearchQuery['search'];

const VALUES_AT_FIRST = 5;
const KIND_NAMES: Readonly<Record<SearchKindWord, string>> = { datasets: 'Datasets', files: 'Files', collections: 'Collections' };

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
  const kinds: readonly SearchKindWord[] = ['datasets', 'files', 'collections'];
  return h(
    'nav',
    { 'aria-label': 'Kinds of results' },
    h(
      'ul',
      { class: 'row kinds' },
      link(
        undefined,
        'All',
        kinds.reduce((sum, kind) => sum + counts[kind], 0),
      ),
      kinds.map((kind) => link(kind, KIND_NAMES[kind], counts[kind])),
    ),
  );
}

/** The chosen values, each with a link that takes it back. */
export function chosenFilters(address: SearchAddress): ComponentChildren {
  const { filters } = address;
  if (filters.length === 0) return null;
  return h(
    'ul',
    { class: 'row', 'aria-label': 'Chosen filters' },
    filters.map((filter) =>
      h(
        'li',
        null,
        h(
          'a',
          { class: 'badge chosen', href: searchPath({ ...address, filters: filters.filter((other) => other !== filter), page: 1 }) },
          h('bdi', null, filterText(filter)),
          h('span', { 'aria-hidden': 'true' }, ' ×'),
          h('span', { class: 'unseen' }, ' (take this filter back)'),
        ),
      ),
    ),
  );
}

function facet(address: SearchAddress, { name, label, values }: Found['facets'][number], estimated: boolean): ComponentChildren {
  const open = values.filter(({ value }) => !address.filters.includes(facetFilter(name, value)));
  if (open.length === 0) return null;
  const link = ({ value, label: text, count }: (typeof values)[number]): ComponentChildren =>
    h(
      'li',
      null,
      h(
        'a',
        { href: searchPath({ ...address, filters: [...address.filters, facetFilter(name, value)], page: 1 }), rel: 'nofollow' },
        h('bdi', null, text),
      ),
      h('span', { class: 'quiet' }, ` ${estimated ? 'about ' : ''}${countText(count)}`),
    );
  const more = open.slice(VALUES_AT_FIRST);
  return h(
    'section',
    { 'aria-labelledby': `facet-${name}` },
    h('h3', { id: `facet-${name}` }, label),
    h('ul', null, open.slice(0, VALUES_AT_FIRST).map(link)),
    more.length === 0 ? null : h('details', null, h('summary', null, `${more.length} more`), h('ul', null, more.map(link))),
  );
}

/** The facets of the hits. */
export function facetList(address: SearchAddress, { facets, facetsEstimated }: Found): ComponentChildren {
  const lists = facets.map((one) => facet(address, one, facetsEstimated)).filter((list) => list !== null);
  return lists.length === 0 ? null : h('aside', { class: 'facets', 'aria-label': 'Filters' }, h('h2', null, 'Narrow down'), lists);
}

/** The kinds that an address asks for, as the schema names them. */
export function askedKinds({ kind }: SearchAddress): (typeof SEARCH_KINDS)[SearchKindWord][] {
  return kind === undefined ? Object.values(SEARCH_KINDS) : [SEARCH_KINDS[kind]];
}
