/** What was requested for the exports of all datasets, and how far it is. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { datasetVersion } from '../../schema/dataset.ts';
import { metadataExport, metadataExportRun } from '../../schema/metadata-export.ts';

/** A run over the exports of all datasets. */
export type ExportRun = typeof metadataExportRun.$inferSelect;

const ofPublished = eq(datasetVersion.state, 'RELEASED');

/** Stores a run; one that makes nothing has ended. */
export async function insertExportRun(db: Queryable, { forgets, fills }: Pick<ExportRun, 'forgets' | 'fills'>): Promise<ExportRun> {
  const published = db
    .select({ count: sql`count(distinct ${datasetVersion.datasetId})::int` })
    .from(datasetVersion)
    .where(ofPublished);
  const [run] = await db
    .insert(metadataExportRun)
    .values({ forgets, fills, datasetCount: sql`(${published})`, endedAt: fills ? null : sql`now()` })
    .returning();
  if (run === undefined) throw new Error('The run was not stored.');
  return run;
}

/** A run that will make the exports of all datasets and has not begun. */
export async function findWaitingRun(db: Queryable): Promise<ExportRun | undefined> {
  const waiting = and(isNull(metadataExportRun.endedAt), eq(metadataExportRun.lastDatasetId, 0));
  const [run] = await db.select().from(metadataExportRun).where(waiting).limit(1);
  return run;
}

/** A run by its id. */
export async function findExportRun(db: Queryable, id: number): Promise<ExportRun | undefined> {
  const [run] = await db.select().from(metadataExportRun).where(eq(metadataExportRun.id, id));
  return run;
}

/** The newest runs, the last one first. */
export async function listExportRuns(db: Queryable, limit: number): Promise<ExportRun[]> {
  return db.select().from(metadataExportRun).orderBy(desc(metadataExportRun.id)).limit(limit);
}

/** Published datasets by id, those after one. */
export async function listPublishedDatasetIds(
  db: Queryable,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: datasetVersion.datasetId })
    .from(datasetVersion)
    .where(and(ofPublished, sql`${datasetVersion.datasetId} > ${after}`))
    .orderBy(datasetVersion.datasetId)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Counts a dataset that a run has done. Repeated for the same dataset, it counts nothing. */
export async function countDoneDataset(
  db: Queryable,
  runId: number,
  { datasetId, made, failed }: { readonly datasetId: number; readonly made: number; readonly failed: number },
): Promise<void> {
  await db
    .update(metadataExportRun)
    .set({
      lastDatasetId: datasetId,
      doneCount: sql`${metadataExportRun.doneCount} + 1`,
      madeCount: sql`${metadataExportRun.madeCount} + ${made}`,
      failedCount: sql`${metadataExportRun.failedCount} + ${failed}`,
    })
    .where(and(eq(metadataExportRun.id, runId), sql`${metadataExportRun.lastDatasetId} < ${datasetId}`));
}

/** Marks a run as ended. */
export async function endExportRun(db: Queryable, id: number): Promise<void> {
  await db
    .update(metadataExportRun)
    .set({ endedAt: sql`now()` })
    .where(and(eq(metadataExportRun.id, id), isNull(metadataExportRun.endedAt)));
}

/** Datasets with exports that were made since all were forgotten the last time. */
export async function countExportedDatasets(db: Queryable): Promise<number> {
  const forgottenAt = db
    .select({ at: sql`max(${metadataExportRun.requestedAt})` })
    .from(metadataExportRun)
    .where(eq(metadataExportRun.forgets, true));
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${metadataExport.datasetId})::int` })
    .from(metadataExport)
    .where(sql`${metadataExport.createdAt} > coalesce((${forgottenAt}), '-infinity'::timestamptz)`);
  return row?.count ?? 0;
}
