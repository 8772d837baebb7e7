import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../errors/startup-error.ts';
import { type FromWorker, fromWorker, type ToWorker, type WorkerAssignment, type WorkerMetrics } from './worker-messages.ts';

/** How long a worker may take to tell its metrics; one that is busy is left out. */
const METRICS_LIMIT_MS = 2_000;

/** What a worker says when it takes requests. */
export type WorkerReady = Omit<Extract<FromWorker, { readonly kind: 'ready' }>, 'kind'>;

/** A process that answers requests, as its parent has it. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Rejects with the reason when it ends before. */
  readonly ready: Promise<WorkerReady>;
  /** Resolves when it is gone. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Undefined when it does not answer in time. */
  measure(): Promise<WorkerMetrics | undefined>;
  /** Lets it drain, and resolves when it is gone; after the limit it is killed. */
  stop(limitMs: number): Promise<void>;
}

export interface ForkOptions {
  readonly assignment: Omit<WorkerAssignment, 'kind'>;
  /** Gives the metrics of all processes. */
  readonly gather: () => Promise<WorkerMetrics[]>;
}

/** Starts a process with the program and the flags of this one, which shares what it listens on. */
export function forkWorker({ assignment, gather }: ForkOptions): WorkerProcess {
  const worker = cluster.fork();
  const ready = Promise.withResolvers<WorkerReady>();
  // Whoever stops during the start does not wait for it.
  ready.promise.catch(() => undefined);
  const ended = Promise.withResolvers<{ readonly code: number | null; readonly signal: string | null }>();
  const asked = new Map<number, (metrics: WorkerMetrics) => void>();
  let requests = 0;

  function send(message: ToWorker): void {
    // One that is ending has closed its channel.
    if (worker.isConnected()) worker.send(message, () => undefined);
  }

  function hear(message: FromWorker): void {
    if (message.kind === 'ready') ready.resolve({ version: message.version, newSuperuserToken: message.newSuperuserToken });
    else if (message.kind === 'refused') ready.reject(new StartupError(message.message));
    else if (message.kind === 'measured') asked.get(message.request)?.(message.metrics);
    else void gather().then((metrics) => send({ kind: 'gathered', request: message.request, metrics }));
  }

  worker.on('message', (message: unknown) => {
    const read = fromWorker.safeParse(message);
    if (read.success) hear(read.data);
  });
  worker.on('error', (error) => ready.reject(error));
  worker.on('exit', (code: number | null, signal: string | null) => {
    ready.reject(new StartupError(`A worker ended while it started (${signal ?? `exit code ${code ?? 'unknown'}`}).`));
    ended.resolve({ code, signal });
  });
  send({ kind: 'begin', ...assignment });

  return {
    pid: worker.process.pid,
    ready: ready.promise,
    ended: ended.promise,
    measure: async () => {
      requests += 1;
      const request = requests;
      const answer = new Promise<WorkerMetrics>((resolve) => asked.set(request, resolve));
      send({ kind: 'measure', request });
      try {
        return await Promise.race([answer, sleep(METRICS_LIMIT_MS, undefined, { ref: false })]);
      } finally {
        asked.delete(request);
      }
    },
    stop: async (limitMs) => {
      send({ kind: 'stop' });
      const limit = setTimeout(() => worker.process.kill('SIGKILL'), limitMs);
      await ended.promise;
      clearTimeout(limit);
    },
  };
}
