import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { uploadTicket } from '../../schema/upload.ts';

/** A ticket as it is stored. */
export type UploadTicketRow = typeof uploadTicket.$inferSelect;

/** How a ticket is named: by its own id, or by where its bytes lie. */
export type UploadTicketKey = { readonly id: string } | { readonly storageId: string };

/** Stores a new ticket. */
export async function insertUploadTicket(db: Queryable, values: typeof uploadTicket.$inferInsert): Promise<UploadTicketRow> {
  const [row] = await db.insert(uploadTicket).values(values).returning();
  if (row === undefined) throw new Error('The ticket was not stored.');
  return row;
}

function named(key: UploadTicketKey) {
  return 'id' in key ? eq(uploadTicket.id, key.id) : eq(uploadTicket.storageId, key.storageId);
}

/** A ticket whose time has not passed, of a dataset that is there. */
export async function findUploadTicket(db: Queryable, key: UploadTicketKey): Promise<UploadTicketRow | undefined> {
  const [row] = await db
    .select()
    .from(uploadTicket)
    .where(and(named(key), sql`${uploadTicket.expiresAt} > now()`, sql`${uploadTicket.datasetId} is not null`));
  return row;
}

/** Extends the expiry of a ticket. */
export async function extendUploadTicket(db: Queryable, id: string, expiresAt: Date): Promise<void> {
  await db
    .update(uploadTicket)
    .set({ expiresAt: sql`greatest(${uploadTicket.expiresAt}, ${expiresAt.toISOString()}::timestamptz)` })
    .where(eq(uploadTicket.id, id));
}

/** Marks a ticket as complete, unless it is already. */
export async function markUploadCompleted(
  db: Queryable,
  id: string,
  checksum: { readonly algorithm: string; readonly value: string },
): Promise<void> {
  await db
    .update(uploadTicket)
    .set({ completedAt: sql`now()`, checksumAlgorithm: checksum.algorithm, checksumValue: checksum.value })
    .where(and(eq(uploadTicket.id, id), isNull(uploadTicket.completedAt)));
}

/** Deletes a ticket; whether it was there. Of several concurrent attempts one succeeds. */
export async function deleteUploadTicket(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.delete(uploadTicket).where(eq(uploadTicket.id, id)).returning({ id: uploadTicket.id });
  return rows.length > 0;
}

/** Deletes tickets that have expired or whose dataset was deleted, at most `limit`; the deleted rows. */
export async function takeExpiredTickets(db: Queryable, limit: number): Promise<UploadTicketRow[]> {
  return db
    .delete(uploadTicket)
    .where(
      // A ticket in use is skipped until the next time.
      sql`${uploadTicket.id} in (select late.id from ${uploadTicket} late where late.expires_at <= now() or late.dataset_id is null order by late.expires_at limit ${limit} for update skip locked)`,
    )
    .returning();
}
