/** Searches of the index: one statement, whatever is asked. */
import { type SQL, sql } from 'drizzle-orm';
import type { SearchCondition } from '../../../model/search/search-condition.ts';
import type {
  FacetCount,
  FoundDocument,
  SearchAnswer,
  SearchCircle,
  SearchRequest,
  SearchSort,
  SearchTree,
} from '../../../model/search/search-request.ts';
import type { NodeKind } from '../../../vocabulary/collections.ts';
import type { Queryable } from '../../client.ts';
import { type Onlooker, visibleDocument } from '../gate/visible.ts';
import { isDraft, searchColumns, statuses } from './search-columns.ts';
import { conditionSql, rankedWords } from './search-conditions.ts';

/** Facets that are no values kept in the index, but depend on the day or on versions. */
const COMPUTED: Readonly<Record<string, SQL>> = {
  publicationStatus: statuses,
  fileAccess: sql`array_remove(array[${searchColumns.fileAccess}], null)`,
  publicationDate: sql`array_remove(array[${searchColumns.publicationDate}], null)`,
};

function inside(trees: readonly SearchTree[]): SQL {
  const parts = trees.map(
    ({ collectionId, reached }) =>
      sql`(place.path && array(select unnest(${sql.param([collectionId, ...reached])}::int[])) and place.id <> ${collectionId}::int)`,
  );
  return sql`exists (select from node place where place.id = doc.node_id and (${sql.join(parts, sql` or `)}))`;
}

const KILOMETRES_PER_DEGREE = 111.195;

/** The edges of a box as numbers; of a text that is none, null. */
const edge = (name: string): SQL =>
  sql`(case when box -> ${name}::text ->> 'value' ~ '^\\s*-?\\d{1,3}(\\.\\d{1,15})?\\s*$' then (box -> ${name}::text ->> 'value')::float8 end)`;

function near({ latitude, longitude, radiusKilometres }: SearchCircle): SQL {
  const height = Math.min(180, radiusKilometres / KILOMETRES_PER_DEGREE);
  const width = Math.min(360, height / Math.max(0.01, Math.cos((latitude * Math.PI) / 180)));
  return sql`(doc.kind = 'DATASET' and doc.facets && array['metadata_type=geospatial'] and exists (
    select from dataset_version v, jsonb_path_query(v.metadata::jsonb, 'lax $.geospatial[*] ? (@.typeName == "geographicBoundingBox").value[*]') box
    where v.id = doc.row_id
      and ${edge('southLatitude')} <= ${latitude + height}::float8 and ${edge('northLatitude')} >= ${latitude - height}::float8
      and (${edge('westLongitude')} <= ${longitude + width}::float8 and ${edge('eastLongitude')} >= ${longitude - width}::float8)))`;
}

const sortKeys = { name: sql`doc.name collate "C"`, date: searchColumns.dateSort } as const;

function keyOf(sort: SearchSort, rank: SQL): SQL {
  switch (sort.by) {
    case 'relevance':
      return rank;
    case 'column':
      return searchColumns[sort.column];
    case 'facet':
      return sql`(select min(facet) from unnest(doc.facets) facet where starts_with(facet, ${`${sort.name}=`}::text))`;
    default:
      return sortKeys[sort.by];
  }
}

function rankOf(condition: SearchCondition): SQL {
  const words = rankedWords(condition);
  return words === undefined ? sql`1::float4` : sql`ts_rank('{0.05,0.3,0.5,1}', doc.words, ${words}, 1)`;
}

interface AnswerRow extends Record<string, unknown> {
  readonly counts: Partial<Record<NodeKind, number>> | null;
  readonly hits: readonly FoundDocument[] | null;
  readonly facets: readonly FacetCount[] | null;
}

function facetCounts(names: readonly string[]): SQL {
  if (names.length === 0) return sql`null::json`;
  const kept = names.filter((name) => !(name in COMPUTED) || name === 'publicationDate');
  const parts = [
    sql`select left(f, strpos(f, '=') - 1) as facet, substr(f, strpos(f, '=') + 1) as value from chosen hit, unnest(hit.facets) f
      where left(f, strpos(f, '=') - 1) = any(array(select unnest(${sql.param(kept)}::text[])))`,
    ...names.flatMap((name) => {
      const computed = COMPUTED[name];
      return computed === undefined
        ? []
        : [
            sql`select ${name}::text as facet, unnest(hit.${sql.identifier(name)}) as value from chosen hit
        where ${name !== 'publicationDate'}::boolean or hit.kind = 'DATAFILE'`,
          ];
    }),
  ];
  return sql`(select json_agg(json_build_object('facet', facet, 'value', value, 'count', count)) from (
    select facet, value, count(*)::int as count, row_number() over (partition by facet order by count(*) desc, value collate "C") as place
    from (${sql.join(parts, sql` union all `)}) found group by facet, value) counted where place <= 200)`;
}

/** Asks the index. */
export async function findDocuments(db: Queryable, onlooker: Onlooker, asked: SearchRequest): Promise<SearchAnswer> {
  const rank = rankOf(asked.condition);
  const conditions = [
    conditionSql(asked.condition),
    ...asked.filters.map(conditionSql),
    ...(asked.trees.length === 0 ? [] : [inside(asked.trees)]),
    ...(asked.circle === undefined ? [] : [near(asked.circle)]),
    visibleDocument(onlooker),
  ];
  const computed = asked.facets.flatMap((name) => {
    const column = COMPUTED[name];
    return column === undefined ? [] : [sql`, ${column} as ${sql.identifier(name)}`];
  });
  const order = asked.descending ? sql`desc nulls last` : sql`asc nulls last`;
  const chosen = sql`kind = any(array(select unnest(${sql.param(asked.kinds)}::text[]))::node_kind[])`;
  const [row] = await db.execute<AnswerRow>(sql`
    with hit as materialized (
      select doc.kind, doc.row_id, doc.node_id, doc.dataset_id, doc.state, doc.facets, ${isDraft} as draft, ${rank} as score, ${keyOf(asked.sort, rank)} as key
        ${sql.join(computed)}
      from search_document doc left join search_dataset kept on doc.kind = 'DATAFILE' and kept.dataset_id = doc.dataset_id
      where ${sql.join(conditions, sql` and `)}),
    counted as (select kind, count(*)::int as count from hit group by kind),
    chosen as (select * from hit where ${chosen}),
    page as (
      select * from chosen order by key ${order}, kind, row_id
      offset ${asked.offset}::int limit ${asked.limit}::int)
    select (select json_object_agg(kind, count) from counted) as counts,
      (select json_agg(json_build_object('kind', p.kind, 'rowId', p.row_id, 'nodeId', p.node_id, 'datasetId', p.dataset_id, 'versionId', ${searchColumns.datasetVersionId}, 'state', p.state, 'draft', p.draft,
        'documentId', ${searchColumns.id}, 'statuses', ${statuses}, 'score', p.score, 'sortDate', ${searchColumns.dateSort},
        'citedVersionId', (select v.id from dataset_version v where doc.kind = 'DATAFILE' and v.dataset_id = doc.dataset_id and v.ordinal = kept.released_ordinal),
        'variableCount', held.variable_quantity, 'observationCount', held.case_quantity) order by p.key ${order}, p.kind, p.row_id)
        from page p join search_document doc on doc.kind = p.kind and doc.row_id = p.row_id
        left join search_dataset kept on doc.kind = 'DATAFILE' and kept.dataset_id = doc.dataset_id
        left join data_table held on doc.kind = 'DATAFILE' and held.data_file_id = doc.node_id) as hits,
      ${facetCounts(asked.facets)} as facets`);
  const countsByKind = { COLLECTION: 0, DATASET: 0, DATAFILE: 0, ...row?.counts };
  return {
    hits: row?.hits ?? [],
    totalCount: asked.kinds.reduce((sum, kind) => sum + countsByKind[kind], 0),
    countsByKind,
    facets: row?.facets ?? [],
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
