/** What uploads that have begun will take once they are files. Those whose time has passed promise nothing. */
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { uploadTicket } from '../schema/upload.ts';
import { inSubtree } from './collection-tree.ts';

/**
 * Open tickets; with a ticket only those that were given out before it, so that of several which do not all fit the oldest do,
 * and a ticket never stands in its own way.
 */
function open(ticketId: string | null): SQL {
  const waiting = sql`t.expires_at > now()`;
  if (ticketId === null) return waiting;
  return sql`${waiting} and (t.created_at, t.id) < (select own.created_at, own.id from ${uploadTicket} own where own.id = ${ticketId})`;
}

/** Bytes that open uploads of a dataset, or of a collection and everything below it, have announced. */
export async function sumPromisedBytes(db: Queryable, nodeId: number, ticketId: string | null): Promise<number> {
  const [row] = await db.execute<{ bytes: string }>(sql`
    select coalesce(sum(t.size_bytes), 0) as bytes from ${uploadTicket} t where ${open(ticketId)} and t.dataset_id in (
      select id from node where id = ${nodeId} and kind = 'DATASET'
      union all
      select id from node where kind = 'DATASET' and owner_id in (select branch.id from node branch where ${inSubtree('branch', sql`${nodeId}`)}))`);
  return Number(row?.bytes ?? 0);
}

/** Number of open uploads of a dataset. */
export async function countPromisedFiles(db: Queryable, datasetId: number, ticketId: string | null): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${uploadTicket} t where t.dataset_id = ${datasetId} and ${open(ticketId)}`,
  );
  return row?.count ?? 0;
}

/** Number of open uploads of an account, in all datasets; null is whoever acts without one. */
export async function countOpenUploads(db: Queryable, accountId: number | null): Promise<number> {
  const whose = accountId === null ? sql`t.account_id is null` : sql`t.account_id = ${accountId}`;
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${uploadTicket} t where ${whose} and t.dataset_id is not null and ${open(null)}`,
  );
  return row?.count ?? 0;
}
