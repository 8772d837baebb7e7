/** What the address of the search page says, read and written in one place: links of facets and pages change one part of it. */
import type { PageCall } from '../page.ts';
import { pageNumber } from '../page-number.ts';

/** Kinds of hits by their word in an address. */
export const SEARCH_KINDS = { datasets: 'DATASET', files: 'DATAFILE', collections: 'COLLECTION' } as const;
export type SearchKindWord = keyof typeof SEARCH_KINDS;

/** Orders by their word in an address; relevance without one. */
export const SEARCH_ORDERS = { newest: 'date', name: 'name' } as const;
export type SearchOrderWord = keyof typeof SEARCH_ORDERS;

/** Hits on a page. */
export const HITS_PER_PAGE = 20;

/** More filters than people choose by hand. */
const MOST_FILTERS = 20;

/** A search as an address holds it. */
export interface SearchAddress {
  /** Words; empty for everything. */
  readonly words: string;
  /** The kind of hits; all kinds without. */
  readonly kind: SearchKindWord | undefined;
  /** Chosen values of facets, each `field:"value"`. */
  readonly filters: readonly string[];
  /** Alias of the collection that is searched; everything without. */
  readonly within: string | undefined;
  readonly order: SearchOrderWord | undefined;
  /** From 1. */
  readonly page: number;
}

function wordOf<Word extends string>(words: Readonly<Record<Word, unknown>>, text: string | undefined): Word | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a key of the object
  return text !== undefined && Object.hasOwn(words, text) ? (text as Word) : undefined;
}

/** Reads an address; what it does not know counts as not given. */
export function readSearchAddress({ query, repeated }: Pick<PageCall, 'query' | 'repeated'>): SearchAddress {
  const { in: within } = query;
  return {
    words: (query['q'] ?? '').trim(),
    kind: wordOf(SEARCH_KINDS, query['kind']),
    filters: [...new Set(repeated('filter'))].slice(0, MOST_FILTERS),
    within: within === undefined || within === '' ? undefined : within,
    order: wordOf(SEARCH_ORDERS, query['order']),
    page: pageNumber(query['page']),
  };
}

/** Writes an address, without what it need not say. */
export function searchPath({ words, kind, filters, within, order, page }: SearchAddress): string {
  const parameters = new URLSearchParams();
  if (words !== '') parameters.append('q', words);
  if (within !== undefined) parameters.append('in', within);
  if (kind !== undefined) parameters.append('kind', kind);
  for (const filter of filters) parameters.append('filter', filter);
  if (order !== undefined) parameters.append('order', order);
  if (page > 1) parameters.append('page', String(page));
  const text = parameters.toString();
  return text === '' ? '/search' : `/search?${text}`;
}

/** A filter for one value of a facet, in the language of queries. Source: collections.md 11.1. */
export function facetFilter(name: string, value: string): string {
  return `${name}:"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Facet and value in a filter that `facetFilter` wrote; undefined for another one. */
export function filterParts(filter: string): { readonly facet: string; readonly value: string } | undefined {
  const [, facet, value] = /^([\w.-]+):"((?:[^"\\]|\\.)*)"$/su.exec(filter) ?? [];
  return facet === undefined || value === undefined ? undefined : { facet, value: value.replaceAll(/\\(.)/gsu, '$1') };
}
