import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../kept-plans.ts';
import type { Queryable } from '../client.ts';
import { auxiliaryFile } from '../schema/auxiliary-file.ts';
import { dataFile } from '../schema/file.ts';
import { uploadTicket } from '../schema/upload.ts';

/** The tags that storage ids end with, dots excluded: names of files and of tags can hold any number of dots before. */
export function lastTagsOf(storageIds: readonly string[]): string[] {
  return storageIds.flatMap((storageId) => (storageId.includes('.') ? [storageId.slice(storageId.lastIndexOf('.') + 1)] : []));
}

/**
 * Those of the given storage ids that the record of a file, or of one made from it, still names, or the ticket of an upload that
 * may become a file.
 */
export async function listNamedStorageIds(db: Queryable, storageIds: readonly string[]): Promise<Set<string>> {
  if (storageIds.length === 0) return new Set();
  const asked = anyOf(storageIds, 'text');
  const rows = await db
    .select({ storageId: dataFile.storageId })
    .from(dataFile)
    .where(sql`${dataFile.storageId} = ${asked}`)
    .union(
      db
        .select({ storageId: uploadTicket.storageId })
        .from(uploadTicket)
        .where(sql`${uploadTicket.storageId} = ${asked}`),
    )
    .union(
      db
        .select({ storageId: sql<string>`${dataFile.storageId} || '.' || ${auxiliaryFile.storageTag}` })
        .from(auxiliaryFile)
        .innerJoin(dataFile, eq(dataFile.id, auxiliaryFile.dataFileId))
        .where(sql`${auxiliaryFile.storageTag} = ${anyOf(lastTagsOf(storageIds), 'text')}`),
    );
  const wanted = new Set(storageIds);
  return new Set(rows.flatMap(({ storageId }) => (wanted.has(storageId) ? [storageId] : [])));
}
