import { randomUUID } from 'node:crypto';
import { type BulkJobRow, claimBulkJob, endBulkJob, releaseBulkJob } from '../../db/queries/bulk/bulk-jobs.ts';
import { errorCatalog } from '../../errors/catalog.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { BulkPause } from '../../kernel/bulk-pause.ts';
import { storeEvent } from '../../kernel/store-event.ts';
import type { JobScope } from '../../kernel/subscribers.ts';
import type { BulkSlice } from './bulk-slice.ts';
import { SliceLost } from './part-writer.ts';
import { runLines } from './run-lines.ts';
import { walkConnection } from './walk-connection.ts';

/** How long a job is worked on before others have their turn: less than a server that stops waits for its jobs. */
const SLICE_MS = 5_000;
/** Failures in a row after which a job ends. */
const MOST_FAILURES = 8;
const LONGEST_PAUSE_SECONDS = 600;

/** How long to wait for what may pass; undefined for what ends the job. */
function pauseOf(error: unknown, job: BulkJobRow): BulkPause | undefined {
  const isRefusal = error instanceof DomainError && errorCatalog[error.code].status < 500;
  const pause =
    error instanceof BulkPause
      ? error
      : isRefusal
        ? undefined
        : new BulkPause('The job could not go on.', {
            code: error instanceof DomainError ? error.code : 'INTERNAL_SERVER_ERROR',
            retryAfterSeconds: Math.min(LONGEST_PAUSE_SECONDS, 2 ** job.failures),
            counts: true,
          });
  return pause?.counts === true && job.failures + 1 >= MOST_FAILURES ? undefined : pause;
}

async function fail({ db, services, job, runner }: BulkSlice, error: unknown): Promise<void> {
  const isTold = error instanceof DomainError || error instanceof BulkPause;
  await endBulkJob(db, job.id, runner, {
    state: 'FAILED',
    errorCode: isTold ? error.code : 'INTERNAL_SERVER_ERROR',
    errorMessage: isTold ? error.message : 'The server failed to go on with the job.',
    keptDays: services.bulk.limits.keptDays,
  });
}

/** Lets others have their turn, and has the job go on after some seconds. */
async function release({ db, job, runner }: BulkSlice, delaySeconds: number, failed: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await releaseBulkJob(tx, job.id, runner, failed))) return;
    await storeEvent(tx, { kind: 'BulkJobDue', subjectId: null, payload: { jobId: job.id } }, { delaySeconds });
  });
}

/** Goes on with a bulk job for a limited time, and leaves the rest to another event. */
export async function continueBulkJob({ db, log, commandServices: services }: JobScope, jobId: number): Promise<void> {
  if (services === undefined) throw new Error('This process runs no bulk jobs.');
  const runner = randomUUID();
  const job = await claimBulkJob(db, jobId, runner);
  if (job === undefined) return;
  const slice: BulkSlice = { db, services, job, runner, endsAt: performance.now() + SLICE_MS };
  try {
    const isDone = await (job.kind === 'QUERY' ? walkConnection(slice) : runLines(slice));
    if (!isDone) return await release(slice, 0, false);
    await endBulkJob(db, job.id, runner, {
      state: 'SUCCEEDED',
      errorCode: null,
      errorMessage: null,
      keptDays: services.bulk.limits.keptDays,
    });
  } catch (error) {
    // Another slice has the job, or it was canceled.
    if (error instanceof SliceLost) return;
    const pause = pauseOf(error, job);
    if (pause === undefined) return await fail(slice, error);
    if (pause.counts) log.warn({ err: error, job: job.id }, 'A bulk job could not go on, and is tried again.');
    await release(slice, pause.retryAfterSeconds, pause.counts);
  }
}
