/**
 * Queries of search, in the manner of search engines: `finch AND NOT title:"Darwin's finches"`. They are read into this tree and compiled
 * from it; no part of the text is passed on as a query of another language. Source: collections.md 11.1.
 */

/** What a query asks of what can be found. */
export type SearchQuery =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'every' | 'any'; readonly parts: readonly SearchQuery[] }
  | { readonly kind: 'not'; readonly part: SearchQuery }
  | SearchTerm
  | SearchRange;

interface OfField {
  /** Name of the field; null for all. */
  readonly field: string | null;
  /** Where it begins, from 0. */
  readonly place: number;
}

/** Words, one after the other if there are several. */
export interface SearchTerm extends OfField {
  readonly kind: 'term';
  readonly text: string;
  /** `exact`: in quotes. `pattern`: with the wildcards `*` and `?`, escaped by a backslash where they are meant. */
  readonly form: 'word' | 'exact' | 'pattern';
}

/** Values between two; null for an open end. */
export interface SearchRange extends OfField {
  readonly kind: 'range';
  readonly from: string | null;
  readonly to: string | null;
  readonly includesFrom: boolean;
  readonly includesTo: boolean;
}

/** Why a query cannot be read, and where. */
export class SearchQueryFault extends Error {
  /** The character, from 0. */
  readonly place: number;

  constructor(message: string, place: number) {
    super(message);
    this.place = place;
  }
}

/** Each hit is compared with every term. */
export const MOST_TERMS = 200;
export const DEEPEST = 20;
/** In characters as they are compared: some fall apart into a dozen, and each of Chinese or Japanese is a word of a phrase. */
export const LONGEST_QUERY = 1_000;
