/**
 * The hits of a search for everything, or for words of which frequent ones are kept, with exact values and below a collection, as the common
 * table expressions that `hits-of-search.ts` has: of what is kept, bits are counted and rows are not read. See
 * docs/adr/0100-hits-of-frequent-words-are-kept.md, docs/adr/0107-filters-and-collections-are-kept-as-bits.md and
 * docs/adr/0108-drafts-that-a-role-opens-are-kept-as-bits.md.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { identitiesOf, opensAny, opensTo, publicDocument, type Searcher, visibleDocumentAlone, visibleWithheld } from '../gate/visible.ts';
import { NODE_KINDS } from '../../../vocabulary/collections.ts';
import { MOST_COUNTED, MOST_RANKED, SAMPLED } from './hits-of-search.ts';
import { keptBelow, keptDrafts } from './kept-terms.ts';
import { offsetOf, offsetsIn, stretchOf, withoutBits, WIDTH } from './kept-bits.ts';

/** Offsets of a stretch are sampled in steps of the golden section, from a start that differs from stretch to stretch. */
const STEP = 5063;
/** The step that takes them back, modulo the width. */
const STEP_BACK = 7671;

/** What is searched for, given or by what stands for it. */
export interface KeptHits {
  readonly searcher: Searcher;
  /** Kept words and terms. */
  readonly kept: SQLWrapper;
  /** The number of the part of each: hits have any of each part. */
  readonly parts: SQLWrapper;
  readonly partCount: SQLWrapper;
  /** Other words as a tsquery, which hits may have instead of kept ones; null for none. */
  readonly rest: SQLWrapper;
  /** Ids of what is linked into the collection or below it, whose rows are read; undefined where nothing is. */
  readonly linked: SQLWrapper | undefined;
  /** Whether `doc` is a hit, if it may be seen; what is asked beside words apart. */
  readonly matches: SQL;
  readonly filtered: SQL;
  /** Whether anything is asked, words or else. */
  readonly isNarrowed: boolean;
  /** Whether hits are of the kinds that were asked for. */
  readonly isChosen: SQL;
  readonly offset: SQLWrapper;
  readonly limit: SQLWrapper;
}

const raw = (value: number): SQL => sql.raw(String(value));
const start = (stretch: SQL): SQL => sql`(hashint4(${stretch}) & ${raw(WIDTH - 1)})`;

/** All offsets of a stretch. */
const everyOffset = sql`(select at from generate_series(0, ${raw(WIDTH - 1)}) at)`;

/** Nodes on which roles are held, up to which what lies below them is looked at, in place of all that is withheld and has the words. */
const FEW_HELD = 2_000;
/** Up to so many withheld documents are looked at one by one anyhow. */
const FEW_WITHHELD = 500;

/**
 * What a searcher holds that opens what is withheld, as common table expressions: kept terms of drafts, `term`, and for which kinds each
 * counts; other nodes, and whether so little lies below them that it is looked at, `holds`. Where very much does, that is a kept term.
 */
function heldBy(searcher: Searcher): SQL {
  const terms = sql`(select word, id from ${keptDrafts} kept where word not in (select word from search_stale))`;
  if (searcher.superuser) {
    return sql`term as materialized (select word, true as collections, true as datasets from ${terms} one where id is null),
    holds as materialized (select '{}'::int[] as nodes, false as few)`;
  }
  const { own, planned } = identitiesOf(searcher);
  const { collections, datasets } = opensTo(own, planned);
  return sql`opened as materialized (select ${collections} as collections, ${datasets} as datasets),
    term as materialized (
      select word, id, collections, datasets from (
        select word, id, id in (select unnest(collections) from opened) as collections, id in (select unnest(datasets) from opened) as datasets
        from ${terms} one) kept
      where collections or datasets),
    other as materialized (
      (select unnest(collections) as id from opened except select id from term where collections)
      union (select unnest(datasets) from opened except select id from term where datasets)),
    holds as materialized (
      select case when few then array(select id from other) else '{}' end as nodes, few from (
        select (select count(*) <= ${raw(FEW_HELD)} from other)
          and not exists (select from ${keptBelow} kept where id in (select id from other))
          and not exists (select from node top where top.owner_id is null and top.id in (select id from other)) as few) one)`;
}

/** What bits tell of, without documents that have changed since; and the hits that are told by rows, `live`. */
function hitsOf({ searcher, kept, parts, partCount, rest, linked, matches, filtered }: KeptHits): SQL {
  const hit = sql`doc.kind, doc.row_id, ${publicDocument} as open, doc.ctid as place`;
  const visible = visibleDocumentAlone(searcher);
  // Any of each part, and all parts.
  const bitsIn = (table: 'search_kept' | 'search_withheld', condition: SQL): SQL => sql`(
      select kind, stretch, bit_and(bits) as bits from (
        select one.kind, one.stretch, asked.part, bit_or(one.bits) as bits
        from unnest(${kept}::text[], ${parts}::int[]) asked(word, part) join ${sql.identifier(table)} one on one.word = asked.word
        where ${condition} group by 1, 2, 3) part
      group by kind, stretch having count(*) = ${partCount}::int)`;
  const ofLinked =
    linked === undefined
      ? sql``
      : sql` union all select doc.kind, doc.row_id, ${publicDocument}, doc.ctid from node below cross join lateral (
          select one.*, one.ctid from search_document one where one.node_id = below.id offset 0) doc
        where below.path && ${linked}::int[] and ${matches} and ${visible}`;
  const byKey = (from: SQL): SQL =>
    sql`${from} cross join lateral (select one.*, one.ctid from search_document one where one.kind = key.kind and one.row_id = key.row_id offset 0) doc`;
  return sql`told as materialized (select * from ${bitsIn('search_kept', sql`true`)} whole),
    changed as materialized (select distinct kind, row_id from search_change),
    masked as materialized (
      select kind, ${stretchOf(sql`row_id`)} as stretch, ${withoutBits(sql`row_id`)} as bits from changed group by 1, 2),
    withheld as materialized (
      select told.kind, told.stretch, case when masked.bits is null then told.bits else told.bits & masked.bits end as bits
      from ${bitsIn('search_withheld', opensAny(searcher))} told
      left join masked on masked.kind = told.kind and masked.stretch = told.stretch),
    ${heldBy(searcher)},
    -- What is withheld and told to be open to the searcher, by the roles that it takes.
    shown as materialized (
      select withheld.kind, withheld.stretch, withheld.bits & mine.bits as bits from (
        select one.kind, one.stretch, bit_or(one.bits) as bits from term join search_withheld one on one.word = term.word
        where case one.kind when 'COLLECTION' then term.collections else term.datasets end group by 1, 2) mine
      join withheld on withheld.kind = mine.kind and withheld.stretch = mine.stretch),
    doubtful as materialized (
      select withheld.kind, withheld.stretch, case when shown.bits is null then withheld.bits else withheld.bits & ~ shown.bits end as bits
      from withheld left join shown on shown.kind = withheld.kind and shown.stretch = withheld.stretch),
    by_place as materialized (
      select few and (select coalesce(sum(bit_count(bits)), 0) > ${raw(FEW_WITHHELD)} from doubtful) as chosen, nodes from holds),
    -- A dataset and its files are found by their keys; paths would be looked through for each of a thousand datasets.
    held as materialized (
      select place.id, place.kind from (select unnest(nodes) as id from by_place where chosen) mine
      cross join lateral (select id, kind from node where node.id = mine.id offset 0) place),
    below as (
      select id from held where kind = 'DATASET'
      union all select file.id from held cross join lateral (
        select id from node where node.owner_id = held.id and node.kind = 'DATAFILE' offset 0) file where held.kind = 'DATASET'
      union all select id from node where node.path && array(select id from held where kind = 'COLLECTION')),
    -- By stretches, so that each is compared with its bits once: joined row by row, all bits would be read for each.
    near as materialized (
      select doc.kind, ${stretchOf(sql`doc.row_id`)} as stretch, array_agg(doc.row_id) as row_ids from below cross join lateral (
        select one.kind, one.row_id from search_document one where one.node_id = below.id and not one.public offset 0) doc group by 1, 2),
    bits as materialized (
      select kind, stretch, bit_or(bits) as bits from (
        select told.kind, told.stretch, case when masked.bits is null then told.bits else told.bits & masked.bits end as bits
        from told left join masked on masked.kind = told.kind and masked.stretch = told.stretch
        union all select kind, stretch, bits from shown) one
      group by kind, stretch),
    offered as materialized (
      select kind, stretch * ${raw(WIDTH)} + at as row_id from doubtful cross join lateral ${offsetsIn({
        bits: sql`doubtful.bits`,
        count: sql`bit_count(doubtful.bits)`,
        list: everyOffset,
        tried: raw(WIDTH),
        isTried: sql`true`,
      })} one where not (select chosen from by_place)
      union all
      select kind, row_id from (
        select near.kind, unnest(row_ids) as row_id, doubtful.bits from near
        join doubtful on doubtful.kind = near.kind and doubtful.stretch = near.stretch) one
      where get_bit(bits, ${offsetOf(sql`row_id`)}) = 1),
    found as materialized (
      select kind, ${stretchOf(sql`row_id`)} as stretch, array_agg(row_id) as row_ids, array_agg(open) as opens, array_agg(place) as places from (
        select ${hit} from search_document doc where doc.words @@ ${rest}::text::tsquery and ${filtered} and ${visible}${ofLinked}) one group by 1, 2),
    live as materialized (
      select ${hit} ${byKey(sql`from changed key`)} where ${matches} and ${visible}
      union select ${hit} ${byKey(sql`from offered key`)} where ${visibleWithheld(searcher)}
      union select kind, row_id, open, place from (
        select found.kind, unnest(row_ids) as row_id, unnest(opens) as open, unnest(places) as place, bits.bits
        from found left join bits on bits.kind = found.kind and bits.stretch = found.stretch) one
      where bits is null or get_bit(bits, ${offsetOf(sql`row_id`)}) = 0),
    span as materialized (
      select kind, stretch, sum(count)::int as count from (
        select kind, stretch, bit_count(bits) as count from bits union all select kind, ${stretchOf(sql`row_id`)}, 1 from live) one group by kind, stretch)`;
}

/** The offset of a step of the sample in its stretch, and the step of an offset. */
const atStep = sql`((step * ${raw(STEP)} + told.start) & ${raw(WIDTH - 1)})`;
const stepAt = (at: SQL, from: SQL): SQL => sql`(((${at} - ${from}) * ${raw(STEP_BACK)}) & ${raw(WIDTH - 1)})`;

/** Rows that are looked up by a list, in one pass. */
const rowsOf = (condition: SQL): SQL =>
  sql`select ${publicDocument} as open, doc.ctid as place, doc.facet_codes from search_document doc where ${condition}`;

/** How many hits there are, and those whose facets are counted. */
const sampledOf = ({ isChosen }: KeptHits): SQL => sql`counted as (select kind, sum(count)::int as count from span group by kind),
    sample as materialized (
      select total, total > ${raw(MOST_COUNTED)} as estimated, case when total > ${raw(MOST_COUNTED)} then ceil(${raw(WIDTH)} * ${raw(SAMPLED)}.0 / total)::int else ${raw(WIDTH)} end as below
      from (select coalesce(sum(count), 0)::bigint as total from counted where ${isChosen}) one),
    key as materialized (
      select kind, stretch * ${raw(WIDTH)} + at as row_id
      from (select kind, stretch, bits, bit_count(bits) as count, ${start(sql`stretch`)} as start from bits where ${isChosen} offset 0) told
      cross join sample cross join lateral ${offsetsIn({
        bits: sql`told.bits`,
        count: sql`told.count`,
        list: sql`(select ${atStep} as at from generate_series(0, sample.below - 1) step)`,
        tried: sql`sample.below`,
        isTried: sql`${stepAt(sql`at`, sql`told.start`)} < sample.below`,
      })} one),
    sampled as materialized (${sql.join(
      NODE_KINDS.map((kind) =>
        rowsOf(sql`doc.kind = '${sql.raw(kind)}' and doc.row_id = any(array(select row_id from key where kind = '${sql.raw(kind)}'))`),
      ),
      sql` union all `,
    )} union all ${rowsOf(sql`doc.ctid = any(array(select place from live, sample
        where ${isChosen} and ${stepAt(offsetOf(sql`row_id`), start(stretchOf(sql`row_id`)))} < below))`)})`;

/** Hits of some stretches, `needed`. */
const within = sql`select bits.kind, bits.stretch * ${raw(WIDTH)} + at as row_id
        from needed join bits on bits.kind = needed.kind and bits.stretch = needed.stretch cross join lateral ${offsetsIn({
          bits: sql`bits.bits`,
          count: sql`needed.count`,
          list: everyOffset,
          tried: raw(WIDTH),
          isTried: sql`true`,
        })} one
      union all select live.kind, live.row_id from live join needed on needed.kind = live.kind and needed.stretch = ${stretchOf(sql`live.row_id`)}`;

/** Whether all words and terms are kept that are said to be, and as they are. */
export const allKept = ({ kept }: KeptHits): SQL =>
  sql`(not exists (select from unnest(${kept}::text[]) word where word not in (select word from search_kept_word) or word in (select word from search_stale)))`;

/** Of fewer hits all rows are read to find the newest ones; of more, some are soon found by an index of all documents. */
const MOST_SORTED = 20_000;

/** Hits by date, the newest first, of kinds that have one of their own: all but files. */
export function keptByDate(asked: KeptHits): SQL {
  const { searcher, isChosen, matches, isNarrowed, offset, limit } = asked;
  const isHit = sql`kind <> 'DATAFILE' and ${isChosen} and ${matches} and ${visibleDocumentAlone(searcher)}`;
  const isFew = isNarrowed
    ? sql`(select sum(count) <= ${raw(MOST_SORTED)} from span where kind <> 'DATAFILE' and ${isChosen})`
    : sql`false`;
  const ofFew = isNarrowed
    ? sql` union all select doc.kind, doc.row_id, doc.sorted_at from (${within}) key
        cross join lateral (select one.* from search_document one where one.kind = key.kind and one.row_id = key.row_id offset 0) doc`
    : sql``;
  return sql`${hitsOf(asked)}, ${sampledOf(asked)},
    needed as materialized (select kind, stretch, count from span where ${isFew} and kind <> 'DATAFILE' and ${isChosen}),
    page as (
      select kind, row_id, sorted_at as key from (
        (select kind, row_id, sorted_at from search_document doc where not ${isFew} and ${isHit}
          order by sorted_at desc nulls last, kind, row_id limit ${offset}::int + ${limit}::int)${ofFew}) found
      order by sorted_at desc nulls last, kind, row_id offset ${offset}::int limit ${limit}::int)`;
}

/** Hits by kind and id: the stretches before the page are passed over by their counts. */
export function keptInOrder(asked: KeptHits): SQL {
  const { isChosen, offset, limit } = asked;
  return sql`${hitsOf(asked)}, ${sampledOf(asked)},
    needed as materialized (
      select kind, stretch, count, earlier from (
        select kind, stretch, count, sum(count) over (order by kind, stretch) - count as earlier from span where ${isChosen}) part
      where earlier < ${offset}::int + ${limit}::int and earlier + count > ${offset}::int),
    page as (
      select kind, row_id, 1::float4 as key from (${within}) found order by kind, row_id
      offset ${offset}::int - coalesce((select min(earlier) from needed), 0) limit ${limit}::int)`;
}

/** Hits in the order of a rank, of the newest ones. */
export function keptByRank(asked: KeptHits, rank: SQL = sql`1::float4`): SQL {
  const { isChosen, offset, limit } = asked;
  return sql`${hitsOf(asked)}, ${sampledOf(asked)},
    needed as materialized (
      select kind, stretch, count from (
        select kind, stretch, count, sum(count) over (order by kind, stretch desc) - count as earlier from span where ${isChosen}) part
      where earlier < ${raw(MOST_RANKED)}),
    ranked as materialized (
      select doc.kind, doc.row_id, ${rank} as key
      from (select kind, row_id from (${within}) found order by kind, row_id desc limit ${raw(MOST_RANKED)}) key
      cross join lateral (select one.* from search_document one where one.kind = key.kind and one.row_id = key.row_id offset 0) doc),
    page as (select kind, row_id, key from ranked order by key desc nulls last, kind, row_id offset ${offset}::int limit ${limit}::int)`;
}
