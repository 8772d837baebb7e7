/** Which words of a search are kept. See docs/adr/0100-hits-of-frequent-words-are-kept.md. */
import { sql } from 'drizzle-orm';
import type { SearchRequest } from '../../../model/search/search-request.ts';
import { preparedRows, type Queryable } from '../../client.ts';
import { plainWords } from './find-by-words.ts';

/** Documents that have changed and are looked at one by one; where there are more, all is found as without kept words. */
const MOST_CHANGES = 2_000;
/** Stands for everything among kept words. */
export const EVERYTHING = '';

/** What a search asks for, as far as it is kept. */
export interface KeptWords {
  readonly kept: readonly string[];
  /** Words that are not kept, as a tsquery; null for none. */
  readonly rest: string | null;
  /** All of them as they were asked for, of which hits have any; empty for everything. */
  readonly words: readonly string[];
}

interface LookedUp {
  readonly kept: readonly string[];
  readonly rest: string | null;
  readonly changes: number;
}

const PLAIN = sql.raw(String.raw`'^''[^''\\ ]+''( \| ''[^''\\ ]+'')*$'`);

const asked = sql`${sql.placeholder('words')}::text[]`;

/** A text is its exact word or its stem; what is more than that, such as a phrase, is not kept. */
const lookUp = preparedRows<LookedUp>(
  () => sql`
    with asked as (select words::text as words from unnest(${asked}) text, search_phrase(text) words where numnode(words) > 0),
    piece as (
      select distinct plain, piece from (select words, words ~ ${PLAIN} as plain from asked) one,
        unnest(case when plain then string_to_array(words, ' | ') else array['(' || words || ')'] end) piece
      union all select true, '' where ${asked} = '{}')
    select coalesce(array_agg(word) filter (where word is not null), '{}') as kept, string_agg(piece, ' | ') filter (where word is null) as rest,
      (select count(*)::int from (select from search_change limit ${sql.raw(String(MOST_CHANGES + 1))}) noted) as changes
    from piece left join search_kept_word on plain and word = trim(both '''' from piece)`,
);

/** The words of a search for any of them, none for everything, where kept hits can be given in its order; undefined for all else. */
export function wordsOfKept(request: SearchRequest): readonly string[] | undefined {
  const { condition, filters, trees, circle, sort, descending, kinds, most } = request;
  if (condition.kind !== 'all') {
    const plain = plainWords(request);
    return plain === undefined || (plain.all && plain.words.length > 1) ? undefined : plain.words;
  }
  if (filters.length > 0 || trees.length > 0 || circle !== undefined || most !== undefined || !descending) return undefined;
  return sort.by === 'relevance' || (sort.by === 'date' && !kinds.includes('DATAFILE')) ? [] : undefined;
}

/** What of some words is kept; undefined where nothing is, or too much has changed since. */
export async function findKeptWords(db: Queryable, words: readonly string[]): Promise<KeptWords | undefined> {
  const [found] = await lookUp(db).execute({ words });
  if (found === undefined || found.kept.length === 0 || found.changes > MOST_CHANGES) return undefined;
  return { kept: found.kept, rest: found.rest, words };
}
