import { lockNode } from '../../db/queries/collections/collections.ts';
import { deleteLock } from '../../db/queries/gate/locks.ts';
import {
  beginNextIngest,
  countWaitingIngests,
  endIngest,
  type IngestRequestRow,
  takeIngestOutcomes,
} from '../../db/queries/ingest/ingest-requests.ts';
import { IngestFailure } from '../../kernel/ports/table-ingester.ts';
import type { DomainServices } from '../../kernel/services.ts';
import type { DeliveryScope } from '../../kernel/subscribers.ts';
import { notifyAccounts } from '../notifications/notify.ts';
import { ingestFile, type IngestScope } from './ingest-file.ts';

/** Most times that one file is begun: one that ends the process each time is given up. */
const MOST_ATTEMPTS = 4;

type Services = IngestScope['services'] & Pick<DomainServices, 'mail'>;

async function ingestOne(scope: IngestScope, request: IngestRequestRow): Promise<void> {
  const { db, log } = scope;
  const fail = async (message: string, row: number | null = null, column: string | null = null): Promise<void> => {
    await endIngest(db, request, { state: 'FAILED', report: { message, row, column } });
  };
  if (request.attempts > MOST_ATTEMPTS) return fail('The file could not be ingested: each attempt came to an end before its time.');
  try {
    await ingestFile(scope, request);
  } catch (error) {
    if (error instanceof IngestFailure) return fail(error.report.message, error.report.row, error.report.column);
    log.warn({ err: error, fileId: request.dataFileId, attempt: request.attempts }, 'An ingest failed and is tried again.');
    if (request.attempts < MOST_ATTEMPTS) throw error;
    await fail('The file could not be ingested because of a fault of this server.');
  }
}

/** Takes the lock away and tells of the outcomes, unless files were added meanwhile; false then. Source: files.md 19.3. */
async function finish(
  { db, services }: { readonly db: IngestScope['db']; readonly services: Services },
  datasetId: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockNode(tx, datasetId);
    if ((await countWaitingIngests(tx, datasetId)) > 0) return false;
    await deleteLock(tx, datasetId, 'Ingest');
    for (const { userAccountId, failed } of await takeIngestOutcomes(tx, datasetId)) {
      const type = failed ? 'INGESTCOMPLETEDWITHERRORS' : 'INGESTCOMPLETED';
      await notifyAccounts({ tx, services }, { type, receivers: [userAccountId], subjectId: datasetId });
    }
    return true;
  });
}

/**
 * Ingests the files of a dataset that wait for it, the smallest first, then unlocks the dataset. Harmless to repeat: what was stored is
 * not read again, and what a process that ended has begun is begun anew. Source: files.md 19.3.
 */
export async function runIngests({ db, commandServices, log }: DeliveryScope, datasetId: number): Promise<void> {
  if (commandServices === undefined) throw new Error('This process reads no tables.');
  const scope = { db, services: commandServices, log };
  do {
    for (let next = await beginNextIngest(db, datasetId); next !== undefined; next = await beginNextIngest(db, datasetId)) {
      await ingestOne(scope, next);
    }
  } while (!(await finish(scope, datasetId)));
}
