import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { dataFile } from '../../schema/file.ts';

/** What a store holds. */
export interface StoredAmount {
  readonly driver: string;
  readonly fileCount: number;
  readonly fileBytes: number;
}

/** Files and their bytes by store; a store without files is not among them. Reads all files. */
export async function sumStoredFiles(db: Queryable): Promise<StoredAmount[]> {
  return db
    .select({
      driver: dataFile.storageDriver,
      fileCount: sql<number>`count(*)`.mapWith(Number),
      fileBytes: sql<number>`coalesce(sum(${dataFile.sizeBytes}), 0)`.mapWith(Number),
    })
    .from(dataFile)
    .groupBy(dataFile.storageDriver);
}
