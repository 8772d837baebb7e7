import type { WorkerEventMap, WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import { CLAIM_PRESENCE, releaseAbandonedJobs } from '../db/queries/integrity/job-workers.ts';

/** How long the jobs of a process that died may wait while another one runs. */
const CHECK_INTERVAL_MS = 30_000;

type ListenSuccess = WorkerEventMap['pool:listen:success'];

/** Announces this process's worker pool as alive, and takes over what dead ones left. */
export interface WorkerPresence {
  /** Resolves when the pool is announced; workers take no job before. */
  readonly announced: Promise<void>;
  end(): void;
}

/**
 * Watches a worker pool through its events. The announcement lives on the connection on which the pool listens for new
 * jobs, so it ends with the process, however that ends, and is made again whenever the pool has reconnected.
 */
export function keepPresence(events: WorkerEvents, db: Database, log: Logger): WorkerPresence {
  const { promise: announced, resolve: open } = Promise.withResolvers<void>();

  async function takeOver(): Promise<void> {
    try {
      const pools = await releaseAbandonedJobs(db);
      if (pools > 0) log.warn({ pools }, 'Jobs of dead workers were returned to the queue.');
    } catch (error) {
      log.warn({ err: error }, 'Abandoned jobs could not be looked for.');
    }
  }

  async function announce({ client, workerPool }: ListenSuccess): Promise<void> {
    try {
      await client.query(CLAIM_PRESENCE, [workerPool.id]);
    } catch (error) {
      // Without it a job may be run by two workers, which handlers tolerate; not working at all would be worse.
      log.warn({ err: error }, 'The job workers could not take their presence lock.');
    }
    await takeOver();
    open();
  }

  // The event comes before LISTEN is sent on the same connection, which takes one statement at a time.
  events.on('pool:listen:success', (event) => event.client.once('drain', () => void announce(event)));
  // A pool that is stopped before it was announced would wait for its workers, and they for the announcement.
  events.on('pool:gracefulShutdown', () => open());
  const timer = setInterval(() => void takeOver(), CHECK_INTERVAL_MS);
  timer.unref();
  return { announced, end: () => clearInterval(timer) };
}
