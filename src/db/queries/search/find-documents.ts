/** Searches of the index: one statement, whatever is asked. */
import { type SQL, sql } from 'drizzle-orm';
import { boxesAround } from '../../../model/search/circle-boxes.ts';
import type { SearchCondition } from '../../../model/search/search-condition.ts';
import type { HeldRoles, SearchAnswer, SearchRequest, SearchSort, SearchTree } from '../../../model/search/search-request.ts';
import type { Queryable } from '../../client.ts';
import { type Onlooker, visibleDocument, visibleDocumentAlone } from '../gate/visible.ts';
import { facetsByWay } from './facet-counts.ts';
import { touches } from './globe-boxes.ts';
import { holdsAnyOf } from './held-roles.ts';
import { type AskedHits, isNearby, keyedHits, rankedHits } from './hits-of-search.ts';
import { columnsFor, type SearchColumns, searchColumns } from './search-columns.ts';
import { asksVersions, conditionSql, rankedWords } from './search-conditions.ts';
import { answerOf, type AnswerRow, chosenBy, rankBy, statementOf } from './search-statement.ts';

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

/** The index with the versions that count of the datasets of files. */
const WITH_VERSIONS = sql`search_document doc left join search_dataset kept on doc.kind = 'DATAFILE' and kept.dataset_id = doc.dataset_id`;
/** The same where few documents are read: looked up one by one, where the planner would read the versions of all datasets. */
const WITH_VERSIONS_OF_FEW = sql`search_document doc left join lateral (
  select s.released_ordinal, s.draft_ordinal from search_dataset s where doc.kind = 'DATAFILE' and s.dataset_id = doc.dataset_id offset 0) kept on true`;
const ALONE = sql`search_document doc`;

const isOfFew = (filter: SearchCondition): boolean => filter.kind === 'fact' && filter.fact.of === 'facet' && filter.test.is === 'one';

/** Tables and conditions of the hits. Where nothing is asked of the versions that count, they are looked up for what is not public alone. */
function sourceOf(onlooker: Onlooker, asked: SearchRequest, columns: SearchColumns, held: HeldRoles | undefined): SQL {
  const asks = [asked.condition, ...asked.filters];
  // Large collections and frequent values are answered from kept hits, so that what comes here reads few rows.
  const ofFew = rankedWords(asked.condition) !== undefined || asked.trees.length > 0 || asked.filters.some(isOfFew);
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

/** Asks the index; `held` leaves what these roles are held on. */
export async function findDocuments(db: Queryable, onlooker: Onlooker, asked: SearchRequest, held?: HeldRoles): Promise<SearchAnswer> {
  const columns = columnsFor(onlooker);
  const facets = facetsByWay(asked.facets);
  const hits: AskedHits = {
    source: sourceOf(onlooker, asked, columns, held),
    isChosen: chosenBy(sql.param(asked.kinds)),
    direction: asked.descending ? sql`desc nulls last` : sql`asc nulls last`,
    offset: sql.param(asked.offset),
    limit: sql.param(asked.limit),
    nearby: isNearby(asked.offset, asked.limit),
    most: asked.most,
  };
  const key = keyOf(asked.sort, columns);
  const rank = rankOf(asked.condition);
  const statement = statementOf({
    found: key === undefined ? rankedHits(rank, hits) : keyedHits(key, hits),
    direction: hits.direction,
    rank,
    columns,
    facets,
    names: { coded: sql.param(facets.coded), written: sql.param(facets.written) },
  });
  const [row] = await db.execute<AnswerRow>(statement);
  return answerOf(row, asked);
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
