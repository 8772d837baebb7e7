/** Searches of the index: one statement, whatever is asked. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boxesAround } from '../../../model/search/circle-boxes.ts';
import type { SearchCondition } from '../../../model/search/search-condition.ts';
import type {
  FacetCount,
  FoundDocument,
  HeldRoles,
  SearchAnswer,
  SearchRequest,
  SearchSort,
  SearchTree,
} from '../../../model/search/search-request.ts';
import type { NodeKind } from '../../../vocabulary/collections.ts';
import { preparedRows, type Queryable } from '../../client.ts';
import { type Onlooker, type Searcher, visibleDocument, visibleDocumentAlone } from '../gate/visible.ts';
import { type AskedFacets, facetCounts, facetExpressions, type FacetNames, facetsByWay } from './facet-counts.ts';
import { beside, foundDocument } from './found-documents.ts';
import { touches } from './globe-boxes.ts';
import { holdsAnyOf } from './held-roles.ts';
import { type AskedHits, isNearby, keyedHits, rankedHits } from './hits-of-search.ts';
import { columnsFor, type SearchColumns, searchColumns } from './search-columns.ts';
import { anyPhrase, asksVersions, conditionSql, phrases, rankedWords } from './search-conditions.ts';

function inside(trees: readonly SearchTree[]): SQL {
  const parts = trees.map(
    ({ collectionId, reached }) =>
      sql`(place.path && array(select unnest(${sql.param([collectionId, ...reached])}::int[])) and place.id <> ${collectionId}::int)`,
  );
  return sql`exists (select from node place where place.id = doc.node_id and (${sql.join(parts, sql` or `)}))`;
}

const sortKeys = { name: sql`doc.name collate "C"`, date: searchColumns.dateSort } as const;

/** What each hit is ordered by; undefined where that is its rank. */
function keyOf(sort: SearchSort, columns: SearchColumns): SQL | undefined {
  switch (sort.by) {
    case 'column':
      return columns[sort.column];
    case 'facet':
      return sql`(select min(facet) from unnest(doc.facets) facet where starts_with(facet, ${`${sort.name}=`}::text))`;
    case 'name':
    case 'date':
      return sortKeys[sort.by];
    case 'relevance':
      return undefined;
  }
}

/** How well `doc` fits the words of a condition; undefined where it has none. */
function rankOf(condition: SearchCondition): SQL | undefined {
  const words = rankedWords(condition);
  return words === undefined ? undefined : rankBy(words);
}

const rankBy = (words: SQL): SQL => sql`ts_rank('{0.05,0.3,0.5,1}', doc.words, ${words}, 1)`;

interface AnswerRow extends Record<string, unknown> {
  readonly counts: Partial<Record<NodeKind, number>> | null;
  readonly hits: readonly FoundDocument[] | null;
  readonly facets: readonly FacetCount[] | null;
  readonly estimated: boolean;
}

/** The index with the versions that count of the datasets of files. */
const WITH_VERSIONS = sql`search_document doc left join search_dataset kept on doc.kind = 'DATAFILE' and kept.dataset_id = doc.dataset_id`;
/** The same where few documents are read: looked up one by one, where the planner would read the versions of all datasets. */
const WITH_VERSIONS_OF_FEW = sql`search_document doc left join lateral (
  select s.released_ordinal, s.draft_ordinal from search_dataset s where doc.kind = 'DATAFILE' and s.dataset_id = doc.dataset_id offset 0) kept on true`;
const ALONE = sql`search_document doc`;

/** Tables and conditions of the hits. Where nothing is asked of the versions that count, they are looked up for what is not public alone. */
function sourceOf(onlooker: Onlooker, asked: SearchRequest, columns: SearchColumns, held: HeldRoles | undefined): SQL {
  const asks = [asked.condition, ...asked.filters];
  const ofFew = rankedWords(asked.condition) !== undefined;
  const alone = ofFew && asked.sort.by === 'relevance' && !asks.some(asksVersions);
  const conditions = [
    ...asks.map((condition) => conditionSql(condition, columns)),
    ...(asked.trees.length === 0 ? [] : [inside(asked.trees)]),
    ...(asked.circle === undefined ? [] : [touches(boxesAround(asked.circle))]),
    ...(held === undefined ? [] : [holdsAnyOf(held)]),
    alone ? visibleDocumentAlone(onlooker) : visibleDocument(onlooker),
  ];
  return sql`from ${alone ? ALONE : ofFew ? WITH_VERSIONS_OF_FEW : WITH_VERSIONS} where ${sql.join(conditions, sql` and `)}`;
}

/** What a statement of search is made of. */
interface StatementParts {
  readonly hits: AskedHits;
  readonly key: SQL | undefined;
  readonly rank: SQL | undefined;
  readonly columns: SearchColumns;
  readonly facets: AskedFacets;
  readonly names: FacetNames;
}

function statementOf({ hits, key, rank, columns, facets, names }: StatementParts): SQL {
  return sql`
    with ${key === undefined ? rankedHits(rank, hits) : keyedHits(key, hits)}${facetExpressions(facets, names, columns)}
    select (select json_object_agg(kind, count) from counted) as counts,
      (select json_agg(${foundDocument(rank ?? sql`1`)} order by p.key ${hits.direction}, p.kind, p.row_id)
        from page p join search_document doc on doc.kind = p.kind and doc.row_id = p.row_id
        ${beside}) as hits,
      ${facetCounts(facets, names)} as facets, (select estimated from sample) as estimated`;
}

const chosenBy = (kinds: SQLWrapper): SQL => sql`kind = any(array(select unnest(${kinds}::text[]))::node_kind[])`;

/** Asks the index; `held` leaves what these roles are held on. */
export async function findDocuments(db: Queryable, onlooker: Onlooker, asked: SearchRequest, held?: HeldRoles): Promise<SearchAnswer> {
  const columns = columnsFor(onlooker);
  const facets = facetsByWay(asked.facets);
  const statement = statementOf({
    hits: {
      source: sourceOf(onlooker, asked, columns, held),
      isChosen: chosenBy(sql.param(asked.kinds)),
      direction: asked.descending ? sql`desc nulls last` : sql`asc nulls last`,
      offset: sql.param(asked.offset),
      limit: sql.param(asked.limit),
      nearby: isNearby(asked.offset, asked.limit),
      most: asked.most,
    },
    key: keyOf(asked.sort, columns),
    rank: rankOf(asked.condition),
    columns,
    facets,
    names: { coded: sql.param(facets.coded), written: sql.param(facets.written) },
  });
  const [row] = await db.execute<AnswerRow>(statement);
  return answerOf(row, asked);
}

/** Statements by what they depend on beside their values: who asks, and which facets are computed. There are few. */
const plainStatements = new Map<string, ReturnType<typeof preparedRows<AnswerRow>>>();

function plainStatement(superuser: boolean, { coded, written, computed }: AskedFacets): ReturnType<typeof preparedRows<AnswerRow>> {
  const key = JSON.stringify([superuser, coded.length > 0, written.length > 0, computed]);
  const existing = plainStatements.get(key);
  if (existing !== undefined) return existing;
  const searcher: Searcher = { superuser, identities: sql.placeholder('identities') };
  const columns = columnsFor(searcher);
  const statement = preparedRows<AnswerRow>(() =>
    statementOf({
      hits: {
        source: sql`from ${ALONE} where doc.words @@ ${phrases(sql.placeholder('words'), sql.placeholder('all'))} and ${visibleDocumentAlone(searcher)}`,
        isChosen: chosenBy(sql.placeholder('kinds')),
        direction: sql`desc nulls last`,
        offset: sql.placeholder('offset'),
        limit: sql.placeholder('limit'),
        nearby: true,
        most: undefined,
      },
      key: undefined,
      rank: rankBy(anyPhrase(sql.placeholder('words'))),
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

/** The words of a search for words and nothing else, within the hits that are ranked; undefined for any other. */
export function plainWords(asked: SearchRequest): PlainWords | undefined {
  const { condition, filters, trees, circle, sort, descending, offset, limit, most } = asked;
  const whole = filters.length === 0 && trees.length === 0 && circle === undefined && most === undefined;
  if (!whole || sort.by !== 'relevance' || !descending || !isNearby(offset, limit)) return undefined;
  const several = condition.kind === 'every' || condition.kind === 'any';
  const parts = several ? condition.parts : [condition];
  const words = parts.flatMap((part) => (part.kind === 'words' ? [part.text] : []));
  return words.length > 0 && words.length === parts.length ? { words, all: condition.kind === 'every' } : undefined;
}

function answerOf(row: AnswerRow | undefined, { kinds }: SearchRequest): SearchAnswer {
  const countsByKind = { COLLECTION: 0, DATASET: 0, DATAFILE: 0, ...row?.counts };
  return {
    hits: row?.hits ?? [],
    totalCount: kinds.reduce((sum, kind) => sum + countsByKind[kind], 0),
    countsByKind,
    facets: row?.facets ?? [],
    facetsEstimated: row?.estimated ?? false,
  };
}

/** Nodes that are linked into a collection or below it, and so on from there. */
export async function listReached(db: Queryable, collectionId: number): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    with recursive reach (id) as (
      select ${collectionId}::int
      union
      select l.linked_node_id from reach join node n on n.path @> array[reach.id] and n.kind = 'COLLECTION' join node_link l on l.linking_collection_id = n.id)
    select id from reach where id <> ${collectionId}::int`);
  return rows.map(({ id }) => id);
}
