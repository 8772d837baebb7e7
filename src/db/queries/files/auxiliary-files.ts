import { and, asc, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { auxiliaryFile } from '../../schema/auxiliary-file.ts';

/** A file made from another one, as it is stored. */
export type AuxiliaryFileRow = typeof auxiliaryFile.$inferSelect;

/** What tells the auxiliary files of one file apart. */
export interface AuxiliaryFormat {
  readonly formatTag: string;
  readonly formatVersion: string;
}

function ofFormat(dataFileId: number, { formatTag, formatVersion }: AuxiliaryFormat) {
  return and(
    eq(auxiliaryFile.dataFileId, dataFileId),
    eq(auxiliaryFile.formatTag, formatTag),
    eq(auxiliaryFile.formatVersion, formatVersion),
  );
}

/** Finds an auxiliary file of a file. */
export async function findAuxiliaryFile(db: Queryable, dataFileId: number, format: AuxiliaryFormat): Promise<AuxiliaryFileRow | undefined> {
  const [row] = await db.select().from(auxiliaryFile).where(ofFormat(dataFileId, format));
  return row;
}

/** Auxiliary files of the given files, by tag and version. */
export async function listAuxiliaryFilesOf(db: Queryable, dataFileIds: readonly number[]): Promise<AuxiliaryFileRow[]> {
  return db
    .select()
    .from(auxiliaryFile)
    .where(sql`${auxiliaryFile.dataFileId} = ${anyOf(dataFileIds, 'int')}`)
    .orderBy(asc(auxiliaryFile.formatTag), asc(auxiliaryFile.formatVersion));
}

/** Stores an auxiliary file unless the file has one of this tag and version; undefined when it has. */
export async function insertAuxiliaryFile(db: Queryable, values: typeof auxiliaryFile.$inferInsert): Promise<AuxiliaryFileRow | undefined> {
  const [row] = await db.insert(auxiliaryFile).values(values).onConflictDoNothing().returning();
  return row;
}

/** Takes an auxiliary file away; undefined when there was none. */
export async function deleteAuxiliaryFile(
  db: Queryable,
  dataFileId: number,
  format: AuxiliaryFormat,
): Promise<AuxiliaryFileRow | undefined> {
  const [row] = await db.delete(auxiliaryFile).where(ofFormat(dataFileId, format)).returning();
  return row;
}
