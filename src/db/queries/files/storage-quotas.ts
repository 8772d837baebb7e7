import { eq, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { storageQuota } from '../../schema/storage-quota.ts';
import { node } from '../../schema/node.ts';
import { inSubtree } from '../collections/collection-tree.ts';
import { promisedBytes } from './promised-uploads.ts';

/** A quota and the collection or dataset that it was set on. */
export interface QuotaRow {
  readonly nodeId: number;
  readonly quotaBytes: number;
}

/** The quota that was set on a collection or dataset itself. */
export async function findOwnQuota(db: Queryable, nodeId: number): Promise<QuotaRow | undefined> {
  const [row] = await db.select().from(storageQuota).where(eq(storageQuota.nodeId, nodeId));
  return row;
}

function nearestQuota(db: Queryable, path: readonly number[]) {
  return db
    .select({ nodeId: storageQuota.nodeId, quotaBytes: storageQuota.quotaBytes })
    .from(storageQuota)
    .innerJoin(node, eq(node.id, storageQuota.nodeId))
    .where(sql`${storageQuota.nodeId} = ${anyOf(path, 'int')}`)
    .orderBy(sql`cardinality(${node.path}) desc`)
    .limit(1);
}

/** The quota that binds what lies at a path: its own, else that of the nearest owner which has one. */
export async function findEffectiveQuota(db: Queryable, path: readonly number[]): Promise<QuotaRow | undefined> {
  const [row] = await nearestQuota(db, path);
  return row;
}

/** The same, for a write that takes of it: those bound by one quota go one after the other. */
export async function lockEffectiveQuota(db: Queryable, path: readonly number[]): Promise<QuotaRow | undefined> {
  const [row] = await nearestQuota(db, path).for('update', { of: storageQuota });
  return row;
}

/** Sets the quota of a collection or dataset. */
export async function putQuota(db: Queryable, { nodeId, quotaBytes }: QuotaRow): Promise<void> {
  await db.insert(storageQuota).values({ nodeId, quotaBytes }).onConflictDoUpdate({ target: storageQuota.nodeId, set: { quotaBytes } });
}

/** Takes the quota of a collection or dataset back; whether there was one. */
export async function deleteQuota(db: Queryable, nodeId: number): Promise<boolean> {
  const rows = await db.delete(storageQuota).where(eq(storageQuota.nodeId, nodeId)).returning({ nodeId: storageQuota.nodeId });
  return rows.length > 0;
}

/** SQL for the tables `held`, the dataset itself or all below the collection, and `bytes`, their files. */
function holdings(nodeId: number): SQL {
  return sql`held as (
      select id from node where id = ${nodeId} and kind = 'DATASET'
      union all
      select id from node where kind = 'DATASET' and owner_id in (select branch.id from node branch where ${inSubtree('branch', sql`${nodeId}`)})),
    bytes as (select df.id, df.size_bytes from data_file df inner join held on held.id = df.dataset_id)`;
}

/** Each file once, in however many versions it is, with its saved original and what was made from it. */
const storedBytes = sql`((select coalesce(sum(size_bytes), 0) from bytes)
      + (select coalesce(sum(o.size_bytes), 0) from saved_original o inner join bytes on bytes.id = o.data_file_id)
      + (select coalesce(sum(a.size_bytes), 0) from auxiliary_file a inner join bytes on bytes.id = a.data_file_id))`;

/** Bytes that the files of a dataset, or of a collection and everything below it, take. */
export async function sumStoredBytes(db: Queryable, nodeId: number): Promise<number> {
  const [row] = await db.execute<{ bytes: string }>(sql`with ${holdings(nodeId)} select ${storedBytes} as bytes`);
  return Number(row?.bytes ?? 0);
}

/**
 * The same, and what uploads under way have announced, both at one moment: bytes that become a file meanwhile count once.
 * @param ticketId Counts only what was announced before this upload.
 */
export async function sumTakenBytes(
  db: Queryable,
  nodeId: number,
  ticketId: string | null,
): Promise<{ readonly storedBytes: number; readonly promisedBytes: number }> {
  const [row] = await db.execute<{ stored: string; promised: string }>(
    sql`with ${holdings(nodeId)} select ${storedBytes} as stored, ${promisedBytes(ticketId)} as promised`,
  );
  return { storedBytes: Number(row?.stored ?? 0), promisedBytes: Number(row?.promised ?? 0) };
}
