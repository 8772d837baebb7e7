/** The parent of the processes that answer requests on one port. See docs/adr/0087-processes-behind-one-port.md. */
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { WorkerAssignment } from './worker-messages.ts';
import { WorkerPlace } from './worker-place.ts';
import { forkWorker, type Question, type WorkerProcess, type WorkerReady } from './worker-process.ts';

/** Draining takes thirty seconds at most, jobs eight more. */
const STOP_LIMIT_MS = 60_000;

/** What the parent answers beside the workers. */
const METRICS_SUBJECT = 'metrics';

export interface StartWorkersOptions extends Omit<WorkerAssignment, 'kind' | 'number'> {
  readonly workers: number;
  /** How long they go on after they were told to stop. */
  readonly drainDelayMs: number;
  /** Arguments of the program. */
  readonly args: readonly string[];
  readonly log: Logger;
}

export interface Workers {
  /** What the first one said. */
  readonly ready: WorkerReady;
  /** Resolves with the reason when no worker runs and none can be started. */
  readonly lost: Promise<Error>;
  /** Lets all of them drain at once. */
  stop(): Promise<void>;
}

/** As prom-client has metrics as JSON. */
function ownMetrics(places: readonly WorkerPlace[]): object[] {
  const metric = (name: string, type: string, help: string, values: readonly object[]) => ({
    name,
    type,
    help,
    values,
    aggregator: 'first',
  });
  return [
    metric('archivolt_workers', 'gauge', 'Worker processes that take requests now.', [
      { value: places.filter(({ serves }) => serves).length, labels: {} },
    ]),
    metric(
      'archivolt_worker_restarts_total',
      'counter',
      'How often a process took the place of a worker that had ended.',
      places.map(({ restarts }, index) => ({ value: restarts, labels: { worker: `${index + 1}` } })),
    ),
  ];
}

/**
 * Starts the workers: the first one alone, so that what a start may find wrong is said once and tables are migrated by one; then the others.
 * @throws StartupError of the first that does not start, after all have ended
 */
export async function startWorkers({ workers, drainDelayMs, args, log, ...shared }: StartWorkersOptions): Promise<Workers> {
  cluster.setupPrimary({ args: [...args] });
  const { promise: lost, resolve: onLost } = Promise.withResolvers<Error>();
  const places: WorkerPlace[] = [];

  /** Those that take requests, but for one. */
  function others(than: number): WorkerProcess[] {
    return places.flatMap(({ number, serves, process }) => (number !== than && serves && process !== undefined ? [process] : []));
  }

  async function onAsk(question: Question): Promise<unknown[]> {
    const answers = await Promise.all(others(question.from).map((process) => process.ask(question)));
    const own = question.subject === METRICS_SUBJECT ? [ownMetrics(places)] : [];
    return [...own, ...answers.filter((answer) => answer !== undefined)];
  }

  function onTell(message: Question): void {
    for (const process of others(message.from)) process.tell(message);
  }

  for (let number = 1; number <= workers; number += 1) {
    const place = new WorkerPlace({
      number,
      fork: () => forkWorker({ assignment: { ...shared, number }, onAsk, onTell }),
      othersServe: () => places.some((other) => other !== place && other.serves),
      onEnd: () => {
        for (const process of others(number)) process.tellGone(number);
      },
      onLost,
      log,
    });
    places.push(place);
  }
  const stop = async (): Promise<void> => void (await Promise.all(places.map((place) => place.stop(drainDelayMs + STOP_LIMIT_MS))));
  const [first, ...further] = places;
  if (first === undefined) throw new Error('There is at least one worker.');
  try {
    const ready = await first.begin();
    const begun = await Promise.allSettled(further.map((place) => place.begin()));
    for (const one of begun) if (one.status === 'rejected') throw one.reason;
    return { ready, lost, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
