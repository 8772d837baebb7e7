/** Counts of facets over what a search has `chosen`. */
import { type SQL, sql } from 'drizzle-orm';
import { fileLicense, type SearchColumns, statuses } from './search-columns.ts';

/** Hits whose facets are counted one by one; of more a part is, and the counts are estimates. */
const MOST_COUNTED = 10_000;
const MOST_VALUES = 200;

/** Facets that are no values kept in the index, but depend on the day or on versions. */
const computedBy = (columns: SearchColumns): Readonly<Record<string, SQL>> => ({
  publicationStatus: statuses,
  curationStatus: sql`array_remove(array[${columns.curationStatus}], null)`,
  fileAccess: sql`array_remove(array[${columns.fileAccess}], null)`,
  // Of all else the index has these.
  publicationDate: sql`case when doc.kind = 'DATAFILE' then array_remove(array[${columns.publicationDate}], null) end`,
  license: sql`case when doc.kind = 'DATAFILE' then array_remove(array[${fileLicense}], null) end`,
});
const COMPUTED: ReadonlySet<string> = new Set(['publicationStatus', 'curationStatus', 'fileAccess', 'publicationDate', 'license']);
const KEPT_TOO: ReadonlySet<string> = new Set(['publicationDate', 'license']);

/**
 * Common table expressions: how many hits stand for how many, and what the facets of those are. Which hits are counted depends on their ids
 * alone, so that the same search counts the same ones.
 */
export function facetExpressions(names: readonly string[], columns: SearchColumns, isChosen: SQL): SQL {
  const all = computedBy(columns);
  const sample = sql`sample as materialized (
      select total, greatest(1, ceil(total::float8 / ${MOST_COUNTED}::int))::int as every from (
        select coalesce(sum(count), 0)::int as total from counted where ${isChosen}) one)`;
  if (names.length === 0) return sql`sample as (select 1 as every)`;
  const computed = names.flatMap((name) => {
    const column = all[name];
    return column === undefined ? [] : [sql`, ${column} as ${sql.identifier(name)}`];
  });
  return sql`${sample},
    counted_hit as materialized (
      select doc.kind, doc.facets ${sql.join(computed)}
      from (select c.place from chosen c, sample where sample.every = 1 or (hashint4(c.row_id) & 2147483647) % sample.every = 0 offset 0) one
      cross join lateral (select found.* from search_document found where found.ctid = one.place offset 0) doc
      left join lateral (
        select s.released_ordinal, s.draft_ordinal from search_dataset s where doc.kind = 'DATAFILE' and s.dataset_id = doc.dataset_id offset 0) kept on true)`;
}

/** The most frequent values of each facet with their counts, as JSON; null where no facets are asked for. */
export function facetCounts(names: readonly string[]): SQL {
  if (names.length === 0) return sql`null::json`;
  const kept = names.filter((name) => !COMPUTED.has(name) || KEPT_TOO.has(name));
  const parts = [
    // Counted as they are written: what a value is of is looked at once for each, not once for each hit. The planner would do that first.
    sql`select left(f, strpos(f, '=') - 1) as facet, substr(f, strpos(f, '=') + 1) as value, count
      from (select f, count(*) as count from (select unnest(facets) as f from counted_hit) written group by f offset 0) one
      where left(f, strpos(f, '=') - 1) = any(array(select unnest(${sql.param(kept)}::text[])))`,
    ...names.flatMap((name) =>
      COMPUTED.has(name)
        ? [
            sql`select ${name}::text, value, count(*) from (select unnest(${sql.identifier(name)}) as value from counted_hit) one group by value`,
          ]
        : [],
    ),
  ];
  return sql`(select json_agg(json_build_object('facet', facet, 'value', value, 'count', greatest(1, round(count * weight.one))::int)) from (
    select facet, value, sum(count) as count, row_number() over (partition by facet order by sum(count) desc, value collate "C") as place
    from (${sql.join(parts, sql` union all `)}) found group by facet, value) counted,
    (select case when sample.every = 1 then 1 else sample.total::float8 / greatest(1, (select count(*) from counted_hit)) end as one from sample) weight
    where place <= ${MOST_VALUES}::int)`;
}
