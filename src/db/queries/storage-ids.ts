import { sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { dataFile } from '../schema/file.ts';
import { uploadTicket } from '../schema/upload.ts';

/** Those of the given storage ids that a file's record still names, or the ticket of an upload that may become a file. */
export async function listNamedStorageIds(db: Queryable, storageIds: readonly string[]): Promise<Set<string>> {
  const asked = sql`any(${sql.param(storageIds)}::text[])`;
  const rows = await db
    .select({ storageId: dataFile.storageId })
    .from(dataFile)
    .where(sql`${dataFile.storageId} = ${asked}`)
    .union(
      db
        .select({ storageId: uploadTicket.storageId })
        .from(uploadTicket)
        .where(sql`${uploadTicket.storageId} = ${asked}`),
    );
  return new Set(rows.map(({ storageId }) => storageId));
}
