import type { Logger } from 'pino';
import { databaseOutage } from './errors/database-outage.ts';

/** The part of `process` that reports promises whose rejection nothing handles. */
export interface RejectionSource {
  on(event: 'unhandledRejection', listener: (reason: unknown) => void): unknown;
}

/**
 * What graphile-worker (0.17.3) rejects a promise by that it does not hold: a job has ended after its workers did, which end with a lost
 * connection. The job is taken over by the next workers, as all jobs of workers that are gone.
 */
const ENDED_AFTER_ITS_WORKERS = 'This batcher has been released, and so no more calls can be made.';

/**
 * Logs rejections that nothing handles. One that tells of a lost database connection changes nothing: every statement of that connection
 * fails by itself, and libraries keep such promises out of reach; neither does a job that ended after its workers. By any other one the
 * process ends.
 * @returns resolves with exit code 1 at the first rejection after which the process must not go on.
 */
export function unobservedFault(source: RejectionSource, log: Logger): Promise<number> {
  return new Promise((resolve) => {
    source.on('unhandledRejection', (reason) => {
      if (databaseOutage(reason) !== undefined) {
        log.error({ err: reason }, 'A rejection that nothing handles tells of a lost database connection.');
        return;
      }
      if (reason instanceof Error && reason.message === ENDED_AFTER_ITS_WORKERS) {
        log.error({ err: reason }, 'A job has ended after its workers; it is done again.');
        return;
      }
      log.fatal({ err: reason }, 'A rejection that nothing handles; the server stops.');
      resolve(1);
    });
  });
}
