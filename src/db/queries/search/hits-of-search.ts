/**
 * The hits of a search, as common table expressions: `counted` by kind, `chosen` of the kinds asked for, and the `page` of them with its
 * `key`. Each has its `place`, which the statement reads its row from again without an index: in its snapshot, no row moves.
 */
import { type SQL, sql } from 'drizzle-orm';

/** Hits that are compared with the words; of more, collections first and then the newest versions are, and come before all others. */
const MOST_RANKED = 2_000;
/** Ids of hits are kept together by stretches of 4,096: 300,000 hits of a million are 250 rows, and the newest are in few of them. */
const STRETCH_BITS = 12;

/** What the hits are, and which of them are asked for. */
export interface AskedHits {
  /** Tables and conditions: `from` and all that follows, with the index as `doc`. */
  readonly source: SQL;
  /** Whether hits are of the kinds that were asked for. */
  readonly isChosen: SQL;
  /** Direction of the key. */
  readonly direction: SQL;
  readonly offset: number;
  readonly limit: number;
  /** Ends with the hits that are found first; all of them without. */
  readonly most: number | undefined;
}

const within = ({ most }: AskedHits): SQL => (most === undefined ? sql`` : sql` limit ${most}::int`);

const pageOf = (hits: SQL, { direction, offset, limit }: AskedHits): SQL =>
  sql`page as (select kind, row_id, key from ${hits} ordered order by key ${direction}, kind, row_id offset ${offset}::int limit ${limit}::int)`;

/** Hits in the order of a key that each of them has. */
export function keyedHits(key: SQL, asked: AskedHits): SQL {
  return sql`hit as materialized (select doc.kind, doc.row_id, doc.ctid as place, ${key} as key ${asked.source}${within(asked)}),
    counted as (select kind, count(*)::int as count from hit group by kind),
    chosen as not materialized (select kind, row_id, place, key from hit where ${asked.isChosen}),
    ${pageOf(sql`chosen`, asked)}`;
}

/** Hits in the order of a rank; by kind and id where there is none. */
export function rankedHits(rank: SQL | undefined, asked: AskedHits): SQL {
  const source =
    asked.most === undefined ? asked.source : sql`from (select doc.kind, doc.row_id, doc.ctid ${asked.source}${within(asked)}) doc`;
  const stretches = sql`hit as materialized (
      select doc.kind, doc.row_id >> ${sql.raw(String(STRETCH_BITS))} as stretch, count(*)::int as count, array_agg(doc.row_id) as row_ids, array_agg(doc.ctid) as places ${source} group by 1, 2),
    counted as (select kind, sum(count)::int as count from hit group by kind),
    chosen as not materialized (select kind, unnest(row_ids) as row_id, unnest(places) as place from hit where ${asked.isChosen})`;
  if (rank === undefined) return sql`${stretches}, ${pageOf(sql`(select kind, row_id, 1::float4 as key from chosen)`, asked)}`;
  // What is ranked comes first: a page within it needs nothing else.
  const ordered =
    asked.offset + asked.limit <= MOST_RANKED ? sql`ranked` : sql`(select * from chosen left join ranked using (kind, row_id))`;
  return sql`${stretches},
    newest as (
      select kind, unnest(row_ids) as row_id, unnest(places) as place from (
        select kind, row_ids, places, sum(count) over (order by kind, stretch desc) - count as earlier from hit where ${asked.isChosen}) part
      where earlier < ${MOST_RANKED}::int),
    ranked as materialized (
      select doc.kind, doc.row_id, ${rank} as key from (select place from newest order by kind, row_id desc limit ${MOST_RANKED}::int) one
      cross join lateral (select found.* from search_document found where found.ctid = one.place offset 0) doc),
    ${pageOf(ordered, asked)}`;
}
