/** Searches for everything and for frequent words, of which hits are kept. See docs/adr/0100-hits-of-frequent-words-are-kept.md. */
import { sql } from 'drizzle-orm';
import type { SearchAnswer, SearchRequest } from '../../../model/search/search-request.ts';
import { preparedRows, type Queryable } from '../../client.ts';
import type { Onlooker, Searcher } from '../gate/visible.ts';
import { type AskedFacets, facetsByWay } from './facet-counts.ts';
import { allKept, type KeptHits, keptByDate, keptByRank, keptInOrder } from './kept-hits.ts';
import type { KeptWords } from './kept-words.ts';
import { columnsFor } from './search-columns.ts';
import { anyPhrase } from './search-conditions.ts';
import { answerOf, type AnswerRow, chosenBy, rankBy, statementOf } from './search-statement.ts';

/** Words are ranked; everything is in the order of ids or of dates. */
const ORDERS = { rank: keptByRank, id: keptInOrder, date: keptByDate } as const;

/** Statements by what they depend on beside their values: who asks, what for, and which facets are computed. There are few. */
const statements = new Map<string, ReturnType<typeof preparedRows<AnswerRow>>>();

function statementFor(
  superuser: boolean,
  order: keyof typeof ORDERS,
  { coded, written, computed }: AskedFacets,
): ReturnType<typeof preparedRows<AnswerRow>> {
  const key = JSON.stringify([superuser, order, coded.length > 0, written.length > 0, computed]);
  const existing = statements.get(key);
  if (existing !== undefined) return existing;
  const searcher: Searcher = { superuser, identities: sql.placeholder('identities') };
  const words = anyPhrase(sql.placeholder('words'));
  const rank = order === 'rank' ? rankBy(words) : undefined;
  const hits: KeptHits = {
    searcher,
    kept: sql.placeholder('kept'),
    rest: sql.placeholder('rest'),
    matches: order === 'rank' ? sql`doc.words @@ ${words}` : sql`true`,
    isChosen: chosenBy(sql.placeholder('kinds')),
    offset: sql.placeholder('offset'),
    limit: sql.placeholder('limit'),
  };
  const statement = preparedRows<AnswerRow>(() =>
    statementOf({
      found: ORDERS[order](hits, rank),
      valid: allKept(hits),
      direction: sql`desc nulls last`,
      rank,
      columns: columnsFor(searcher),
      sampledCodes: sql`select facet_codes, place from sampled`,
      facets: { coded, written, computed },
      names: { coded: sql.placeholder('coded'), written: sql.placeholder('written') },
    }),
  );
  statements.set(key, statement);
  return statement;
}

/** Asks for any of some words, of which frequent ones are kept, or for everything where there are none; undefined if they are kept no more. */
export async function findKept(
  db: Queryable,
  onlooker: Onlooker,
  { kept, rest, words }: KeptWords,
  asked: SearchRequest,
): Promise<SearchAnswer | undefined> {
  const facets = facetsByWay(asked.facets);
  const { coded, written } = facets;
  const { kinds, offset, limit } = asked;
  const { identities, superuser } = onlooker;
  const order = words.length > 0 ? 'rank' : asked.sort.by === 'date' ? 'date' : 'id';
  const statement = statementFor(superuser, order, facets);
  const values = { identities, kinds, offset, limit, coded, written, kept, rest };
  const [row] = await statement(db).execute(words.length === 0 ? values : { ...values, words });
  return row?.valid === true ? answerOf(row, asked) : undefined;
}
