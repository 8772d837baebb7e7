import type { WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import { announceJobs } from '../db/queries/gate/outbox.ts';

/**
 * A worker that finishes a job fetches the next one before the end is recorded, and finds a serial queue still locked. So it is woken again
 * soon after; otherwise it would wait for its next poll.
 */
const WRITTEN_DOWN_AFTER_MS = 15;

/** Keeps queues that run one job at a time going. */
export function keepSerialQueuesGoing(events: WorkerEvents, db: Database, log: Logger): void {
  events.on('job:complete', ({ job }) => {
    if (job.job_queue_id === null) return;
    setTimeout(() => {
      announceJobs(db).catch((error: unknown) => log.debug({ err: error }, 'The workers could not be notified of further jobs.'));
    }, WRITTEN_DOWN_AFTER_MS).unref();
  });
}
