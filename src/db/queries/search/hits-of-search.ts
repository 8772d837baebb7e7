/**
 * The hits of a search, as common table expressions: `counted` by kind, the size of the `sample` and what is `sampled`, and the `page`
 * with its `key`. Each has its `place`, which the statement reads its row from again without an index: in its snapshot, no row moves.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { publicDocument } from '../gate/visible.ts';

/** Hits that are compared with the words; of more, collections first and then the newest versions are, and come before all others. */
export const MOST_RANKED = 2_000;
/** Ids of hits are kept together by stretches of 16,384: 300,000 hits of a million are 500 rows, and the newest are in few of them. */
const STRETCH_BITS = 14;
/** Hashes of ids have 31 bits; each stretch is kept in eight parts by the upper three, so that a sample leaves most hits alone. */
const PART_BITS = 28;

/** Hits whose facets are counted one by one; of more a part is, and the counts are estimates. */
export const MOST_COUNTED = 10_000;
/** Hits of that part. Counts of a value that a tenth of the hits has are right to a twenty-fourth of themselves, as one standard deviation. */
export const SAMPLED = 5_000;

/** What the hits are, and which of them are asked for. */
export interface AskedHits {
  /** Tables and conditions: `from` and all that follows, with the index as `doc`. */
  readonly source: SQL;
  /** Whether hits are of the kinds that were asked for. */
  readonly isChosen: SQL;
  /** Direction of the key. */
  readonly direction: SQL;
  readonly offset: SQLWrapper;
  readonly limit: SQLWrapper;
  /** Whether the page lies within the hits that are ranked. */
  readonly nearby: boolean;
  /** Ends with the hits that are found first; all of them without. */
  readonly most: number | undefined;
}

/** Whether a page lies within the hits that are ranked. */
export const isNearby = (offset: number, limit: number): boolean => offset + limit <= MOST_RANKED;

const within = ({ most }: AskedHits): SQL => (most === undefined ? sql`` : sql` limit ${most}::int`);

const pageOf = (hits: SQL, { direction, offset, limit }: AskedHits): SQL =>
  sql`page as (select kind, row_id, key from ${hits} ordered order by key ${direction}, kind, row_id offset ${offset}::int limit ${limit}::int)`;

/** Where a hit is in a sample: a number below 2,147,483,648 that depends on its id alone, so that the same search counts the same hits. */
const sampleOrder = (rowId: SQL): SQL => sql`(hashint4(${rowId}) & 2147483647)`;

/** How many hits there are, and the order below which they are in the sample. */
const sizes = ({ isChosen }: AskedHits): SQL => sql`counted as (select kind, sum(count)::int as count from hit group by kind),
    sample as materialized (
      select total, total > ${sql.raw(String(MOST_COUNTED))} as estimated, case when total > ${sql.raw(String(MOST_COUNTED))} then 2147483648 * ${sql.raw(String(SAMPLED))} / total else 2147483648 end as below
      from (select coalesce(sum(count), 0)::bigint as total from counted where ${isChosen}) one)`;

/** The hits whose facets are counted: their places, and whether everybody may see them by themselves. */
const sampledOf = (hits: SQL): SQL => sql`sampled as materialized (
      select open, place from (${hits} offset 0) one, sample where ${sampleOrder(sql`row_id`)} < below)`;

/** Hits in the order of a key that each of them has. */
export function keyedHits(key: SQL, asked: AskedHits): SQL {
  return sql`hit as materialized (
      select doc.kind, doc.row_id, doc.ctid as place, ${publicDocument} as open, 1 as count, ${key} as key ${asked.source}${within(asked)}),
    ${sizes(asked)},
    chosen as not materialized (select * from hit where ${asked.isChosen}),
    ${sampledOf(sql`select row_id, place, open from chosen`)},
    ${pageOf(sql`chosen`, asked)}`;
}

/** Hits in the order of a rank; by kind and id where there is none. */
export function rankedHits(rank: SQL | undefined, asked: AskedHits): SQL {
  const source =
    asked.most === undefined
      ? asked.source
      : sql`from (select doc.kind, doc.row_id, ${publicDocument}, doc.ctid ${asked.source}${within(asked)}) doc`;
  const stretches = sql`hit as materialized (
      select doc.kind, doc.row_id >> ${sql.raw(String(STRETCH_BITS))} as stretch, ${sampleOrder(sql`doc.row_id`)} >> ${sql.raw(String(PART_BITS))} as part, ${publicDocument} as open,
        count(*)::int as count, array_agg(doc.row_id) as row_ids, array_agg(doc.ctid) as places ${source} group by 1, 2, 3, 4),
    ${sizes(asked)},
    chosen as not materialized (select kind, unnest(row_ids) as row_id from hit where ${asked.isChosen}),
    ${sampledOf(sql`select open, unnest(row_ids) as row_id, unnest(places) as place from hit, sample where ${asked.isChosen} and part <= below >> ${sql.raw(String(PART_BITS))}`)}`;
  if (rank === undefined) return sql`${stretches}, ${pageOf(sql`(select kind, row_id, 1::float4 as key from chosen)`, asked)}`;
  // What is ranked comes first: a page within it needs nothing else.
  const ordered = asked.nearby ? sql`ranked` : sql`(select * from chosen left join ranked using (kind, row_id))`;
  return sql`${stretches},
    newest as (
      select kind, unnest(row_ids) as row_id, unnest(places) as place from (
        select kind, row_ids, places, sum(count) over (order by kind, stretch desc groups between unbounded preceding and 1 preceding) as earlier
        from hit where ${asked.isChosen}) part
      where earlier is null or earlier < ${sql.raw(String(MOST_RANKED))}),
    ranked as materialized (
      select doc.kind, doc.row_id, ${rank} as key from search_document doc
      where doc.ctid = any(array(select place from newest order by kind, row_id desc limit ${sql.raw(String(MOST_RANKED))}))),
    ${pageOf(ordered, asked)}`;
}
