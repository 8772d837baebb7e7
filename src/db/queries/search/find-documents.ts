/** Searches of the index: one statement, whatever is asked. */
import { type SQL, sql } from 'drizzle-orm';
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
import type { Queryable } from '../../client.ts';
import { type Onlooker, visibleDocument } from '../gate/visible.ts';
import { facetCounts, facetExpressions } from './facet-counts.ts';
import { beside, foundDocument } from './found-documents.ts';
import { touches } from './globe-boxes.ts';
import { holdsAnyOf } from './held-roles.ts';
import { columnsFor, isDraft, type SearchColumns, searchColumns } from './search-columns.ts';
import { conditionSql, rankedWords } from './search-conditions.ts';

function inside(trees: readonly SearchTree[]): SQL {
  const parts = trees.map(
    ({ collectionId, reached }) =>
      sql`(place.path && array(select unnest(${sql.param([collectionId, ...reached])}::int[])) and place.id <> ${collectionId}::int)`,
  );
  return sql`exists (select from node place where place.id = doc.node_id and (${sql.join(parts, sql` or `)}))`;
}

const sortKeys = { name: sql`doc.name collate "C"`, date: searchColumns.dateSort } as const;

function keyOf(sort: SearchSort, columns: SearchColumns): SQL {
  switch (sort.by) {
    case 'column':
      return columns[sort.column];
    case 'facet':
      return sql`(select min(facet) from unnest(doc.facets) facet where starts_with(facet, ${`${sort.name}=`}::text))`;
    case 'name':
    case 'date':
      return sortKeys[sort.by];
    case 'relevance':
      return sql`1::float4`;
  }
}

/** How well `doc` fits the words of a condition; undefined where it has none. */
function rankOf(condition: SearchCondition): SQL | undefined {
  const words = rankedWords(condition);
  return words === undefined ? undefined : sql`ts_rank('{0.05,0.3,0.5,1}', doc.words, ${words}, 1)`;
}

interface AnswerRow extends Record<string, unknown> {
  readonly counts: Partial<Record<NodeKind, number>> | null;
  readonly hits: readonly FoundDocument[] | null;
  readonly facets: readonly FacetCount[] | null;
  readonly estimated: boolean;
}

/** The index with the versions that count of the datasets of files. */
const INDEX = sql`search_document doc left join search_dataset kept on doc.kind = 'DATAFILE' and kept.dataset_id = doc.dataset_id`;
/** The same where few documents are read: looked up one by one, where the planner would read the versions of all datasets. */
const FEW = sql`search_document doc left join lateral (
  select s.released_ordinal, s.draft_ordinal from search_dataset s where doc.kind = 'DATAFILE' and s.dataset_id = doc.dataset_id offset 0) kept on true`;

/** Hits that are compared with the words; of more, collections first and then the newest versions are, and come before all others. */
const MOST_RANKED = 10_000;

interface Order {
  /** What hits are ordered by, as a column of `hit`; null where they are ranked. */
  readonly key: SQL;
  /** Common table expressions that it takes. */
  readonly ranked: SQL;
  /** `chosen` with its `key`. */
  readonly ordered: SQL;
}

function orderOf(sort: SearchSort, rank: SQL | undefined, columns: SearchColumns): Order {
  if (sort.by !== 'relevance' || rank === undefined) {
    return { key: keyOf(sort, columns), ranked: sql``, ordered: sql`select * from chosen` };
  }
  return {
    key: sql`null::float4`,
    ranked: sql`
    ranked as materialized (
      select doc.kind, doc.row_id, ${rank} as key from (select kind, row_id from chosen order by kind, row_id desc limit ${MOST_RANKED}::int) one
      cross join lateral (select found.* from search_document found where found.kind = one.kind and found.row_id = one.row_id offset 0) doc),`,
    ordered: sql`select c.kind, c.row_id, c.node_id, c.dataset_id, c.state, c.draft, r.key from chosen c left join ranked r on r.kind = c.kind and r.row_id = c.row_id`,
  };
}

/** Asks the index; `held` leaves what these roles are held on. */
export async function findDocuments(db: Queryable, onlooker: Onlooker, asked: SearchRequest, held?: HeldRoles): Promise<SearchAnswer> {
  const words = rankOf(asked.condition);
  const columns = columnsFor(onlooker);
  const { key, ranked, ordered } = orderOf(asked.sort, words, columns);
  const conditions = [
    conditionSql(asked.condition, columns),
    ...asked.filters.map((filter) => conditionSql(filter, columns)),
    ...(asked.trees.length === 0 ? [] : [inside(asked.trees)]),
    ...(asked.circle === undefined ? [] : [touches(boxesAround(asked.circle))]),
    ...(held === undefined ? [] : [holdsAnyOf(held)]),
    visibleDocument(onlooker),
  ];
  const order = asked.descending ? sql`desc nulls last` : sql`asc nulls last`;
  const chosen = sql`kind = any(array(select unnest(${sql.param(asked.kinds)}::text[]))::node_kind[])`;
  const [row] = await db.execute<AnswerRow>(sql`
    with hit as materialized (
      select doc.kind, doc.row_id, doc.node_id, doc.dataset_id, doc.state, ${isDraft} as draft, ${key} as key
      from ${words === undefined ? INDEX : FEW} where ${sql.join(conditions, sql` and `)}${asked.most === undefined ? sql`` : sql` limit ${asked.most}::int`}),
    counted as (select kind, count(*)::int as count from hit group by kind),
    chosen as (select * from hit where ${chosen}),${ranked}
    page as (
      select * from (${ordered}) ordered order by key ${order}, kind, row_id
      offset ${asked.offset}::int limit ${asked.limit}::int),
    ${facetExpressions(asked.facets, columns)}
    select (select json_object_agg(kind, count) from counted) as counts,
      (select json_agg(${foundDocument(words ?? sql`1`)} order by p.key ${order}, p.kind, p.row_id)
        from page p join search_document doc on doc.kind = p.kind and doc.row_id = p.row_id
        ${beside}) as hits,
      ${facetCounts(asked.facets)} as facets, (select every > 1 from sample) as estimated`);
  const countsByKind = { COLLECTION: 0, DATASET: 0, DATAFILE: 0, ...row?.counts };
  return {
    hits: row?.hits ?? [],
    totalCount: asked.kinds.reduce((sum, kind) => sum + countsByKind[kind], 0),
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
