/** Chains of files of which each replaced the one before. Source: files.md 5. */
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { dataFile } from '../schema/file.ts';
import { savedOriginal } from '../schema/saved-original.ts';

/** Makes a file the root of its chain. */
export async function becomeRoot(db: Queryable, dataFileId: number): Promise<void> {
  await db.update(dataFile).set({ rootDataFileId: dataFileId }).where(eq(dataFile.id, dataFileId));
}

/** Hands the persistent identifier of a file that is gone to the file that replaced it. */
export async function inheritPersistentId(db: Queryable, dataFileId: number, persistentId: string): Promise<void> {
  await db.update(dataFile).set({ persistentId }).where(eq(dataFile.id, dataFileId));
}

/** The type that a file was uploaded with: of an ingested one that of the saved original. */
export async function findUploadedType(db: Queryable, dataFileId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ type: sql<string>`coalesce(${savedOriginal.contentType}, ${dataFile.contentType})` })
    .from(dataFile)
    .leftJoin(savedOriginal, eq(savedOriginal.dataFileId, dataFile.id))
    .where(eq(dataFile.id, dataFileId));
  return row?.type;
}
