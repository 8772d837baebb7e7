/** What ingest kept of what was uploaded. */
import { asc, eq, sql } from 'drizzle-orm';
import type { SavedOriginalFact } from '../../../vocabulary/files.ts';
import type { FiledDataset } from '../../../model/dataset-folder.ts';
import type { Queryable } from '../../client.ts';
import { dataset } from '../../schema/dataset.ts';
import { dataFile } from '../../schema/file.ts';
import { savedOriginal } from '../../schema/saved-original.ts';

/** A saved original of which something was not recorded. */
export interface IncompleteOriginal extends FiledDataset {
  readonly dataFileId: number;
  readonly fileName: string | null;
  readonly storageDriver: string;
  /** Of the file that it is the original of. */
  readonly storageId: string;
  readonly bytesTag: string | null;
}

const missing = {
  SIZE: sql`${savedOriginal.sizeBytes} is null`,
  TYPE: sql`${savedOriginal.contentType} is null`,
} as const satisfies Record<SavedOriginalFact, unknown>;

/** How many originals lack a fact. */
export async function countIncompleteOriginals(db: Queryable, fact: SavedOriginalFact): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(savedOriginal)
    .where(missing[fact]);
  return row?.count ?? 0;
}

/** Id of the nth file whose original lacks a fact; undefined when there are fewer. */
export async function findNthIncompleteOriginal(db: Queryable, fact: SavedOriginalFact, nth: number): Promise<number | undefined> {
  const [row] = await db
    .select({ id: savedOriginal.dataFileId })
    .from(savedOriginal)
    .where(missing[fact])
    .orderBy(asc(savedOriginal.dataFileId))
    .offset(nth - 1)
    .limit(1);
  return row?.id;
}

/** Originals that lack a fact, by id, after one id and up to another. */
export async function listIncompleteOriginals(
  db: Queryable,
  fact: SavedOriginalFact,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<IncompleteOriginal[]> {
  return db
    .select({
      dataFileId: savedOriginal.dataFileId,
      fileName: savedOriginal.fileName,
      storageDriver: dataFile.storageDriver,
      authority: dataset.authority,
      identifier: dataset.identifier,
      storageFolder: dataset.storageFolder,
      storageId: dataFile.storageId,
      bytesTag: dataFile.bytesTag,
    })
    .from(savedOriginal)
    .innerJoin(dataFile, eq(dataFile.id, savedOriginal.dataFileId))
    .innerJoin(dataset, eq(dataset.id, dataFile.datasetId))
    .where(sql`${missing[fact]} and ${savedOriginal.dataFileId} > ${after} and ${savedOriginal.dataFileId} <= ${upTo}`)
    .orderBy(asc(savedOriginal.dataFileId))
    .limit(limit);
}

/** Records facts of a saved original. */
export async function updateSavedOriginal(
  db: Queryable,
  dataFileId: number,
  facts: { readonly sizeBytes?: number; readonly contentType?: string },
): Promise<void> {
  await db.update(savedOriginal).set(facts).where(eq(savedOriginal.dataFileId, dataFileId));
}
