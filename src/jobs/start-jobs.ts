/** The worker side of the job queue: runs in every server process, beside its requests. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner, WorkerPool } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import { DELIVER_EVENT_TASK } from '../db/queries/gate/outbox.ts';
import { openQueuePool } from '../db/queue-pool.ts';
import { deliverEventTask } from './deliver-event.ts';
import type { JobScope } from '../kernel/subscribers.ts';
import { HOUSEKEEPING_TIMES, housekeepingTasks } from './housekeeping.ts';
import { SAVED_SEARCH_TIMES, savedSearchTasks } from './run-saved-searches.ts';
import { FIXITY_TIMES, fixityTasks } from './verify-files.ts';
import { KEPT_WORD_TIMES, keptWordTasks } from './keep-frequent-words.ts';
import { searchEngineTasks, searchEngineTimes } from './feed-search-engine.ts';
import { searchRebuildTasks } from './rebuild-search-index.ts';
import { queueLog } from './queue-log.ts';
import { keepSerialQueuesGoing } from './serial-queues.ts';
import { tracedTasks } from './traced-tasks.ts';
import { keepPresence } from './worker-presence.ts';

/** A fixity round occupies one of them for long. */
const CONCURRENCY = 3;
/** One listens for new jobs, the workers share the others. */
const CONNECTIONS = 3;
/** Only retries wait for a poll; new jobs are announced. */
const POLL_INTERVAL_MS = 5_000;
/** Below the ten seconds after which the idle connection that carries the presence of the workers is closed. */
const STOP_LIMIT_MS = 8_000;
const RESTART_DELAY_MS = 250;
const LONGEST_RESTART_DELAY_MS = 5_000;
/** Uptime after which the restart back-off is reset. */
const HEALTHY_AFTER_MS = 30_000;

export interface JobsOptions {
  readonly connectionString: string;
  readonly db: Database;
  readonly services: JobScope['services'];
  readonly commandServices?: JobScope['commandServices'];
  readonly log: Logger;
}

/** The running workers of this process. */
export interface Jobs {
  /**
   * Accepts no more jobs and waits for the running ones; after eight seconds they return to the queue. The pool `db` has to stay open until
   * then.
   */
  stop(): Promise<void>;
}

interface QueueRun {
  /** Resolves when the workers have ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Closes the connections too, also of workers that have ended already. */
  stop(): Promise<void>;
}

function named(connectionString: string): string {
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}application_name=archivolt-jobs`;
}

async function stopWithin(limitMs: number, runner: Runner, workers: WorkerPool | undefined): Promise<void> {
  const limit = new AbortController();
  const stopping = runner.stop().finally(() => limit.abort());
  const forced = sleep(limitMs, undefined, { signal: limit.signal }).then(
    async () => void (await workers?.forcefulShutdown('The server stopped before the job had ended.')),
    () => stopping,
  );
  await Promise.race([stopping, forced]);
}

async function runQueue({ connectionString, db, services, commandServices, log }: JobsOptions): Promise<QueueRun> {
  // Loaded only here: the server answers requests before it works on jobs.
  const { Logger: QueueLogger, parseCronItems, run } = await import('graphile-worker');
  const events = new EventEmitter();
  let workers: WorkerPool | undefined;
  events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => {
    workers = workerPool;
  });
  // A statement may have taken a job although its response was lost with the connection. The job would then stay locked for hours under the
  // name of a live pool; so the whole pool ends, and its jobs go to the next one.
  const { promise: connectionLost, resolve: loseConnection } = Promise.withResolvers<void>();
  const connections = await openQueuePool(named(connectionString), CONNECTIONS, (error) => {
    log.warn({ err: error }, 'A connection of the job workers was lost.');
    loseConnection();
  });
  const presence = keepPresence(events, db, log);
  keepSerialQueuesGoing(events, db, log);
  const scope: JobScope = { db, services, log, ...(commandServices === undefined ? {} : { commandServices }) };
  try {
    const runner = await run({
      pgPool: connections.pool,
      concurrency: CONCURRENCY,
      pollInterval: POLL_INTERVAL_MS,
      noHandleSignals: true,
      logger: new QueueLogger(queueLog(log)),
      events,
      preset: {
        // Gathered, the ends of jobs are waited for by a stop, and one that fails ends the workers, which are then started again. One by
        // one, their promises would not be awaited, and a rejection would end the process. A job that asks whether it should end is told at
        // once.
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: 0 },
        plugins: [{ name: 'PresencePlugin', version: '1', worker: { hooks: { startWorker: () => presence.announced } } }],
      },
      taskList: tracedTasks({
        [DELIVER_EVENT_TASK]: deliverEventTask(scope),
        ...housekeepingTasks(scope),
        ...fixityTasks(scope),
        ...savedSearchTasks(scope),
        ...searchEngineTasks(scope),
        ...searchRebuildTasks(scope),
        ...keptWordTasks(scope),
      }),
      parsedCronItems: parseCronItems([
        ...HOUSEKEEPING_TIMES,
        ...FIXITY_TIMES,
        ...SAVED_SEARCH_TIMES,
        ...KEPT_WORD_TIMES,
        ...searchEngineTimes(scope),
      ]),
    });
    let over = false;
    const ended = runner.promise
      .catch((error: unknown) => log.error({ err: error }, 'The job workers failed.'))
      .finally(() => {
        over = true;
        presence.end();
      });
    return {
      ended: Promise.race([ended, connectionLost]),
      stop: async () => {
        if (!over) await stopWithin(STOP_LIMIT_MS, runner, workers);
        await connections.close();
      },
    };
  } catch (error) {
    presence.end();
    await connections.close();
    throw error;
  }
}

/** Keeps workers running until the signal, then stops them. */
async function supervise(first: QueueRun, options: JobsOptions, signal: AbortSignal): Promise<void> {
  const { log } = options;
  const stopRequested = once(signal, 'abort');
  let current = first;
  let restarts = 0;
  for (;;) {
    const startedAt = performance.now();
    await Promise.race([current.ended, stopRequested]);
    if (signal.aborted) return current.stop();
    log.error('The job workers ended and are being restarted.');
    await current.stop();
    restarts = performance.now() - startedAt > HEALTHY_AFTER_MS ? 0 : restarts + 1;
    const next = await restart(options, signal, restarts);
    if (next === undefined) return;
    current = next;
  }
}

async function restart(options: JobsOptions, signal: AbortSignal, restarts: number): Promise<QueueRun | undefined> {
  for (let attempt = restarts; !signal.aborted; attempt += 1) {
    try {
      await sleep(Math.min(LONGEST_RESTART_DELAY_MS, RESTART_DELAY_MS * 2 ** attempt), undefined, { signal, ref: false });
      return await runQueue(options);
    } catch (error) {
      if (!signal.aborted) options.log.warn({ err: error }, 'The job workers could not be started.');
    }
  }
  return undefined;
}

/**
 * Starts to deliver outbox events and to keep house; resolves when the workers run. They are started again when the
 * queue gives up, and when a connection was lost.
 * @throws Error when the database cannot be reached.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const stop = new AbortController();
  const supervision = supervise(await runQueue(options), options, stop.signal).catch((error: unknown) =>
    options.log.warn({ err: error }, 'The job workers did not stop cleanly.'),
  );
  return {
    async stop() {
      stop.abort();
      await supervision;
    },
  };
}
