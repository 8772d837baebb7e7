/** What was uploaded in place of what files were turned into, as downloads give it out. */
import { sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { savedOriginal } from '../../schema/saved-original.ts';

/** A saved original; each fact null where it was not recorded. */
export interface FileOriginalRow {
  readonly fileName: string | null;
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
}

/** Saved originals of files, by the file's id; a file that is as it was uploaded has no entry. */
export async function listFileOriginals(db: Queryable, dataFileIds: readonly number[]): Promise<Map<number, FileOriginalRow>> {
  const rows = await db
    .select()
    .from(savedOriginal)
    .where(sql`${savedOriginal.dataFileId} = ${anyOf(dataFileIds, 'int')}`);
  return new Map(rows.map(({ dataFileId, fileName, contentType, sizeBytes }) => [dataFileId, { fileName, contentType, sizeBytes }]));
}

/** Finds the saved original of a file. */
export async function findFileOriginal(db: Queryable, dataFileId: number): Promise<FileOriginalRow | undefined> {
  return (await listFileOriginals(db, [dataFileId])).get(dataFileId);
}
