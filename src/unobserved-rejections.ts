import type { Logger } from 'pino';
import { databaseOutage } from './errors/database-outage.ts';

/** The part of `process` that reports promises whose rejection nothing handles. */
export interface RejectionSource {
  on(event: 'unhandledRejection', listener: (reason: unknown) => void): unknown;
}

/**
 * Logs rejections that nothing handles. One that tells of a lost database connection changes nothing: every statement of that connection
 * fails by itself, and libraries keep such promises out of reach. By any other one the process ends.
 * @returns resolves with exit code 1 at the first rejection after which the process must not go on.
 */
export function unobservedFault(source: RejectionSource, log: Logger): Promise<number> {
  return new Promise((resolve) => {
    source.on('unhandledRejection', (reason) => {
      if (databaseOutage(reason) !== undefined) {
        log.error({ err: reason }, 'A rejection that nothing handles tells of a lost database connection.');
        return;
      }
      log.fatal({ err: reason }, 'A rejection that nothing handles; the server stops.');
      resolve(1);
    });
  });
}
