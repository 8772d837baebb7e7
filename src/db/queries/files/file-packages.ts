import { and, eq, sql } from 'drizzle-orm';
import { prepared, type Queryable } from '../../client.ts';
import { dataFile } from '../../schema/file.ts';

const packagesStatement = prepared((db) =>
  db
    .select({ id: dataFile.id })
    .from(dataFile)
    .where(and(eq(dataFile.datasetId, sql.placeholder('datasetId')), sql`${dataFile.contentType} like 'application/vnd.%.file-package'`))
    .prepare('dataset_packages'),
);

/** Whether any file of a dataset, in whatever version, is a package. */
export async function holdsPackage(db: Queryable, datasetId: number): Promise<boolean> {
  return (await packagesStatement(db).execute({ datasetId })).length > 0;
}
