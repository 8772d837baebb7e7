/** Counts of facets over what a search has `sampled`. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { hasExactValues, isOfVersions } from './kept-terms.ts';
import { fileLicense, type SearchColumns, statuses } from './search-columns.ts';

/** Values of a facet that are given, the most frequent ones. */
const MOST_VALUES = 100;
/** Of this one, values are put together before they are shown. */
const GROUPED_FACET = 'fileMediaType';
const MOST_GROUPED = 200;

/** Facets that are no values kept in the index, but depend on the day or on versions. What is public by itself has the status of that alone. */
const computedBy = (columns: SearchColumns): Readonly<Record<string, SQL>> => ({
  publicationStatus: statuses,
  curationStatus: sql`case when doc.state = 'DRAFT' then array_remove(array[${columns.curationStatus}], null) end`,
  fileAccess: sql`case when doc.kind = 'DATAFILE' then array_remove(array[${columns.fileAccess}], null) end`,
  // Of all else the index has these.
  publicationDate: sql`case when doc.kind = 'DATAFILE' then array_remove(array[${columns.publicationDate}], null) end`,
  license: sql`case when doc.kind = 'DATAFILE' then array_remove(array[${fileLicense}], null) end`,
});
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

/** Facets by how they are counted; lists of names, and the names themselves where the statement depends on them. */
export interface AskedFacets {
  readonly coded: readonly string[];
  readonly written: readonly string[];
  readonly computed: readonly string[];
}

/** Parts names by how they are counted. */
export function facetsByWay(names: readonly string[]): AskedFacets {
  const kept = names.filter(hasExactValues);
  return {
    coded: kept.filter((name) => CODED_FACETS.includes(name)),
    written: kept.filter((name) => !CODED_FACETS.includes(name)),
    computed: names.filter((name) => !hasExactValues(name) || isOfVersions(name)),
  };
}

/** The names of facets in a statement: values, or what stands for them in one that is kept. */
export interface FacetNames {
  readonly coded: SQLWrapper;
  readonly written: SQLWrapper;
}

/** Codes of what is sampled, read by places. */
const CODES_BY_PLACE = sql`select doc.facet_codes, doc.ctid as place from search_document doc where doc.ctid = any(array(select place from sampled))`;

/** What facets are counted from. */
export interface FacetSources {
  readonly columns: SearchColumns;
  /** Rows of `facet_codes` and `place` of what is sampled, where these were read already. */
  readonly sampledCodes?: SQL;
}

/** Of hits that are looked at more closely, one in so many is where their counts are estimates anyway: their facets have few values. */
const CLOSELY_EVERY = 4;

/** How many values of a facet are given. */
const mostOf = (facet: SQL): SQL =>
  sql`case ${facet} when '${sql.raw(GROUPED_FACET)}' then ${sql.raw(String(MOST_GROUPED))} else ${sql.raw(String(MOST_VALUES))} end`;

/** Of a code, those of the value. */
const bits = sql`281474976710655`;

/** Values by code: those that are given are read from a document that has them. */
const byCode = (names: SQLWrapper, sampledCodes: SQL): SQL => sql`,
    coded_facet as materialized (select name, name || '=' as prefix, search_facet_name_code(name) >> 48 as code from unnest(${names}::text[]) name),
    counted_code as materialized (
      select code, count(*) as count, min(place) as place from (
        select unnest(facet_codes) as code, place from (${sampledCodes}) one) written
      group by code),
    -- Where enough values are of several hits, those of one alone, which are most, need not be put in order.
    crowded_facet as materialized (
      select code >> 48 as code from counted_code where count > 1 group by 1 having count(*) >= ${sql.raw(String(Math.max(MOST_VALUES, MOST_GROUPED)))}),
    named as (
      select facet.name as facet, (
          select value from unnest(found.facets) value
          where starts_with(value, facet.prefix) and hashtextextended(value, 0) & ${bits} = frequent.code & ${bits} limit 1) as value, frequent.count
      from (
        select code, count, place, row_number() over (partition by code >> 48 order by count desc, code) as among from counted_code
        where code >> 48 = any(array(select code from coded_facet))
          and (count > 1 or code >> 48 <> all(array(select code from crowded_facet))) offset 0) frequent
      join coded_facet facet on facet.code = frequent.code >> 48
      cross join lateral (select one.facets from search_document one where one.ctid = frequent.place offset 0) found
      where frequent.among <= ${mostOf(sql`facet.name`)})`;

/**
 * Common table expressions over what is `sampled`. Values are counted by their codes, and read for those that are given. What is not public
 * by itself, such as files, is looked at more closely, in `counted_hit`.
 */
export function facetExpressions(facets: AskedFacets, names: FacetNames, { columns, sampledCodes = CODES_BY_PLACE }: FacetSources): SQL {
  const all = computedBy(columns);
  const computed = facets.computed.flatMap((name) => (all[name] === undefined ? [] : [sql`${all[name]} as ${sql.identifier(name)}`]));
  return sql`${facets.coded.length === 0 ? sql`` : byCode(names.coded, sampledCodes)}${
    computed.length === 0
      ? sql``
      : sql`,
    counted_hit as materialized (
      select ${sql.join(computed, sql`, `)}
      from (select found.*, found.ctid from search_document found where found.ctid = any(array(
        select place from sampled, sample where not open and (not estimated or hashtid(place) & ${sql.raw(String(CLOSELY_EVERY - 1))} = 0))) offset 0) doc
      left join lateral (
        select s.released_ordinal, s.draft_ordinal from search_dataset s where doc.kind = 'DATAFILE' and s.dataset_id = doc.dataset_id offset 0) kept on true),
    closely as materialized (
      select (count(*) filter (where not open))::float8 / greatest(1, (select count(*) from counted_hit)) as every from sampled)`
  }`;
}

/** Values that are counted as they are written. What a value is of is looked at once for each, not once for each hit. The planner would do that first. */
const asWritten = (names: SQLWrapper): SQL => sql`
  select left(f, strpos(f, '=') - 1) as facet, substr(f, strpos(f, '=') + 1) as value, count
  from (
    select f, count(*) as count from (
      select unnest(doc.facets) as f from search_document doc where doc.ctid = any(array(select place from sampled))) written
    group by f offset 0) one
  where left(f, strpos(f, '=') - 1) = any(array(select unnest(${names}::text[])))`;

/** The most frequent values of each facet with their counts, as JSON; null where no facets are asked for. */
export function facetCounts(facets: AskedFacets, names: FacetNames): SQL {
  const { coded, written, computed } = facets;
  const parts = [
    ...(coded.length === 0 ? [] : [sql`select facet, substr(value, length(facet) + 2) as value, count from named`]),
    ...(written.length === 0 ? [] : [asWritten(names.written)]),
    ...computed.map(
      (name) =>
        sql`select ${sql.raw(`'${name}'`)}::text as facet, value, count(*) * (select every from closely) as count from (select unnest(${sql.identifier(name)}) as value from counted_hit) one group by value`,
    ),
    ...(computed.includes('publicationStatus')
      ? [sql`select 'publicationStatus'::text, 'Published'::text, count(*) from sampled where open having count(*) > 0`]
      : []),
  ];
  if (parts.length === 0) return sql`null::json`;
  return sql`(select json_agg(json_build_object('facet', facet, 'value', value, 'count', greatest(1, round(count * weight.one))::int)) from (
    select facet, value, sum(count) as count, row_number() over (partition by facet order by sum(count) desc, value collate "C") as place
    from (${sql.join(parts, sql` union all `)}) found group by facet, value) counted,
    (select case when sample.estimated then sample.total::float8 / greatest(1, (select count(*) from sampled)) else 1 end as one from sample) weight
    where place <= ${mostOf(sql`facet`)})`;
}
