/** Which words and filters of a search are kept. See docs/adr/0100-hits-of-frequent-words-are-kept.md and docs/adr/0107-filters-and-collections-are-kept-as-bits.md. */
import { sql } from 'drizzle-orm';
import type { SearchCondition } from '../../../model/search/search-condition.ts';
import type { SearchRequest, SearchTree } from '../../../model/search/search-request.ts';
import { preparedRows, type Queryable } from '../../client.ts';
import { isRanked, wordsAlone } from './find-by-words.ts';
import { EVERYTHING, hasExactValues, isOfVersions, termBelow, termOfValue } from './kept-terms.ts';

/** Documents that have changed and are looked at one by one; where there are more, all is found as without kept words. */
const MOST_CHANGES = 2_000;

/** A search that kept hits may answer. */
export interface KeepableSearch {
  /** Words as they were asked for; empty for everything. */
  readonly words: readonly string[];
  /** Whether hits have all of the words; otherwise they have any. */
  readonly all: boolean;
  /** `facet=value`, all of which hits have. */
  readonly values: readonly string[];
  readonly tree: SearchTree | undefined;
}

/** What a search asks for, as far as it is kept. */
export interface KeptWords {
  readonly asked: KeepableSearch;
  /** Kept words and terms, each with the number of the part that it is of: hits have any of each part. */
  readonly kept: readonly string[];
  readonly parts: readonly number[];
  readonly partCount: number;
  /** Words that are not kept, as a tsquery; null for none. */
  readonly rest: string | null;
}

interface LookedUp {
  readonly place: number;
  readonly kept: readonly string[];
  readonly rest: string | null;
  readonly terms: readonly string[];
  readonly changes: number;
}

const givenWords = sql`${sql.placeholder('words')}::text[]`;
const givenTerms = sql`${sql.placeholder('terms')}::text[]`;

const PLAIN = sql.raw(String.raw`'^''[^''\\ ]+''( \| ''[^''\\ ]+'')*$'`);

/**
 * For each text its words: a text is its exact word or its stem; what is more than that, such as a phrase, is not kept. Terms and words that
 * have to be kept anew count as not kept.
 */
const lookUp = preparedRows<LookedUp>(
  () => sql`
    with asked as (
      select place::int, words::text as words from unnest(${givenWords}) with ordinality text(text, place), search_phrase(text) words where numnode(words) > 0),
    piece as (
      select distinct place, plain, piece from (select place, words, words ~ ${PLAIN} as plain from asked) one,
        unnest(case when plain then string_to_array(words, ' | ') else array['(' || words || ')'] end) piece),
    fresh as (select word from search_kept_word where not exists (select from search_stale stale where stale.word = search_kept_word.word))
    select coalesce(place, 0) as place, coalesce(array_agg(word) filter (where word is not null), '{}') as kept, string_agg(piece, ' | ') filter (where word is null) as rest,
      array(select word from fresh where word = any(array(select unnest(${givenTerms})))) as terms,
      (select count(*)::int from (select from search_change limit ${sql.raw(String(MOST_CHANGES + 1))}) noted) as changes
    from (values (1)) once left join piece on true left join fresh on plain and word = trim(both '''' from piece) group by place`,
);

/** The exact value that a filter asks for; undefined for any other filter. */
function valueOf(filter: SearchCondition): string | undefined {
  if (filter.kind !== 'fact' || filter.fact.of === 'metadata' || filter.test.is !== 'one' || !hasExactValues(filter.fact.name)) {
    return undefined;
  }
  if (filter.fact.of === 'column' && !isOfVersions(filter.fact.name)) return undefined;
  const [value, ...more] = filter.test.values;
  return value === undefined || more.length > 0 ? undefined : `${filter.fact.name}=${value}`;
}

/** A search for words or for everything, with filters by exact values and below a collection, in an order that kept hits have; undefined for any other. */
export function keepableSearch(request: SearchRequest): KeepableSearch | undefined {
  const { condition, filters, trees, circle, sort, descending, kinds, most } = request;
  if (circle !== undefined || most !== undefined || !descending || trees.length > 1) return undefined;
  const values = filters.map(valueOf).filter((value) => value !== undefined);
  if (values.length < filters.length) return undefined;
  const byDate = sort.by === 'date' && !kinds.includes('DATAFILE');
  const [tree] = trees;
  if (condition.kind === 'all') return byDate || sort.by === 'relevance' ? { words: [], all: false, values, tree } : undefined;
  const plain = byDate || isRanked(request) ? wordsAlone(condition) : undefined;
  return plain === undefined ? undefined : { ...plain, all: plain.all && plain.words.length > 1, values, tree };
}

/** What of a search is kept; undefined where too little is, or too much has changed since. */
export async function findKeptWords(db: Queryable, asked: KeepableSearch): Promise<KeptWords | undefined> {
  const { words, all, values, tree } = asked;
  const reached = tree?.reached ?? [];
  const needed = [...values.map(termOfValue), ...(tree === undefined ? [] : [termBelow(tree.collectionId)])];
  const everything = words.length === 0 && needed.length === 0 ? [EVERYTHING] : [];
  const terms = [...new Set([...needed, ...everything])];
  const found = await lookUp(db).execute({ words, terms: [...terms, ...reached.map(termBelow)] });
  const [first] = found;
  if (first === undefined || first.changes > MOST_CHANGES) return undefined;
  const isKept = new Set(first.terms);
  // Of what is linked into the collection rows are read, which must not be too many.
  if (terms.some((term) => !isKept.has(term)) || isKept.size > terms.length) return undefined;
  const ofWords = found.filter(({ place }) => place > 0);
  const rests = ofWords.flatMap(({ rest }) => (rest === null ? [] : [rest]));
  // Each of several words is a part, all of whose hits are kept.
  if (all && (rests.length > 0 || ofWords.length < words.length)) return undefined;
  if (words.length > 0 && ofWords.length === 0) return undefined;
  const kept = ofWords.flatMap(({ place, kept: ofText }) => ofText.map((word) => ({ word, part: all ? place : 1 })));
  if (kept.length === 0 && terms.length === 0) return undefined;
  const firstTerm = words.length === 0 ? 1 : all ? words.length + 1 : 2;
  const keptTerms = terms.map((word, number) => ({ word, part: firstTerm + number }));
  const unique = new Map([...kept, ...keptTerms].map((one) => [JSON.stringify([one.part, one.word]), one]));
  const pairs = [...unique.values()];
  return {
    asked,
    kept: pairs.map(({ word }) => word),
    parts: pairs.map(({ part }) => part),
    partCount: firstTerm - 1 + terms.length,
    rest: rests.length === 0 ? null : rests.join(' | '),
  };
}
