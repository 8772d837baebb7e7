/** Chains of files of which each replaced the one before, and what ingested files were uploaded as. Source: files.md 4.5, 5. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { prepared, type Queryable } from '../../client.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { savedOriginal } from '../../schema/saved-original.ts';

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

const originalNamesStatement = prepared((db) =>
  db
    .select({ name: sql<string>`${savedOriginal.fileName}` })
    .from(dataFile)
    .innerJoin(savedOriginal, eq(savedOriginal.dataFileId, dataFile.id))
    .innerJoin(fileMetadata, and(eq(fileMetadata.dataFileId, dataFile.id), isNull(fileMetadata.validTo)))
    .where(
      and(
        // Ingested files are told by their type, which is indexed: most datasets have none.
        eq(dataFile.datasetId, sql.placeholder('datasetId')),
        eq(dataFile.contentType, sql.placeholder('ingestedType')),
        sql`coalesce(${fileMetadata.directoryLabel}, '') = ${sql.placeholder('folder')}`,
        sql`starts_with(${savedOriginal.fileName}, ${sql.placeholder('beginning')})`,
      ),
    )
    .prepare('file_original_names'),
);

/** Names under which ingested files of a folder of the working version were uploaded, as far as they begin with a text. */
export async function listOriginalNames(
  db: Queryable,
  folder: { readonly datasetId: number; readonly directoryLabel: string | null },
  { ingestedType, beginning }: { readonly ingestedType: string; readonly beginning: string },
): Promise<string[]> {
  const { datasetId, directoryLabel } = folder;
  const rows = await originalNamesStatement(db).execute({ datasetId, folder: directoryLabel ?? '', ingestedType, beginning });
  return rows.map(({ name }) => name);
}
