import { eq, sql } from 'drizzle-orm';
import type { PageWindow } from '../../../model/page-window.ts';
import type { Queryable } from '../../client.ts';
import { boundWindow } from '../../id-window.ts';
import { storageSite } from '../../schema/storage-site.ts';

export type StorageSiteRow = typeof storageSite.$inferSelect;

/** Sites by id. */
export async function listStorageSiteRows(db: Queryable, window: PageWindow<number>): Promise<StorageSiteRow[]> {
  const { within, order, limit } = boundWindow(storageSite.id, window);
  const rows = await db
    .select()
    .from(storageSite)
    .where(within)
    .orderBy(sql`${order} ${limit}`);
  return window.fromEnd ? rows.toReversed() : rows;
}

export async function countStorageSiteRows(db: Queryable): Promise<number> {
  return db.$count(storageSite);
}

export async function findStorageSite(db: Queryable, id: number): Promise<StorageSiteRow | undefined> {
  const [row] = await db.select().from(storageSite).where(eq(storageSite.id, id));
  return row;
}

/** The primary site, locked so that it stays that until the transaction ends. */
export async function findPrimarySite(db: Queryable): Promise<StorageSiteRow | undefined> {
  const [row] = await db.select().from(storageSite).where(eq(storageSite.primaryStorage, true)).for('update');
  return row;
}

/** Stores a site; undefined where there is one of this host, in any case, or a primary one that was added meanwhile. */
export async function insertStorageSiteUnlessTaken(db: Queryable, values: Omit<StorageSiteRow, 'id'>): Promise<StorageSiteRow | undefined> {
  const [row] = await db.insert(storageSite).values(values).onConflictDoNothing().returning();
  return row;
}

export async function setPrimarySite(db: Queryable, id: number, primaryStorage: boolean): Promise<void> {
  await db.update(storageSite).set({ primaryStorage }).where(eq(storageSite.id, id));
}

/** Removes a site; whether there was one. */
export async function deleteStorageSiteRow(db: Queryable, id: number): Promise<boolean> {
  const rows = await db.delete(storageSite).where(eq(storageSite.id, id)).returning({ id: storageSite.id });
  return rows.length > 0;
}
