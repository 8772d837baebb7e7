import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { dataFile } from '../schema/file.ts';

/** Whether any file of a dataset, in whatever version, is a package. */
export async function holdsPackage(db: Queryable, datasetId: number): Promise<boolean> {
  const rows = await db
    .select({ id: dataFile.id })
    .from(dataFile)
    .where(and(eq(dataFile.datasetId, datasetId), sql`${dataFile.contentType} like 'application/vnd.%.file-package'`))
    .limit(1);
  return rows.length > 0;
}
