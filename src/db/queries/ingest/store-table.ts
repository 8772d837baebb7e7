/** What an ingest stores, and what undoes it. Source: files.md 8.1, 19.4. */
import { eq, sql } from 'drizzle-orm';
import { INGESTED_TYPE } from '../../../model/ingested-type.ts';
import type { Queryable } from '../../client.ts';
import { insertAll } from '../../insert-all.ts';
import { dataTable, dataVariable } from '../../schema/data-table.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { savedOriginal } from '../../schema/saved-original.ts';
import { dropExports } from '../exports/kept-exports.ts';
import { publishedAs } from '../gate/visible.ts';

/** What not every format of tables tells of a variable. */
const UNTOLD = { statistics: null, categories: null, invalidRanges: null };

/** A table that is to be stored. */
export interface NewTable {
  readonly table: Omit<typeof dataTable.$inferInsert, 'dataFileId'>;
  readonly variables: readonly Omit<typeof dataVariable.$inferInsert, 'dataFileId' | 'fileOrder'>[];
  readonly text: { readonly tag: string; readonly sizeBytes: number };
  readonly original: Omit<typeof savedOriginal.$inferInsert, 'dataFileId'>;
}

/** Makes a file a table, in every version of its dataset. */
export async function insertTable(
  db: Queryable,
  file: { readonly id: number; readonly datasetId: number },
  { table, variables, text, original }: NewTable,
): Promise<void> {
  await db
    .update(dataFile)
    .set({ contentType: INGESTED_TYPE, sizeBytes: text.sizeBytes, bytesTag: text.tag, crc32: null })
    .where(eq(dataFile.id, file.id));
  await db.insert(savedOriginal).values({ dataFileId: file.id, ...original });
  await db.insert(dataTable).values({ ...table, dataFileId: file.id });
  await insertAll(
    db,
    dataVariable,
    variables.map((variable, fileOrder) => ({ ...UNTOLD, ...variable, dataFileId: file.id, fileOrder })),
  );
  await dropExports(db, file.datasetId);
}

/** What the newest record of a file says of its place. */
export interface NewestRecord {
  readonly label: string;
  readonly directoryLabel: string | null;
  /** Whether the working version has it. */
  readonly isCurrent: boolean;
  /** Whether a published version has it. */
  readonly isPublished: boolean;
}

/** Finds the newest record of a file. */
export async function findNewestRecord(db: Queryable, dataFileId: number): Promise<NewestRecord | undefined> {
  const [row] = await db
    .select({
      label: fileMetadata.label,
      directoryLabel: fileMetadata.directoryLabel,
      isCurrent: sql<boolean>`${fileMetadata.validTo} is null`,
      isPublished: sql<boolean>`exists (select from node n where n.id = ${dataFileId} and ${publishedAs('n')})`,
    })
    .from(fileMetadata)
    .where(eq(fileMetadata.dataFileId, dataFileId))
    .orderBy(sql`${fileMetadata.validFrom} desc`)
    .limit(1);
  return row;
}
