/** Files that are to be ingested, and those that could not be. Source: files.md 19.3. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { IngestReport } from '../../../model/tables/ingest-report.ts';
import type { IngestState } from '../../../vocabulary/ingest.ts';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { dataFile } from '../../schema/file.ts';
import { datasetLock } from '../../schema/dataset.ts';
import { ingestRequest } from '../../schema/ingest-request.ts';

/** A request as it is stored. */
export type IngestRequestRow = typeof ingestRequest.$inferSelect;

/** How the ingest of a file stands. */
export interface IngestStatusRow extends Pick<IngestRequestRow, 'dataFileId' | 'rowsDone' | 'rowsExpected' | 'report' | 'requestedAt'> {
  readonly state: IngestState;
}

/** Ingests of files that are not done; a file without one has no row. */
export async function listIngestStatusOf(db: Queryable, dataFileIds: readonly number[]): Promise<IngestStatusRow[]> {
  const { dataFileId, state, rowsDone, rowsExpected, report, requestedAt } = ingestRequest;
  return db
    .select({ dataFileId, state: sql<IngestState>`${state}`, rowsDone, rowsExpected, report, requestedAt })
    .from(ingestRequest)
    .where(sql`${ingestRequest.dataFileId} = ${anyOf(dataFileIds, 'int')} and ${ingestRequest.state} <> 'DONE'`);
}

/** A file that may be ingested. */
export interface IngestCandidate {
  readonly id: number;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** Type and size of files. */
export async function listIngestCandidates(db: Queryable, dataFileIds: readonly number[]): Promise<IngestCandidate[]> {
  return db
    .select({ id: dataFile.id, contentType: dataFile.contentType, sizeBytes: dataFile.sizeBytes })
    .from(dataFile)
    .where(sql`${dataFile.id} = ${anyOf(dataFileIds, 'int')}`);
}

/** Requests the ingest of files, in place of requests that have ended. */
export async function insertIngestRequests(
  db: Queryable,
  {
    datasetId,
    dataFileIds,
    userAccountId,
  }: { readonly datasetId: number; readonly dataFileIds: readonly number[]; readonly userAccountId: number },
): Promise<void> {
  await db.delete(ingestRequest).where(inArray(ingestRequest.dataFileId, [...dataFileIds]));
  await db.insert(ingestRequest).values(dataFileIds.map((dataFileId) => ({ datasetId, dataFileId, userAccountId })));
}

/** Number of files of a dataset that wait to be ingested, or are being ingested. */
export async function countWaitingIngests(db: Queryable, datasetId: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(ingestRequest)
    .where(and(eq(ingestRequest.datasetId, datasetId), inArray(ingestRequest.state, ['SCHEDULED', 'IN_PROGRESS'])));
  return row?.count ?? 0;
}

/** Says in another way why a dataset is locked for ingests. */
export async function updateIngestLock(db: Queryable, datasetId: number, message: string): Promise<void> {
  await db
    .update(datasetLock)
    .set({ message })
    .where(and(eq(datasetLock.datasetId, datasetId), eq(datasetLock.lockType, 'Ingest')));
}

/** The request whose file is the smallest of those that wait in a dataset, one that was begun and not ended among them. */
const nextWaiting = (datasetId: number) =>
  sql`${ingestRequest.id} = (select r.id from ingest_request r inner join data_file f on f.id = r.data_file_id
    where r.dataset_id = ${datasetId}::int and r.state in ('SCHEDULED', 'IN_PROGRESS') order by f.size_bytes, r.id limit 1)`;

/** Begins the next ingest of a dataset, and counts the attempt; undefined when none waits. */
export async function beginNextIngest(db: Queryable, datasetId: number): Promise<IngestRequestRow | undefined> {
  const [row] = await db
    .update(ingestRequest)
    .set({ state: 'IN_PROGRESS', attempts: sql`${ingestRequest.attempts} + 1`, startedAt: sql`now()`, rowsDone: 0, rowsExpected: null })
    .where(nextWaiting(datasetId))
    .returning();
  return row;
}

function sameAttempt({ id, attempts }: Pick<IngestRequestRow, 'id' | 'attempts'>) {
  return and(eq(ingestRequest.id, id), eq(ingestRequest.attempts, attempts), eq(ingestRequest.state, 'IN_PROGRESS'));
}

/** Records how many rows were read. */
export async function storeIngestProgress(
  db: Queryable,
  attempt: IngestRequestRow,
  progress: Pick<IngestRequestRow, 'rowsDone' | 'rowsExpected'>,
): Promise<void> {
  await db.update(ingestRequest).set(progress).where(sameAttempt(attempt));
}

/** Ends an attempt; false when it is no longer the one under way, or its file is gone. */
export async function endIngest(
  db: Queryable,
  attempt: IngestRequestRow,
  outcome: { readonly state: 'DONE' } | { readonly state: 'FAILED'; readonly report: IngestReport },
): Promise<boolean> {
  const rows = await db.update(ingestRequest).set(outcome).where(sameAttempt(attempt)).returning({ id: ingestRequest.id });
  return rows.length > 0;
}

/** Outcomes of a dataset that were not told yet, by account; those that were done are forgotten with it. */
export async function takeIngestOutcomes(
  db: Queryable,
  datasetId: number,
): Promise<{ readonly userAccountId: number; readonly failed: boolean }[]> {
  const untold = and(eq(ingestRequest.datasetId, datasetId), eq(ingestRequest.told, false));
  const failed = await db
    .update(ingestRequest)
    .set({ told: true })
    .where(and(untold, eq(ingestRequest.state, 'FAILED')))
    .returning({ userAccountId: ingestRequest.userAccountId });
  const done = await db
    .delete(ingestRequest)
    .where(and(untold, eq(ingestRequest.state, 'DONE')))
    .returning({ userAccountId: ingestRequest.userAccountId });
  const failing = new Set(failed.map(({ userAccountId }) => userAccountId));
  const accounts = new Set([...failing, ...done.map(({ userAccountId }) => userAccountId)]);
  return [...accounts].map((userAccountId) => ({ userAccountId, failed: failing.has(userAccountId) }));
}

function failedIngestOf(dataFileId: number) {
  return and(eq(ingestRequest.dataFileId, dataFileId), eq(ingestRequest.state, 'FAILED'));
}

/** Whether a file could not be ingested. */
export async function hasFailedIngest(db: Queryable, dataFileId: number): Promise<boolean> {
  const rows = await db.select({ id: ingestRequest.id }).from(ingestRequest).where(failedIngestOf(dataFileId));
  return rows.length > 0;
}

/** Forgets that a file could not be ingested; false when there is nothing to forget. */
export async function deleteFailedIngest(db: Queryable, dataFileId: number): Promise<boolean> {
  const rows = await db.delete(ingestRequest).where(failedIngestOf(dataFileId)).returning({ id: ingestRequest.id });
  return rows.length > 0;
}
