/** Stamps of changes, which are given after the commit; see docs/adr/0049-harvesting.md. */
import { sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import type { Queryable, Transaction } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';

/** A record with what decides on its sets. */
export interface ReviewedRecord {
  readonly datasetId: number;
  readonly deleted: boolean;
  /** Ids from the root down to the dataset; null once it is destroyed. */
  readonly path: readonly number[] | null;
  /** Native JSON of the newest published version; null where there is none, or where it was not asked for. */
  readonly metadata: string | null;
}

/** Records of sets, pair by pair. */
export interface Memberships {
  readonly setIds: readonly number[];
  readonly datasetIds: readonly number[];
}

/** Has one process at a time give stamps and review sets: until the transaction ends. */
export async function lockOaiStamps(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.oaiStamps})`);
}

const released = sql`(select v.metadata::text from dataset_version v where v.dataset_id = r.dataset_id and v.state = 'RELEASED' order by v.ordinal desc limit 1)`;

function columns(withMetadata: boolean) {
  return sql`r.dataset_id as "datasetId", r.deleted, n.path, ${withMetadata ? released : sql`null`} as metadata`;
}

/** Records whose changes wait for a stamp. What is being changed again is left to a later reader. */
export async function listWaitingRecords(
  tx: Transaction,
  { limit, withMetadata }: { readonly limit: number; readonly withMetadata: boolean },
): Promise<ReviewedRecord[]> {
  return tx.execute<ReviewedRecord & Record<string, unknown>>(sql`
    select ${columns(withMetadata)} from oai_record r left join node n on n.id = r.dataset_id
    where r.stamp_micros is null order by r.dataset_id limit ${limit} for update of r skip locked`);
}

/** Records of published datasets in the order of their ids. */
export async function listRecordsToReview(
  tx: Transaction,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ReviewedRecord[]> {
  return tx.execute<ReviewedRecord & Record<string, unknown>>(sql`
    select ${columns(true)} from oai_record r join node n on n.id = r.dataset_id
    where r.dataset_id > ${after}::int and not r.deleted order by r.dataset_id limit ${limit}`);
}

/** Records of sets that get their stamps at once. */
const SET_RECORDS_AT_ONCE = 5_000;

/**
 * Gives records the stamp of now, which is later than all others, and with it their places in sets: published ones are in the sets given,
 * and leave those that they were in; deleted ones stay where they were. What a review of a set changed gets the stamp as well.
 */
export async function stampRecords(tx: Transaction, records: readonly ReviewedRecord[], members: Memberships): Promise<void> {
  const [row] = await tx.execute<{ micros: string }>(sql`
    select greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint,
      1 + coalesce((select max(stamp_micros) from oai_record), 0), 1 + coalesce((select max(stamp_micros) from oai_set_record), 0))::text as micros`);
  const micros = sql`${row?.micros}::text::bigint`;
  const idsOf = (deleted: boolean) => records.filter((record) => record.deleted === deleted).map(({ datasetId }) => datasetId);
  await tx.execute(
    sql`update oai_record set stamp_micros = ${micros} where dataset_id = ${anyOf(
      records.map(({ datasetId }) => datasetId),
      'int',
    )}`,
  );
  await tx.execute(sql`
    insert into oai_set_record (set_id, dataset_id, member, stamp_micros)
    select asked.set_id, asked.dataset_id, true, ${micros}
    from unnest(${sql.param(members.setIds)}::int[], ${sql.param(members.datasetIds)}::int[]) asked(set_id, dataset_id)
    on conflict (set_id, dataset_id) do update set member = true, stamp_micros = excluded.stamp_micros`);
  await tx.execute(sql`
    update oai_set_record set member = not dataset_id = ${anyOf(idsOf(false), 'int')}, stamp_micros = ${micros}
    where dataset_id = ${anyOf(
      records.map(({ datasetId }) => datasetId),
      'int',
    )} and member and stamp_micros is distinct from ${micros}`);
  await tx.execute(sql`
    update oai_set_record m set stamp_micros = ${micros}
    from (select set_id, dataset_id from oai_set_record where stamp_micros is null limit ${SET_RECORDS_AT_ONCE}) waiting
    where m.set_id = waiting.set_id and m.dataset_id = waiting.dataset_id`);
}

/** Puts records of a review into a set, and those that no longer belong out of it. Only what differs waits for a stamp then. */
export async function reviewSetRecords(
  tx: Transaction,
  setId: number,
  { reviewed, members }: { readonly reviewed: readonly number[]; readonly members: readonly number[] },
): Promise<void> {
  await tx.execute(sql`
    insert into oai_set_record (set_id, dataset_id, member)
    select ${setId}::int, asked.id, true from unnest(${sql.param(members)}::int[]) asked(id)
    on conflict (set_id, dataset_id) do update set member = true, stamp_micros = null where not oai_set_record.member`);
  await tx.execute(sql`
    update oai_set_record set member = false, stamp_micros = null
    where set_id = ${setId}::int and dataset_id = ${anyOf(reviewed, 'int')} and not dataset_id = ${anyOf(members, 'int')} and member`);
}

/** Notes that everything published below a node changed its place. */
export async function noteOaiMove(db: Queryable, nodeId: number): Promise<void> {
  await db.execute(sql`
    update oai_record r set stamp_micros = null from node n
    where n.id = r.dataset_id and n.kind = 'DATASET' and n.path @> array[${nodeId}::int]`);
}
