/** Parts of queries in the words of OpenSearch. No text of a caller stands where it would be read as a query. */
import type { Types } from '@opensearch-project/opensearch';
import type { GlobeBox } from '../../model/search/globe-box.ts';
import type { AskedWords, EngineAccess } from '../../model/search/search-engine.ts';

export type Query = Types.Common_QueryDsl.QueryContainer;

export const EVERYTHING: Query = { match_all: {} };
export const NOTHING: Query = { match_none: {} };

export const anyOf = (should: Query[]): Query =>
  should.length === 0 ? NOTHING : should.length === 1 ? (should[0] ?? NOTHING) : { bool: { should, minimum_should_match: 1 } };
export const allOf = (filter: Query[]): Query => ({ bool: { filter } });
export const not = (query: Query): Query => ({ bool: { must_not: [query] } });
export const oneOf = (field: string, values: (string | number)[]): Query => ({ terms: { [field]: values } });
export const exists = (field: string): Query => ({ exists: { field } });

/** Beginnings of more than one word go on with so many words at most. */
const MOST_ENDINGS = 1_000;

const phrase = (field: string, query: string, boost = 1): Query => ({ match_phrase: { [field]: { query, boost } } });

/** The words one after the other, as they are or by their stems. */
export function wordsIn(field: string, { plain, stems }: AskedWords, boost = 1): Query {
  if (plain === '') return NOTHING;
  return anyOf([phrase(field, plain, boost), ...(stems === plain ? [] : [phrase(field, stems, boost)])]);
}

/** The words one after the other, of which the last may go on. */
export function beginningIn(field: string, { plain }: Pick<AskedWords, 'plain'>): Query {
  if (plain === '') return NOTHING;
  if (!plain.includes(' ')) return { prefix: { [field]: { value: plain } } };
  return { match_phrase_prefix: { [field]: { query: plain, max_expansions: MOST_ENDINGS } } };
}

/** How much words count for more in titles, and in what describes most. */
const OF_TITLE = 8;
const OF_DESCRIPTION = 3;

/** The words anywhere; those of titles and descriptions count for more. */
export function anywhere(words: AskedWords): Query {
  if (words.plain === '') return NOTHING;
  const { plain } = words;
  return {
    bool: { must: [wordsIn('words', words)], should: [phrase('words_a', plain, OF_TITLE), phrase('words_b', plain, OF_DESCRIPTION)] },
  };
}

const SIGNS = /[*?\\]/gu;

/** A pattern with `*` and `?`, anywhere the whole value. */
export const like = (field: string, pattern: string): Query => ({ wildcard: { [field]: { value: pattern, case_insensitive: true } } });

/** What a text is as a pattern that is nothing but itself. */
export const literal = (text: string): string => text.replaceAll(SIGNS, String.raw`\$&`);

/** A bounding box that touches one. */
export function touching({ west, east, south, north }: GlobeBox): Query {
  const westerly: Query = { range: { 'boxes.west': { lte: east } } };
  const easterly: Query = { range: { 'boxes.east': { gte: west } } };
  const heights: Query[] = [{ range: { 'boxes.south': { lte: north } } }, { range: { 'boxes.north': { gte: south } } }];
  return { nested: { path: 'boxes', query: { bool: { filter: [...heights, westerly, easterly] } }, score_mode: 'none' } };
}

/** What may be seen: what is public, and what lies where a permission is held. The rule of `visible.ts`, over what was written there. */
export function visibleTo({ superuser, collections, datasets }: EngineAccess): Query {
  if (superuser) return EVERYTHING;
  const collection: Query = oneOf('kind', ['COLLECTION']);
  return anyOf([
    { term: { public: { value: true } } },
    ...(collections.length === 0 ? [] : [allOf([collection, oneOf('access', [...collections])])]),
    ...(datasets.length === 0 ? [] : [{ bool: { filter: [oneOf('access', [...datasets])], must_not: [collection] } }]),
  ]);
}

/** Drafts whose curation status may be seen. */
export function curatedBy({ superuser, curation }: EngineAccess): Query {
  return superuser ? EVERYTHING : curation.length === 0 ? NOTHING : oneOf('access', [...curation]);
}
