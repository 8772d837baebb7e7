import { insertLock } from '../../db/queries/gate/locks.ts';
import {
  countWaitingIngests,
  insertIngestRequests,
  listIngestCandidates,
  updateIngestLock,
} from '../../db/queries/ingest/ingest-requests.ts';
import type { WithinScope } from '../../kernel/services.ts';
import { storeEvent } from '../../kernel/store-event.ts';
import { isIngested } from './ingest-limit.ts';

/** Text of the lock, which clients show. Source: files.md 19.3. */
function lockMessage(files: number): string {
  return `Ingest of ${files} tabular data file(s) is in progress.`;
}

/** Has files ingested by a job, and locks their dataset until that is done. The dataset must be locked against concurrent changes. */
export async function requestIngest(
  { tx }: Pick<WithinScope, 'tx'>,
  request: { readonly datasetId: number; readonly dataFileIds: readonly number[]; readonly userAccountId: number },
): Promise<void> {
  const { datasetId, userAccountId } = request;
  await insertIngestRequests(tx, request);
  const message = lockMessage(await countWaitingIngests(tx, datasetId));
  const isFirst = await insertLock(tx, { datasetId, lockType: 'Ingest', userAccountId, message });
  if (!isFirst) await updateIngestLock(tx, datasetId, message);
  await storeEvent(tx, { kind: 'IngestDue', subjectId: datasetId, payload: {} });
}

interface NewFiles {
  readonly datasetId: number;
  /** With the types that decide whether they are ingested. */
  readonly files: readonly { readonly id: number; readonly processingType: string }[];
  readonly userAccountId: number | null;
}

/** Has those of new files ingested that are tables of a size that is ingested. Source: files.md 19.1 to 19.3. */
export async function ingestNewFiles(scope: WithinScope, { datasetId, files, userAccountId }: NewFiles): Promise<void> {
  // A lock is of an account: what a guest has added stays as it is.
  if (!scope.services.tables.active || userAccountId === null || files.length === 0) return;
  const types = new Map(files.map(({ id, processingType }) => [id, processingType]));
  const candidates = await listIngestCandidates(scope.tx, [...types.keys()]);
  const dataFileIds = candidates
    .filter(({ id, contentType, sizeBytes }) => isIngested(scope.services, { processingType: types.get(id) ?? contentType, sizeBytes }))
    .map(({ id }) => id);
  if (dataFileIds.length > 0) await requestIngest(scope, { datasetId, dataFileIds, userAccountId });
}
