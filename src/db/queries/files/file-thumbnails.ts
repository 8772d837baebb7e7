import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { fileThumbnail } from '../../schema/file-content.ts';

/** The thumbnail of a file in a size: `null` bytes if none could be made. */
export interface ThumbnailRow {
  readonly sizeBytes: number | null;
}

/** Finds the outcome of an earlier attempt. */
export async function findThumbnail(db: Queryable, dataFileId: number, longestSide: number): Promise<ThumbnailRow | undefined> {
  const [row] = await db
    .select({ sizeBytes: fileThumbnail.sizeBytes })
    .from(fileThumbnail)
    .where(and(eq(fileThumbnail.dataFileId, dataFileId), eq(fileThumbnail.longestSide, longestSide)));
  return row;
}

/** Whether a picture of a file could not be made, and how many were tried in sizes other than some. */
export async function summarizeThumbnails(
  db: Queryable,
  dataFileId: number,
  except: readonly number[],
): Promise<{ readonly failed: boolean; readonly further: number }> {
  const [row] = await db
    .select({
      failed: sql<boolean>`coalesce(bool_or(${fileThumbnail.sizeBytes} is null), false)`,
      further: sql<number>`count(*) filter (where ${fileThumbnail.longestSide} <> all(${sql.param(except)}::int[]))::int`,
    })
    .from(fileThumbnail)
    .where(eq(fileThumbnail.dataFileId, dataFileId));
  return row ?? { failed: false, further: 0 };
}

/** Records an outcome; false when another one was recorded first. The file's row is held until the transaction ends. */
export async function insertThumbnail(
  db: Queryable,
  values: { readonly dataFileId: number; readonly longestSide: number; readonly sizeBytes: number | null },
): Promise<boolean> {
  const rows = await db.insert(fileThumbnail).values(values).onConflictDoNothing().returning({ id: fileThumbnail.dataFileId });
  return rows.length > 0;
}
