/** What harvesters are told of datasets, and when it changed. */
import { sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import type { Database, Queryable } from '../../client.ts';

/** A record as harvesters see its head. */
export interface OaiRecordRow {
  readonly datasetId: number;
  readonly identifier: string;
  readonly deleted: boolean;
  readonly stampMicros: number;
}

/** Where a list of records is continued. */
export interface OaiPlace {
  readonly stampMicros: number;
  readonly datasetId: number;
  /** Stamp of the newest record when the list began: it holds no later ones. */
  readonly boundMicros: number;
}

export interface OaiListing {
  /** The first moment of the list. */
  readonly fromMicros: number | null;
  /** The first moment after the list. */
  readonly beforeMicros: number | null;
  readonly after: OaiPlace | null;
  readonly limit: number;
}

/** A part of a list. */
export interface OaiSlice {
  readonly rows: readonly OaiRecordRow[];
  readonly boundMicros: number;
  /** The time of the database when it was read. */
  readonly readMicros: number;
}

/** The persistent identifier of the dataset `d`. */
const identifierOf = sql`(d.protocol || ':' || d.authority || d.separator || d.identifier)`;

/**
 * Notes that a published dataset changed for harvesters. One that has the identifier of a destroyed dataset takes the place of its record.
 * Drafts of datasets that were never published are not noted.
 */
export async function noteOaiChange(db: Queryable, datasetId: number): Promise<void> {
  await db.execute(sql`
    with shown as (
      select d.id, ${identifierOf} as identifier,
        not exists (select from dataset_version v where v.dataset_id = d.id and v.state = 'RELEASED') as deleted
      from dataset d inner join node n on n.id = d.id
      where d.id = ${datasetId}::int and n.published_at is not null),
    replaced as (
      delete from oai_record r using shown where lower(r.identifier) = lower(shown.identifier) and r.dataset_id <> shown.id)
    insert into oai_record (dataset_id, identifier, deleted) select id, identifier, deleted from shown
    on conflict (dataset_id) do update set identifier = excluded.identifier, deleted = excluded.deleted, stamp_micros = null`);
}

/** Notes that a dataset was destroyed. */
export async function noteOaiDestruction(db: Queryable, datasetId: number): Promise<void> {
  await db.execute(sql`update oai_record set deleted = true, stamp_micros = null where dataset_id = ${datasetId}::int`);
}

/** Records that get their stamps at once. */
const STAMPED_AT_ONCE = 5_000;

/**
 * Gives changes that were committed their stamps, one process at a time. A change that commits later gets a later stamp, however early it
 * began, and no stamp is older than one that a reader may have seen.
 */
async function stampOaiRecords(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.oaiStamps})`);
    // A statement of its own: it sees what was committed before the lock was taken. What is being changed again is left to a later reader.
    await tx.execute(sql`
      with moment as materialized (
        select greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint, 1 + (select coalesce(max(stamp_micros), 0) from oai_record)) as micros)
      update oai_record r set stamp_micros = (select micros from moment)
      from (select dataset_id from oai_record where stamp_micros is null order by dataset_id limit ${STAMPED_AT_ONCE} for update skip locked) waiting
      where r.dataset_id = waiting.dataset_id`);
  });
}

const columns = sql`r.dataset_id as "datasetId", r.identifier, r.deleted, r.stamp_micros::float8 as "stampMicros"`;

interface Surroundings {
  readonly waiting: boolean;
  readonly now: number;
  readonly newest: number;
}

type FoundRow = Surroundings & (OaiRecordRow | { readonly datasetId: null });

/** `statement_timestamp()` is before the snapshot: what is not in it gets a later stamp. */
const surroundings = sql`
  select exists (select from oai_record where stamp_micros is null) as waiting,
    (extract(epoch from statement_timestamp()) * 1000000)::bigint::float8 as now,
    coalesce((select max(stamp_micros) from oai_record), 0)::float8 as newest`;

async function readSlice(db: Queryable, { fromMicros, beforeMicros, after, limit }: OaiListing): Promise<readonly FoundRow[]> {
  // Microseconds are whole numbers that fit a double; PostgreSQL is told so by text.
  const micros = (value: number | null) => (value === null ? null : String(value));
  return db.execute<FoundRow & Record<string, unknown>>(sql`
    select m.*, found.* from (${surroundings}) m left join lateral (
      select ${columns} from oai_record r
      where r.stamp_micros >= coalesce(${micros(fromMicros)}::text::bigint, 0)
        and r.stamp_micros < coalesce(${micros(beforeMicros)}::text::bigint, 9007199254740991)
        and r.stamp_micros <= coalesce(${micros(after?.boundMicros ?? null)}::text::bigint, 9007199254740991)
        and (r.stamp_micros, r.dataset_id) > (coalesce(${micros(after?.stampMicros ?? null)}::text::bigint, 0), coalesce(${after?.datasetId ?? null}::int, 0))
      order by r.stamp_micros, r.dataset_id limit ${limit}
    ) found on true order by found."stampMicros", found."datasetId"`);
}

/** Reads records in the order of their stamps. What was acknowledged before is among them. */
export async function listOaiRecords(db: Database, listing: OaiListing): Promise<OaiSlice> {
  let rows = await readSlice(db, listing);
  if (rows[0]?.waiting === true) {
    await stampOaiRecords(db);
    rows = await readSlice(db, listing);
  }
  const [{ now, newest } = { now: 0, newest: 0 }] = rows;
  return {
    rows: rows.flatMap((row) => (row.datasetId === null ? [] : [row])),
    boundMicros: listing.after?.boundMicros ?? newest,
    readMicros: now,
  };
}

/** The record of an identifier, in any case, and the time of the database; without a record where there is none. */
export async function findOaiRecord(
  db: Database,
  identifier: string,
): Promise<{ readonly row: OaiRecordRow | undefined; readonly readMicros: number }> {
  const read = () =>
    db.execute<FoundRow & Record<string, unknown>>(sql`
      select m.*, found.* from (${surroundings}) m left join lateral (
        select ${columns} from oai_record r where lower(r.identifier) = lower(${identifier}) order by r.dataset_id desc limit 1
      ) found on true`);
  let rows = await read();
  if (rows[0]?.waiting === true) {
    await stampOaiRecords(db);
    rows = await read();
  }
  const [row] = rows;
  return { row: row === undefined || row.datasetId === null ? undefined : row, readMicros: row?.now ?? 0 };
}

/** Stamp of the oldest record; undefined without any. */
export async function findOldestOaiStamp(db: Queryable): Promise<number | undefined> {
  const [row] = await db.execute<{ oldest: number | null }>(sql`select min(stamp_micros)::float8 as oldest from oai_record`);
  return row?.oldest ?? undefined;
}
