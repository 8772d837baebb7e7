/**
 * Searches for everything and for frequent words, of which hits are kept, also with filters and below a collection. See
 * docs/adr/0100-hits-of-frequent-words-are-kept.md and docs/adr/0107-filters-and-collections-are-kept-as-bits.md.
 */
import { sql } from 'drizzle-orm';
import type { SearchAnswer, SearchRequest } from '../../../model/search/search-request.ts';
import { preparedRows, type Queryable } from '../../client.ts';
import type { Onlooker, Searcher } from '../gate/visible.ts';
import { type AskedFacets, facetsByWay } from './facet-counts.ts';
import { allKept, type KeptHits, keptByDate, keptByRank, keptInOrder } from './kept-hits.ts';
import { facetOf, hasValues, hasValuesOfVersions, isBelow, isOfVersions } from './kept-terms.ts';
import type { KeptWords } from './kept-words.ts';
import { columnsFor } from './search-columns.ts';
import { anyPhrase, phrases } from './search-conditions.ts';
import { answerOf, type AnswerRow, chosenBy, rankBy, statementOf } from './search-statement.ts';

/** Words are ranked; everything is in the order of ids or of dates. */
const ORDERS = { rank: keptByRank, id: keptInOrder, date: keptByDate } as const;

/** What a statement depends on beside its values. */
interface Shape {
  readonly superuser: boolean;
  readonly byWords: boolean;
  readonly order: keyof typeof ORDERS;
  readonly byValue: boolean;
  /** Whether values may be of files by their versions. */
  readonly ofVersions: boolean;
  readonly inTree: boolean;
  readonly withLinked: boolean;
}

/** Statements by their shape and which facets are computed. There are few. */
const statements = new Map<string, ReturnType<typeof preparedRows<AnswerRow>>>();

function statementFor(shape: Shape, { coded, written, computed }: AskedFacets): ReturnType<typeof preparedRows<AnswerRow>> {
  const key = JSON.stringify([shape, coded.length > 0, written.length > 0, computed]);
  const existing = statements.get(key);
  if (existing !== undefined) return existing;
  const { superuser, byWords, order, byValue, ofVersions, inTree, withLinked } = shape;
  const searcher: Searcher = { superuser, identities: sql.placeholder('identities') };
  const words = anyPhrase(sql.placeholder('words'));
  const rank = byWords ? rankBy(words) : undefined;
  const values = sql.placeholder('values');
  const filters = [
    ...(byValue ? [ofVersions ? hasValuesOfVersions(values) : hasValues(values)] : []),
    ...(inTree ? [isBelow(sql.placeholder('tree'))] : []),
  ];
  const filtered = filters.length === 0 ? sql`true` : sql.join(filters, sql` and `);
  const hits: KeptHits = {
    searcher,
    kept: sql.placeholder('kept'),
    parts: sql.placeholder('parts'),
    partCount: sql.placeholder('partCount'),
    rest: sql.placeholder('rest'),
    linked: withLinked ? sql.placeholder('linked') : undefined,
    matches: byWords ? sql`doc.words @@ ${phrases(sql.placeholder('words'), sql.placeholder('all'))} and ${filtered}` : filtered,
    filtered,
    isNarrowed: byWords || filters.length > 0,
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

/** Asks for any or all of some words, of which frequent ones are kept, or for everything where there are none; undefined if they are kept no more. */
export async function findKept(
  db: Queryable,
  onlooker: Onlooker,
  { kept, parts, partCount, rest, asked: { words, all, values, tree } }: KeptWords,
  asked: SearchRequest,
): Promise<SearchAnswer | undefined> {
  const facets = facetsByWay(asked.facets);
  const { coded, written } = facets;
  const { kinds, offset, limit } = asked;
  const { identities, superuser } = onlooker;
  const byWords = words.length > 0;
  const order = asked.sort.by === 'date' ? 'date' : byWords ? 'rank' : 'id';
  const linked = tree?.reached ?? [];
  const shape = {
    superuser,
    byWords,
    order,
    byValue: values.length > 0,
    ofVersions: values.some((value) => isOfVersions(facetOf(value))),
    inTree: tree !== undefined,
    withLinked: linked.length > 0,
  } as const;
  const given = { identities, kinds, offset, limit, coded, written, kept, parts, partCount, rest };
  const [row] = await statementFor(
    shape,
    facets,
  )(db).execute({
    ...given,
    ...(byWords ? { words, all } : {}),
    ...(values.length === 0 ? {} : { values }),
    ...(tree === undefined ? {} : { tree: [tree.collectionId, ...linked] }),
    ...(linked.length === 0 ? {} : { linked }),
  });
  return row?.valid === true ? answerOf(row, asked) : undefined;
}
