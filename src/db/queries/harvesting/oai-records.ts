/** What harvesters are told of datasets, and when it changed. */
import { type SQL, sql } from 'drizzle-orm';
import { preparedRows, type Queryable } from '../../client.ts';
import { atMost } from '../../kept-plans.ts';
import { hasReleased, publishedAs } from '../gate/visible.ts';

/** A record as harvesters see its head. */
export interface OaiRecordRow {
  readonly datasetId: number;
  readonly identifier: string;
  readonly deleted: boolean;
  readonly stampMicros: number;
  /** Names of the sets that it is in. */
  readonly sets: readonly string[];
}

/** Where a list of records is continued. */
export interface OaiPlace {
  readonly stampMicros: number;
  readonly datasetId: number;
  /** Stamp of the newest record when the list began: it holds no later ones. */
  readonly boundMicros: number;
}

export interface OaiListing {
  /** Name of a set: only what is or was in it, each with the stamp that it has there. What left it is deleted. */
  readonly set: string | null;
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
  /** Stamp of the newest record of all. */
  readonly newestMicros: number;
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
        not ${hasReleased(sql`d.id`)} as deleted
      from dataset d inner join node n on n.id = d.id
      where d.id = ${datasetId}::int and ${publishedAs('n')}),
    replaced as (
      delete from oai_record r using shown where lower(r.identifier) = lower(shown.identifier) and r.dataset_id <> shown.id)
    insert into oai_record (dataset_id, identifier, deleted) select id, identifier, deleted from shown
    on conflict (dataset_id) do update set identifier = excluded.identifier, deleted = excluded.deleted, stamp_micros = null`);
}

/** Notes that a dataset was destroyed. */
export async function noteOaiDestruction(db: Queryable, datasetId: number): Promise<void> {
  await db.execute(sql`update oai_record set deleted = true, stamp_micros = null where dataset_id = ${datasetId}::int`);
}

/** Sets of a record; of one that left the set that was asked for, this set as well. @param known The table of sets, or what was read of it */
export const setsOf = (asked: SQL, known = sql`oai_set`): SQL => sql`array(
    select s.spec from oai_set_record x join ${known} s on s.id = x.set_id
    where x.dataset_id = r.dataset_id and (x.member or s.spec = ${asked}::text) order by s.spec)`;

const columns = sql`r.dataset_id as "datasetId", r.identifier, r.deleted, r.stamp_micros::float8 as "stampMicros", ${setsOf(sql`null`)} as sets`;

export interface Surroundings {
  readonly waiting: boolean;
  readonly now: number;
  readonly newest: number;
}

type FoundRow = Surroundings & (OaiRecordRow | { readonly datasetId: null });

/** `statement_timestamp()` is before the snapshot: what is not in it gets a later stamp. */
export const surroundings = sql`
  select exists (select from oai_record where stamp_micros is null) or exists (select from oai_set_record where stamp_micros is null) as waiting,
    (extract(epoch from statement_timestamp()) * 1000000)::bigint::float8 as now,
    greatest((select max(stamp_micros) from oai_record), (select max(stamp_micros) from oai_set_record), 0)::float8 as newest`;

/** Microseconds are whole numbers that fit a double; PostgreSQL is told so by text. */
const micros = (name: string) => sql`${sql.placeholder(name)}::text::bigint`;

/** The stamps that a list goes by, with the dataset of each, in their order: those of all records, or of a set. */
function stampsOf(ofSet: boolean): SQL {
  return sql`
    select l.* from ${ofSet ? sql`oai_set_record l where l.set_id = (select id from oai_set where spec = ${sql.placeholder('set')})` : sql`oai_record l where true`}
      and l.stamp_micros >= coalesce(${micros('from')}, 0)
      and l.stamp_micros < coalesce(${micros('before')}, 9007199254740991)
      and l.stamp_micros <= coalesce(${micros('bound')}, 9007199254740991)
      and (l.stamp_micros, l.dataset_id) > (coalesce(${micros('after')}, 0), coalesce(${sql.placeholder('afterDataset')}::int, 0))
    order by l.stamp_micros, l.dataset_id ${atMost(sql.placeholder('limit'))}`;
}

export type HeadValues = readonly [datasetId: number, identifier: string, deleted: boolean, stampMicros: number, sets: readonly string[]];

interface SliceRow extends Surroundings {
  /** Null without any. */
  readonly heads: readonly HeadValues[] | null;
}

/** SQL for the records of a list, as a table in the order of their stamps: those of all records are their own rows. */
export function recordsOf(ofSet: boolean): SQL {
  if (!ofSet) return stampsOf(false);
  return sql`select l.dataset_id, l.stamp_micros, r.identifier, r.export_revision, (r.deleted or not l.member) as deleted from (${stampsOf(true)}) l join oai_record r on r.dataset_id = l.dataset_id`;
}

/** All heads are one value: the driver took twice as long for each by itself. */
function sliceStatement(ofSet: boolean) {
  return preparedRows<SliceRow>(
    // The few sets are read once, not for each record.
    () => sql`
    with known as materialized (select id, spec from oai_set)
    select a.*, (
      select json_agg(json_build_array(head.dataset_id, head.identifier, head.deleted, head.stamp_micros, head.sets) order by head.stamp_micros, head.dataset_id)
      from (
        select r.dataset_id, r.identifier, r.deleted, r.stamp_micros, ${setsOf(ofSet ? sql`${sql.placeholder('set')}` : sql`null`, sql`known`)} as sets
        from (${recordsOf(ofSet)}) r
      ) head) as heads
    from (${surroundings}) a`,
  );
}

const sliceOfAll = sliceStatement(false);
const sliceOfSet = sliceStatement(true);

/** The values of the placeholders in `stampsOf`. */
export function valuesOf({ fromMicros, beforeMicros, after: place, limit }: OaiListing): Readonly<Record<string, string | number | null>> {
  const text = (value: number | undefined | null) => (value === null || value === undefined ? null : String(value));
  return {
    from: text(fromMicros),
    before: text(beforeMicros),
    bound: text(place?.boundMicros),
    after: text(place?.stampMicros),
    afterDataset: place?.datasetId ?? null,
    limit,
  };
}

async function readSlice(db: Queryable, listing: OaiListing): Promise<readonly SliceRow[]> {
  const { set } = listing;
  return set === null ? sliceOfAll(db).execute(valuesOf(listing)) : sliceOfSet(db).execute({ ...valuesOf(listing), set });
}

/** Gives what was committed its stamps. */
export type GiveStamps = () => Promise<void>;

/** Reads rows, again where changes had no stamps yet. */
export async function afterStamps<Row extends Surroundings>(
  read: () => PromiseLike<readonly Row[]>,
  giveStamps: GiveStamps,
): Promise<readonly Row[]> {
  const rows = await read();
  if (rows[0]?.waiting !== true) return rows;
  await giveStamps();
  return read();
}

/** The head of a record. */
export function recordOf([datasetId, identifier, deleted, stampMicros, sets]: HeadValues): OaiRecordRow {
  return { datasetId, identifier, deleted, stampMicros, sets };
}

/** Where and when a part was read. */
export function placesOf(
  read: Surroundings | undefined,
  { after }: OaiListing,
): Pick<OaiSlice, 'boundMicros' | 'newestMicros' | 'readMicros'> {
  const { now, newest } = read ?? { now: 0, newest: 0 };
  return { boundMicros: after?.boundMicros ?? newest, newestMicros: newest, readMicros: now };
}

/** Reads records in the order of their stamps. What was acknowledged before is among them. */
export async function listOaiRecords(db: Queryable, listing: OaiListing, giveStamps: GiveStamps): Promise<OaiSlice> {
  const [row] = await afterStamps(() => readSlice(db, listing), giveStamps);
  return { rows: (row?.heads ?? []).map((head) => recordOf(head)), ...placesOf(row, listing) };
}

/** The record of an identifier, in any case, and the time of the database; without a record where there is none. */
export async function findOaiRecord(
  db: Queryable,
  identifier: string,
  giveStamps: GiveStamps,
): Promise<{ readonly row: OaiRecordRow | undefined; readonly readMicros: number }> {
  const read = () =>
    db.execute<FoundRow & Record<string, unknown>>(sql`
      select m.*, found.* from (${surroundings}) m left join lateral (
        select ${columns} from oai_record r where lower(r.identifier) = lower(${identifier}) order by r.dataset_id desc limit 1
      ) found on true`);
  const [row] = await afterStamps(read, giveStamps);
  return { row: row === undefined || row.datasetId === null ? undefined : row, readMicros: row?.now ?? 0 };
}

/** Stamp of the oldest record; undefined without any. */
export async function findOldestOaiStamp(db: Queryable): Promise<number | undefined> {
  const [row] = await db.execute<{ oldest: number | null }>(sql`select min(stamp_micros)::float8 as oldest from oai_record`);
  return row?.oldest ?? undefined;
}
