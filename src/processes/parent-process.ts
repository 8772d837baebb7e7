import { setTimeout as sleep } from 'node:timers/promises';
import { type FromWorker, toWorker, type WorkerAssignment, type WorkerMetrics } from './worker-messages.ts';

/** Longer than the parent waits for a worker. */
const GATHERING_LIMIT_MS = 4_000;

/** The part of `process` that a worker speaks to its parent by. */
export interface ParentChannel {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  send?(message: object): unknown;
}

/** The parent, as a worker has it. */
export interface ParentProcess {
  /** What this worker has to know; the parent sends it at once. */
  readonly assignment: Promise<WorkerAssignment>;
  /** Resolves when the parent wants this worker to stop. */
  readonly stopRequested: Promise<void>;
  tell(message: FromWorker): void;
  /** Says how the metrics of this process are read. */
  measureBy(measure: () => Promise<WorkerMetrics>): void;
  /** The metrics of all processes, one list for each; undefined when the parent does not answer. */
  gather(): Promise<readonly WorkerMetrics[] | undefined>;
}

/** Begins to listen to the parent. */
export function createParentProcess(channel: ParentChannel): ParentProcess {
  const assignment = Promise.withResolvers<WorkerAssignment>();
  const stop = Promise.withResolvers<void>();
  const gathering = new Map<number, (metrics: readonly WorkerMetrics[]) => void>();
  let requests = 0;
  let measure = async (): Promise<WorkerMetrics> => [];

  const tell = (message: FromWorker): void => void channel.send?.(message);

  channel.on('message', (given) => {
    const read = toWorker.safeParse(given);
    if (!read.success) return;
    const message = read.data;
    if (message.kind === 'begin') assignment.resolve(message);
    else if (message.kind === 'stop') stop.resolve();
    else if (message.kind === 'gathered') gathering.get(message.request)?.(message.metrics);
    else {
      const { request } = message;
      measure().then(
        (metrics) => tell({ kind: 'measured', request, metrics }),
        () => tell({ kind: 'measured', request, metrics: [] }),
      );
    }
  });

  return {
    assignment: assignment.promise,
    stopRequested: stop.promise,
    tell,
    measureBy: (given) => {
      measure = given;
    },
    gather: async () => {
      requests += 1;
      const request = requests;
      const answer = new Promise<readonly WorkerMetrics[]>((resolve) => gathering.set(request, resolve));
      tell({ kind: 'gather', request });
      try {
        return await Promise.race([answer, sleep(GATHERING_LIMIT_MS, undefined, { ref: false })]);
      } finally {
        gathering.delete(request);
      }
    },
  };
}
