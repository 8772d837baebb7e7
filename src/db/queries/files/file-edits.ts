/** Changes to what a draft says of one file. Each costs one row, however many versions and files there are. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import type { FileFacts } from '../../../model/files/file-facts.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { dropExports } from '../exports/kept-exports.ts';
import { holdsAt } from './file-columns.ts';
import type { OrphanedFile } from './file-versions.ts';

/** What an edit may change of a file's record. */
export type RecordChanges = Partial<FileFacts> & Partial<Pick<typeof fileMetadata.$inferInsert, 'variableEditsId'>>;

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

/** A place in a version. */
export interface FilePath {
  readonly label: string;
  readonly directoryLabel: string | null;
}

/** Those places of a version at which other files lie than the ones that are left out. */
export async function listTakenPaths(
  db: Queryable,
  version: { readonly datasetId: number; readonly ordinal: number },
  paths: readonly FilePath[],
  exceptFileIds: readonly number[],
): Promise<FilePath[]> {
  return db
    .select({ label: fileMetadata.label, directoryLabel: fileMetadata.directoryLabel })
    .from(fileMetadata)
    .where(
      and(
        eq(fileMetadata.datasetId, version.datasetId),
        // The labels first, by the index; then each with its folder.
        sql`${fileMetadata.label} = ${anyOf(
          paths.map(({ label }) => label),
          'text',
        )}`,
        sql`(${fileMetadata.label}, coalesce(${fileMetadata.directoryLabel}, '')) in (select * from unnest(
          ${sql.param(paths.map(({ label }) => label))}::text[], ${sql.param(paths.map(({ directoryLabel }) => directoryLabel ?? ''))}::text[]))`,
        sql`${fileMetadata.dataFileId} <> all(${sql.param(exceptFileIds)}::int[])`,
        holdsAt(version.ordinal),
      ),
    );
}

/**
 * Takes files out of the draft with this ordinal. Those that no other version holds are removed altogether.
 * @returns Where the bytes lie that nothing names any more.
 */
export async function removeFilesFromDraft(db: Queryable, dataFileIds: readonly number[], draft: number): Promise<OrphanedFile[]> {
  const ids = sql.param(dataFileIds);
  const current = and(sql`${fileMetadata.dataFileId} = ${anyOf(ids, 'int')}`, isNull(fileMetadata.validTo));
  await db
    .update(fileMetadata)
    .set({ validTo: draft })
    .where(and(current, lt(fileMetadata.validFrom, draft)));
  await db.delete(fileMetadata).where(current);
  const orphans = await db
    .delete(dataFile)
    .where(
      sql`${dataFile.id} = ${anyOf(ids, 'int')} and not exists (select 1 from file_metadata held where held.data_file_id = data_file.id)`,
    )
    .returning({ id: dataFile.id, storageDriver: dataFile.storageDriver, storageId: dataFile.storageId });
  const orphanIds = orphans.map(({ id }) => id);
  if (orphanIds.length > 0) await db.delete(node).where(sql`${node.id} = ${anyOf(orphanIds, 'int')}`);
  return orphans;
}

/** Changes what every version says of a file's bytes, so that exports of a published one are dropped. */
async function changeBytesFacts(
  db: Queryable,
  dataFileId: number,
  facts: Partial<Pick<typeof dataFile.$inferInsert, 'tabularTags' | 'contentType'>>,
): Promise<void> {
  const [changed] = await db.update(dataFile).set(facts).where(eq(dataFile.id, dataFileId)).returning({ datasetId: dataFile.datasetId });
  if (changed !== undefined) await dropExports(db, changed.datasetId);
}

/** Stores the tags of a tabular file, in every version. */
export async function storeTabularTags(db: Queryable, dataFileId: number, tabularTags: string[]): Promise<void> {
  await changeBytesFacts(db, dataFileId, { tabularTags });
}

/** Stores another content type of a file, in every version. */
export async function storeContentType(db: Queryable, dataFileId: number, contentType: string): Promise<void> {
  await changeBytesFacts(db, dataFileId, { contentType });
}
