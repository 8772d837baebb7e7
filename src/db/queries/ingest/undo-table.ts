/** What takes back all that an ingest has stored. Source: files.md 8.1. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { auxiliaryFile } from '../../schema/auxiliary-file.ts';
import { dataTable } from '../../schema/data-table.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { savedOriginal } from '../../schema/saved-original.ts';
import { dropExports } from '../exports/kept-exports.ts';

/**
 * Makes a table a file as it was uploaded, in every version of its dataset.
 * @returns Tags of what was made of the table, and is recorded no longer.
 */
export async function deleteTable(
  db: Queryable,
  file: { readonly id: number; readonly datasetId: number },
  upload: { readonly contentType: string; readonly sizeBytes: number },
): Promise<string[]> {
  const { contentType, sizeBytes } = upload;
  await db.update(dataFile).set({ contentType, sizeBytes, bytesTag: null, crc32: null, tabularTags: [] }).where(eq(dataFile.id, file.id));
  await db.delete(savedOriginal).where(eq(savedOriginal.dataFileId, file.id));
  await db.delete(dataTable).where(eq(dataTable.dataFileId, file.id));
  const made = await db.delete(auxiliaryFile).where(eq(auxiliaryFile.dataFileId, file.id)).returning({ tag: auxiliaryFile.storageTag });
  await dropExports(db, file.datasetId);
  return made.map(({ tag }) => tag);
}

/** Gives a file its name in every version: one where newer versions have it, and one in the records that have ended. */
export async function relabelFile(
  db: Queryable,
  dataFileId: number,
  labels: { readonly current: string; readonly earlier: string },
): Promise<void> {
  const ofFile = eq(fileMetadata.dataFileId, dataFileId);
  const changed = { recordVersion: sql`${fileMetadata.recordVersion} + 1`, updatedAt: sql`now()` };
  await db
    .update(fileMetadata)
    .set({ ...changed, label: labels.current })
    .where(and(ofFile, isNull(fileMetadata.validTo)));
  await db
    .update(fileMetadata)
    .set({ ...changed, label: labels.earlier })
    .where(and(ofFile, isNotNull(fileMetadata.validTo)));
}
