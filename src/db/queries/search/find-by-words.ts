/** Searches for words and nothing else. See docs/adr/0099-plans-of-searches-are-kept.md. */
import { sql } from 'drizzle-orm';
import type { SearchCondition } from '../../../model/search/search-condition.ts';
import type { SearchAnswer, SearchRequest } from '../../../model/search/search-request.ts';
import { preparedRows, type Queryable } from '../../client.ts';
import { type Onlooker, type Searcher, visibleDocumentAlone } from '../gate/visible.ts';
import { type AskedFacets, facetsByWay } from './facet-counts.ts';
import { isNearby, rankedHits } from './hits-of-search.ts';
import { columnsFor } from './search-columns.ts';
import { anyPhrase, phrases } from './search-conditions.ts';
import { answerOf, type AnswerRow, chosenBy, rankBy, statementOf } from './search-statement.ts';

/** Statements by what they depend on beside their values: who asks, and which facets are computed. There are few. */
const plainStatements = new Map<string, ReturnType<typeof preparedRows<AnswerRow>>>();

function plainStatement(superuser: boolean, { coded, written, computed }: AskedFacets): ReturnType<typeof preparedRows<AnswerRow>> {
  const key = JSON.stringify([superuser, coded.length > 0, written.length > 0, computed]);
  const existing = plainStatements.get(key);
  if (existing !== undefined) return existing;
  const searcher: Searcher = { superuser, identities: sql.placeholder('identities') };
  const columns = columnsFor(searcher);
  const rank = rankBy(anyPhrase(sql.placeholder('words')));
  const direction = sql`desc nulls last`;
  const statement = preparedRows<AnswerRow>(() =>
    statementOf({
      found: rankedHits(rank, {
        source: sql`from search_document doc where doc.words @@ ${phrases(sql.placeholder('words'), sql.placeholder('all'))} and ${visibleDocumentAlone(searcher)}`,
        isChosen: chosenBy(sql.placeholder('kinds')),
        direction,
        offset: sql.placeholder('offset'),
        limit: sql.placeholder('limit'),
        nearby: true,
        most: undefined,
      }),
      direction,
      rank,
      columns,
      facets: { coded, written, computed },
      names: { coded: sql.placeholder('coded'), written: sql.placeholder('written') },
    }),
  );
  plainStatements.set(key, statement);
  return statement;
}

/** Words that are asked for, and nothing else. */
export interface PlainWords {
  readonly words: readonly string[];
  /** Whether hits have all of them; otherwise they have any. */
  readonly all: boolean;
}

/**
 * Asks the index for words and nothing else, as most people do, by a statement that each connection plans once: planning takes longer than
 * finding what is rare. PostgreSQL has to be told to keep the plan (`plan_cache_mode`).
 */
export async function findByWords(db: Queryable, onlooker: Onlooker, plain: PlainWords, asked: SearchRequest): Promise<SearchAnswer> {
  const { coded, written, computed } = facetsByWay(asked.facets);
  const { kinds, offset, limit } = asked;
  const { identities, superuser } = onlooker;
  const statement = plainStatement(superuser, { coded, written, computed });
  const [row] = await statement(db).execute({ identities, ...plain, kinds, offset, limit, coded, written });
  return answerOf(row, asked);
}

/** The words of a condition that is words and nothing else; undefined for any other. */
export function wordsAlone(condition: SearchCondition): PlainWords | undefined {
  const several = condition.kind === 'every' || condition.kind === 'any';
  const parts = several ? condition.parts : [condition];
  const words = parts.flatMap((part) => (part.kind === 'words' ? [part.text] : []));
  return words.length > 0 && words.length === parts.length ? { words, all: condition.kind === 'every' } : undefined;
}

/** Whether a search is in the order of ranks, within the hits that are ranked. */
export const isRanked = ({ sort, descending, offset, limit }: SearchRequest): boolean =>
  sort.by === 'relevance' && descending && isNearby(offset, limit);

/** The words of a search for words and nothing else, within the hits that are ranked; undefined for any other. */
export function plainWords(asked: SearchRequest): PlainWords | undefined {
  const { condition, filters, trees, circle, most } = asked;
  const whole = filters.length === 0 && trees.length === 0 && circle === undefined && most === undefined;
  return whole && isRanked(asked) ? wordsAlone(condition) : undefined;
}
