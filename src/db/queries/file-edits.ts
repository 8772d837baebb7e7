/** Changes to what a draft says of one file. Each costs one row, however many versions and files there are. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { dataFile, fileMetadata } from '../schema/file.ts';
import { node } from '../schema/node.ts';
import { holdsAt } from './file-columns.ts';
import type { OrphanedFile } from './file-versions.ts';

type RecordValues = typeof fileMetadata.$inferInsert;

/** What an edit may change of a file's record. */
export type RecordChanges = Partial<
  Pick<RecordValues, 'label' | 'directoryLabel' | 'description' | 'restricted' | 'categories' | 'provFreeForm'>
>;

function currentRecord(dataFileId: number) {
  return and(eq(fileMetadata.dataFileId, dataFileId), isNull(fileMetadata.validTo));
}

/** Ends the record that a draft inherited from earlier versions; what it said, undefined when the draft has one of its own. */
async function endInherited(db: Queryable, dataFileId: number, draft: number): Promise<typeof fileMetadata.$inferSelect | undefined> {
  const [inherited] = await db
    .update(fileMetadata)
    .set({ validTo: draft })
    .where(and(currentRecord(dataFileId), lt(fileMetadata.validFrom, draft)))
    .returning();
  return inherited;
}

/** Changes a file's record from the draft with this ordinal on; earlier versions keep what they say. */
export async function reviseFileRecord(db: Queryable, dataFileId: number, draft: number, changes: RecordChanges): Promise<void> {
  const inherited = await endInherited(db, dataFileId, draft);
  if (inherited === undefined) {
    await db
      .update(fileMetadata)
      .set({ ...changes, recordVersion: sql`${fileMetadata.recordVersion} + 1`, updatedAt: sql`now()` })
      .where(currentRecord(dataFileId));
    return;
  }
  const { id: _id, updatedAt: _updatedAt, ...kept } = inherited;
  await db
    .insert(fileMetadata)
    .values({ ...kept, ...changes, validFrom: draft, validTo: null, recordVersion: inherited.recordVersion + 1 });
}

/** Takes the restriction of bytes that were never published over at once. Source: files.md 6. */
export async function restrictBytes(db: Queryable, dataFileId: number, restricted: boolean): Promise<void> {
  await db.update(dataFile).set({ restricted }).where(eq(dataFile.id, dataFileId));
}

/** Whether another file of a version lies at a path. */
export async function isPathTaken(
  db: Queryable,
  version: { readonly datasetId: number; readonly ordinal: number },
  path: { readonly label: string; readonly directoryLabel: string | null },
  exceptFileId: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: fileMetadata.id })
    .from(fileMetadata)
    .where(
      and(
        eq(fileMetadata.datasetId, version.datasetId),
        eq(fileMetadata.label, path.label),
        sql`coalesce(${fileMetadata.directoryLabel}, '') = ${path.directoryLabel ?? ''}`,
        sql`${fileMetadata.dataFileId} <> ${exceptFileId}`,
        holdsAt(version.ordinal),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Takes a file out of the draft with this ordinal. Where no other version holds it, it is removed altogether.
 * @returns Where the bytes lie that nothing names any more; undefined when other versions hold the file.
 */
export async function removeFromDraft(db: Queryable, dataFileId: number, draft: number): Promise<OrphanedFile | undefined> {
  const inherited = await endInherited(db, dataFileId, draft);
  if (inherited === undefined) await db.delete(fileMetadata).where(currentRecord(dataFileId));
  const [orphan] = await db
    .delete(dataFile)
    .where(and(eq(dataFile.id, dataFileId), sql`not exists (select 1 from file_metadata held where held.data_file_id = ${dataFileId})`))
    .returning({ id: dataFile.id, storageDriver: dataFile.storageDriver, storageId: dataFile.storageId });
  if (orphan !== undefined) await db.delete(node).where(eq(node.id, dataFileId));
  return orphan;
}
