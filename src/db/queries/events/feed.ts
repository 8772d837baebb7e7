import { sql, type SQL } from 'drizzle-orm';
import type { NodeKind } from '../../../vocabulary/collections.ts';
import type { PermissionMask } from '../../../permission-set.ts';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import type { Database, Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { grantedOn } from '../gate/granted.ts';
import { visibleBy } from '../gate/visible.ts';

/** What is told of an event beside its object. */
export type FeedPayload = Readonly<Record<string, string | number | null>>;

interface NewFeedEvent {
  readonly kind: string;
  readonly needs: PermissionMask;
  readonly payload: FeedPayload;
}

/** Writes an event about a collection, dataset or file that is there, in the transaction in which it happens. */
export async function insertFeedEvent(db: Queryable, subjectId: number, { kind, needs, payload }: NewFeedEvent): Promise<void> {
  await db.execute(sql`
    insert into feed_event (kind, subject_id, reference, home_id, path, needs, payload)
    select ${kind}, n.id, coalesce(c.alias, d.protocol || ':' || d.authority || d.separator || d.identifier), home.id, n.path,
      ${needs}::int, ${JSON.stringify(payload)}::text::json
    from node n
    inner join node home on home.id = case when n.kind = 'DATAFILE' then n.owner_id else n.id end
    left join collection c on c.id = home.id
    left join dataset d on d.id = home.id
    where n.id = ${subjectId}`);
}

/** Writes that a dataset was destroyed; the collection that it lay in is there. */
export async function insertDestroyedEvent(
  db: Queryable,
  {
    kind,
    needs,
    payload,
    ...gone
  }: NewFeedEvent & { readonly subjectId: number; readonly path: readonly number[]; readonly reference: string },
): Promise<void> {
  await db.execute(sql`
    insert into feed_event (kind, subject_id, reference, home_id, path, needs, payload)
    values (${kind}, ${gone.subjectId}, ${gone.reference}, ${gone.path.at(-2) ?? gone.subjectId}, ${sql.param(gone.path)}::int[], ${needs}::int,
      ${JSON.stringify(payload)}::text::json)`);
}

/** Events that get their places at once. */
const NUMBERED_AT_ONCE = 5_000;

/**
 * Gives events that were committed their places in the feed, one process at a time. What commits later gets a later place, however early
 * it began; of one dataset, whose commands wait for each other, the events keep their order.
 */
export async function numberFeedEvents(db: Database): Promise<void> {
  const [waiting] = await db.execute<{ waiting: boolean }>(sql`select exists (select from feed_event where position is null) as waiting`);
  if (waiting?.waiting !== true) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.feedPositions})`);
    // A statement of its own: it sees what was committed before the lock was taken.
    await tx.execute(sql`
      update feed_event e set position = numbered.position
      from (
        select id, nextval('feed_position_seq') as position
        from (select id from feed_event where position is null order by id limit ${NUMBERED_AT_ONCE}) waiting
      ) numbered
      where e.id = numbered.id`);
  });
}

/** Who is told. */
export interface FeedReader {
  readonly superuser: boolean;
  readonly identities: readonly string[];
  /** What the reader may hold at most. */
  readonly ceiling: PermissionMask;
}

/**
 * SQL for whether a reader may hear of `feed_event e` now, `home` being the node of its `home_id`: public events, and those that their
 * roles let them see. Events of objects that no longer exist are for superusers alone.
 */
export function mayHear({ superuser, identities, ceiling }: FeedReader): SQL {
  if (superuser) return sql`true`;
  const held = sql`(${grantedOn(sql`home.permission_path`, sql.param(identities))} & ${ceiling}::int)`;
  return sql`(home.id is not null and case
    when e.needs <> 0 then (${held} & e.needs) <> 0
    else ${visibleBy('home', held)} end)`;
}

export interface FeedEventRow {
  readonly position: number;
  readonly kind: string;
  readonly subjectId: number;
  readonly subjectKind: NodeKind;
  readonly reference: string;
  readonly path: readonly number[];
  readonly payload: FeedPayload;
  readonly occurredAt: Date;
}

/** Columns of an event, as they are read. */
export const feedColumns = sql`e.position::float8 as position, e.kind, e.subject_id as "subjectId", e.reference, e.path, e.payload,
  case when e.kind like 'COLLECTION%' then 'COLLECTION' when e.kind like 'FILE%' then 'DATAFILE' else 'DATASET' end as "subjectKind",
  to_json(e.occurred_at)::text as "occurredAt"`;

/** An event as the driver gives it. */
export type RawFeedEvent = Omit<FeedEventRow, 'occurredAt'> & { readonly occurredAt: string };

/** Reads the date of a row. */
export function feedEventOf({ occurredAt, ...row }: RawFeedEvent): FeedEventRow {
  return { ...row, occurredAt: new Date(occurredAt.replaceAll('"', '')) };
}

export interface FeedQuery {
  readonly reader: FeedReader;
  readonly after: number;
  readonly limit: number;
  /** Kinds that are wanted; all when empty. */
  readonly kinds: readonly string[];
  /** Only what lay in this collection, at any depth, or is this collection. */
  readonly below: number | null;
}

/** A part of the feed, with the place that the next part begins after. */
export interface FeedSlice {
  readonly events: readonly FeedEventRow[];
  readonly next: number;
  readonly hasMore: boolean;
}

/** Events that are looked at for one slice; most of them may be hidden from the reader. */
const LOOKED_AT = 1_000;

/** Reads what a reader may hear of after a place, in order. */
export async function readFeed(db: Queryable, { reader, after, limit, kinds, below }: FeedQuery): Promise<FeedSlice> {
  const rows = await db.execute<{ last: number | null; looked: number; event: RawFeedEvent | null }>(sql`
    with looked as materialized (
      select e.* from feed_event e where e.position > ${after}::bigint order by e.position limit ${LOOKED_AT}),
    heard as (
      select ${feedColumns} from looked e left join node home on home.id = e.home_id
      where (${kinds.length === 0}::boolean or e.kind = ${anyOf(kinds, 'text')})
        and (${below}::int is null or ${below}::int = any(e.path)) and ${mayHear(reader)}
      order by e.position limit ${limit + 1})
    select (select max(position)::float8 from looked) as last, (select count(*)::int from looked) as looked, to_json(heard) as event
    from (select 1) one left join heard on true order by heard.position`);
  const found = rows.flatMap(({ event }) => (event === null ? [] : [feedEventOf(event)]));
  const events = found.slice(0, limit);
  const cut = found.length > limit;
  const last = rows[0]?.last ?? after;
  return { events, next: cut ? (events.at(-1)?.position ?? after) : last, hasMore: cut || rows[0]?.looked === LOOKED_AT };
}

/** Place of the last event that has one; 0 before the first. */
export async function findFeedHead(db: Queryable): Promise<number> {
  const [row] = await db.execute<{ head: number }>(sql`
    select coalesce((select position from feed_event where position is not null order by position desc limit 1), 0)::float8 as head`);
  return row?.head ?? 0;
}

/** Reads events after a place, in order, for streams that ask who may hear of them when they are sent: nothing here is for a reader. */
export async function readFollowedFeed(
  db: Queryable,
  { after, kinds, within }: { readonly after: number; readonly kinds: readonly string[]; readonly within: number | null },
): Promise<FeedSlice> {
  const rows = await db.execute<{ last: number | null; looked: number; event: RawFeedEvent | null }>(sql`
    with looked as materialized (
      select e.* from feed_event e where e.position > ${after}::bigint order by e.position limit ${LOOKED_AT}),
    followed as (
      select ${feedColumns} from looked e
      where (${kinds.length === 0}::boolean or e.kind = ${anyOf(kinds, 'text')}) and (${within}::int is null or ${within}::int = any(e.path)))
    select (select max(position)::float8 from looked) as last, (select count(*)::int from looked) as looked, to_json(followed) as event
    from (select 1) one left join followed on true order by followed.position`);
  const events = rows.flatMap(({ event }) => (event === null ? [] : [feedEventOf(event)]));
  return { events, next: rows[0]?.last ?? after, hasMore: rows[0]?.looked === LOOKED_AT };
}

/** Which of some events, by their places, a reader may hear of now. */
export async function listHeardEvents(db: Queryable, reader: FeedReader, positions: readonly number[]): Promise<number[]> {
  const rows = await db.execute<{ position: number }>(sql`
    select e.position::float8 as position from feed_event e left join node home on home.id = e.home_id
    where e.position = ${anyOf(positions, 'bigint')} and ${mayHear(reader)}`);
  return rows.map(({ position }) => position);
}
