/** Reservations of uploads in progress. Expired ones reserve nothing. */
import { type SQL, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import type { Queryable, Transaction } from '../../client.ts';
import { uploadTicket } from '../../schema/upload.ts';

/**
 * Open tickets; with a ticket only those that were given out before it, so that of several which do not all fit the oldest do,
 * and a ticket never stands in its own way.
 */
function open(ticketId: string | null): SQL {
  const waiting = sql`t.expires_at > now()`;
  if (ticketId === null) return waiting;
  return sql`${waiting} and (t.created_at, t.id) < (select own.created_at, own.id from ${uploadTicket} own where own.id = ${ticketId})`;
}

/** SQL for the bytes that open uploads of the datasets in the table `held` have announced. */
export function promisedBytes(ticketId: string | null): SQL {
  return sql`(select coalesce(sum(t.size_bytes), 0) from ${uploadTicket} t where ${open(ticketId)} and t.dataset_id in (select id from held))`;
}

/** Number of open uploads of a dataset. */
export async function countPromisedFiles(db: Queryable, datasetId: number, ticketId: string | null): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${uploadTicket} t where t.dataset_id = ${datasetId} and ${open(ticketId)}`,
  );
  return row?.count ?? 0;
}

/**
 * Lets the uploads of one account be counted and begun one after the other, until this transaction ends; null for actors without an
 * account.
 */
export async function lockOpenUploads(tx: Transaction, accountId: number | null): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.openUploads}, ${accountId ?? 0})`);
}

/** Number of open uploads of an account, in all datasets; null for actors without an account. */
export async function countOpenUploads(db: Queryable, accountId: number | null): Promise<number> {
  const whose = accountId === null ? sql`t.account_id is null` : sql`t.account_id = ${accountId}`;
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${uploadTicket} t where ${whose} and t.dataset_id is not null and ${open(null)}`,
  );
  return row?.count ?? 0;
}
