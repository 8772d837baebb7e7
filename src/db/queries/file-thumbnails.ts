import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { fileThumbnail } from '../schema/file-content.ts';

/** What is known of a file's picture of a size: `null` bytes where none could be made. */
export interface ThumbnailRow {
  readonly sizeBytes: number | null;
}

/** Finds the outcome of an earlier making. */
export async function findThumbnail(db: Queryable, dataFileId: number, longestSide: number): Promise<ThumbnailRow | undefined> {
  const [row] = await db
    .select({ sizeBytes: fileThumbnail.sizeBytes })
    .from(fileThumbnail)
    .where(and(eq(fileThumbnail.dataFileId, dataFileId), eq(fileThumbnail.longestSide, longestSide)));
  return row;
}

/** How many sizes other than some were made of a file. */
export async function countThumbnails(db: Queryable, dataFileId: number, except: readonly number[]): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(fileThumbnail)
    .where(and(eq(fileThumbnail.dataFileId, dataFileId), sql`${fileThumbnail.longestSide} <> all(${sql.param(except)}::int[])`));
  return row?.count ?? 0;
}

/** Records an outcome; false when another one was recorded first. The file's row is held until the transaction ends. */
export async function insertThumbnail(
  db: Queryable,
  values: { readonly dataFileId: number; readonly longestSide: number; readonly sizeBytes: number | null },
): Promise<boolean> {
  const rows = await db.insert(fileThumbnail).values(values).onConflictDoNothing().returning({ id: fileThumbnail.dataFileId });
  return rows.length > 0;
}
