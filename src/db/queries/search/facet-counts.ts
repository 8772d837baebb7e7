/** Counts of facets over what a search has `chosen`. */
import { type SQL, sql } from 'drizzle-orm';
import { fileLicense, type SearchColumns, statuses } from './search-columns.ts';

/** Hits whose facets are counted one by one; of more a part is, and the counts are estimates. */
const MOST_COUNTED = 10_000;
const MOST_VALUES = 200;

/** Facets that are no values kept in the index, but depend on the day or on versions. */
const computedBy = (columns: SearchColumns): Readonly<Record<string, SQL>> => ({
  // What is public is neither a draft nor withdrawn, which is most of what is counted.
  publicationStatus: sql`case when doc.public then '{Published}'::text[] else ${statuses} end`,
  curationStatus: sql`case when doc.state = 'DRAFT' then array_remove(array[${columns.curationStatus}], null) end`,
  fileAccess: sql`case when doc.kind = 'DATAFILE' then array_remove(array[${columns.fileAccess}], null) end`,
  // Of all else the index has these.
  publicationDate: sql`case when doc.kind = 'DATAFILE' then array_remove(array[${columns.publicationDate}], null) end`,
  license: sql`case when doc.kind = 'DATAFILE' then array_remove(array[${fileLicense}], null) end`,
});
const COMPUTED: ReadonlySet<string> = new Set(['publicationStatus', 'curationStatus', 'fileAccess', 'publicationDate', 'license']);
const KEPT_TOO: ReadonlySet<string> = new Set(['publicationDate', 'license']);

/** Kept values of these have codes, which are counted in a fraction of the time. `search_facet_codes` has the same list. */
export const CODED_FACETS: readonly string[] = [
  'publicationDate',
  'license',
  'subject',
  'datasetType',
  'metadata_type',
  'authorName',
  'authorAffiliation',
  'keywordValue',
  'dateOfDeposit',
  'dvCategory',
  'dvSubject',
  'affiliation',
  'fileMediaType',
  'fileTag',
  'tabularDataTag',
];

/** Names of facets by how they are counted. */
function namesByWay(names: readonly string[]): { readonly coded: string[]; readonly written: string[]; readonly computed: string[] } {
  const kept = names.filter((name) => !COMPUTED.has(name) || KEPT_TOO.has(name));
  return {
    coded: kept.filter((name) => CODED_FACETS.includes(name)),
    written: kept.filter((name) => !CODED_FACETS.includes(name)),
    computed: names.filter((name) => COMPUTED.has(name)),
  };
}

/** Values by code: those that are given are read from a document that has them. */
const byCode = (names: readonly string[]): SQL => sql`,
    coded_facet as materialized (select name, name || '=' as prefix, search_facet_name_code(name) >> 48 as code from unnest(${sql.param(names)}::text[]) name),
    counted_code as (
      select code, count(*) as count, min(place) as place from (select unnest(facet_codes) as code, place from counted_hit) written
      where code >> 48 = any(array(select code from coded_facet)) group by code),
    named as (
      select facet.name as facet, (
          select value from unnest(found.facets) value
          where starts_with(value, facet.prefix) and search_facet_code(value) = frequent.code limit 1) as value, frequent.count
      from (
        select code, count, place, row_number() over (partition by code >> 48 order by count desc, code) as among from counted_code) frequent
      join coded_facet facet on facet.code = frequent.code >> 48
      cross join lateral (select one.facets from search_document one where one.ctid = frequent.place offset 0) found
      where frequent.among <= ${MOST_VALUES}::int)`;

/**
 * Common table expressions: how many hits stand for how many, and what the facets of those are. Which hits are counted depends on their ids
 * alone, so that the same search counts the same ones. Values are counted by their codes, and read for those that are given.
 */
export function facetExpressions(names: readonly string[], columns: SearchColumns, isChosen: SQL): SQL {
  const all = computedBy(columns);
  const sample = sql`sample as materialized (
      select total, greatest(1, ceil(total::float8 / ${MOST_COUNTED}::int))::int as every from (
        select coalesce(sum(count), 0)::int as total from counted where ${isChosen}) one)`;
  if (names.length === 0) return sql`sample as (select 1 as every)`;
  const { coded, written, computed } = namesByWay(names);
  const columnsOfHit = [
    ...(coded.length === 0 ? [] : [sql`doc.facet_codes, doc.ctid as place`]),
    ...(written.length === 0 ? [] : [sql`doc.facets`]),
    ...computed.flatMap((name) => (all[name] === undefined ? [] : [sql`${all[name]} as ${sql.identifier(name)}`])),
  ];
  return sql`${sample},
    counted_hit as materialized (
      select ${sql.join(columnsOfHit, sql`, `)}
      from (select c.place from chosen c, sample where sample.every = 1 or (hashint4(c.row_id) & 2147483647) % sample.every = 0 offset 0) one
      cross join lateral (select found.*, found.ctid from search_document found where found.ctid = one.place offset 0) doc
      left join lateral (
        select s.released_ordinal, s.draft_ordinal from search_dataset s where doc.kind = 'DATAFILE' and s.dataset_id = doc.dataset_id offset 0) kept on true)
    ${coded.length === 0 ? sql`` : byCode(coded)}`;
}

/** Values that are counted as they are written. What a value is of is looked at once for each, not once for each hit. The planner would do that first. */
const asWritten = (names: readonly string[]): SQL => sql`
  select left(f, strpos(f, '=') - 1) as facet, substr(f, strpos(f, '=') + 1) as value, count
  from (select f, count(*) as count from (select unnest(facets) as f from counted_hit) written group by f offset 0) one
  where left(f, strpos(f, '=') - 1) = any(array(select unnest(${sql.param(names)}::text[])))`;

/** The most frequent values of each facet with their counts, as JSON; null where no facets are asked for. */
export function facetCounts(names: readonly string[]): SQL {
  if (names.length === 0) return sql`null::json`;
  const { coded, written, computed } = namesByWay(names);
  const parts = [
    ...(coded.length === 0 ? [] : [sql`select facet, substr(value, length(facet) + 2) as value, count from named`]),
    ...(written.length === 0 ? [] : [asWritten(written)]),
    ...computed.map(
      (name) =>
        sql`select ${name}::text as facet, value, count(*) as count from (select unnest(${sql.identifier(name)}) as value from counted_hit) one group by value`,
    ),
  ];
  return sql`(select json_agg(json_build_object('facet', facet, 'value', value, 'count', greatest(1, round(count * weight.one))::int)) from (
    select facet, value, sum(count) as count, row_number() over (partition by facet order by sum(count) desc, value collate "C") as place
    from (${sql.join(parts, sql` union all `)}) found group by facet, value) counted,
    (select case when sample.every = 1 then 1 else sample.total::float8 / greatest(1, (select count(*) from counted_hit)) end as one from sample) weight
    where place <= ${MOST_VALUES}::int)`;
}
