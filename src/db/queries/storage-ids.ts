import { sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { dataFile } from '../schema/file.ts';

/** Those of the given storage ids that a file's record still names. */
export async function listNamedStorageIds(db: Queryable, storageIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ storageId: dataFile.storageId })
    .from(dataFile)
    .where(sql`${dataFile.storageId} = any(${sql.param(storageIds)}::text[])`);
  return new Set(rows.map(({ storageId }) => storageId));
}
