import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { restartPauseMs } from './restart-pause.ts';
import type { WorkerProcess, WorkerReady } from './worker-process.ts';

/** Uptime after which an end is a new fault, and not one more in a row. */
const HEALTHY_AFTER_MS = 30_000;
/** Starts in a row that may fail while no other worker answers requests. */
const MOST_FAILURES = 5;

export interface WorkerPlaceOptions {
  readonly number: number;
  readonly fork: () => WorkerProcess;
  /** Whether another worker answers requests. */
  readonly othersServe: () => boolean;
  /** Called when its process has ended. */
  readonly onEnd: () => void;
  /** Called with the reason when it cannot be started any more. */
  readonly onLost: (reason: Error) => void;
  readonly log: Logger;
  /** Waits so many milliseconds; tests do not. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Holds the place of one worker: another process takes it when the one in it ends. */
export class WorkerPlace {
  readonly #options: WorkerPlaceOptions;
  readonly #stopping = new AbortController();
  #current: WorkerProcess | undefined;
  #serves = false;
  #restarts = 0;
  #kept: Promise<void> = Promise.resolve();

  constructor(options: WorkerPlaceOptions) {
    this.#options = options;
  }

  get number(): number {
    return this.#options.number;
  }

  /** Whether its process has said that it takes requests, and runs. */
  get serves(): boolean {
    return this.#serves;
  }

  /** How often a process took the place of one that had ended. */
  get restarts(): number {
    return this.#restarts;
  }

  get process(): WorkerProcess | undefined {
    return this.#current;
  }

  /** Starts the first process, and keeps the place filled from then on. @throws StartupError when it does not start */
  async begin(): Promise<WorkerReady> {
    const [ready, first] = await this.#start();
    this.#kept = this.#keep(first).catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) this.#options.onLost(error instanceof Error ? error : new Error(String(error)));
    });
    return ready;
  }

  async stop(limitMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#current?.stop(limitMs);
    await this.#kept;
  }

  async #start(): Promise<[WorkerReady, WorkerProcess]> {
    const started = this.#options.fork();
    this.#current = started;
    void started.ended.then(() => {
      if (this.#current === started) this.#serves = false;
      this.#options.onEnd();
    });
    try {
      const ready = await started.ready;
      this.#serves = true;
      return [ready, started];
    } catch (error) {
      await started.stop(0);
      throw error;
    }
  }

  async #keep(first: WorkerProcess): Promise<void> {
    const { number, log } = this.#options;
    const { signal } = this.#stopping;
    let current = first;
    let failures = 0;
    for (;;) {
      const startedAt = performance.now();
      const { code, signal: endedBy } = await current.ended;
      if (signal.aborted) return;
      failures = performance.now() - startedAt > HEALTHY_AFTER_MS ? 0 : failures + 1;
      log.error({ worker: number, workerPid: current.pid, code, signal: endedBy }, 'A worker ended; another process takes its place.');
      current = await this.#startAgain(failures - 1);
      log.info({ worker: number, workerPid: current.pid }, 'The place of a worker that had ended is filled again.');
      this.#restarts += 1;
    }
  }

  /** Tries until one starts. @throws Error when it never does, or the signal came */
  async #startAgain(failuresBefore: number): Promise<WorkerProcess> {
    const { number, log, othersServe, pause = (ms, signal) => sleep(ms, undefined, { signal }) } = this.#options;
    const { signal } = this.#stopping;
    for (let failures = Math.max(0, failuresBefore), refused = 0; ; failures += 1) {
      await pause(restartPauseMs(failures), signal);
      try {
        const [, started] = await this.#start();
        return started;
      } catch (error) {
        signal.throwIfAborted();
        refused += 1;
        log.error({ err: error, worker: number }, 'A worker could not be started again.');
        // As long as another one answers, requests are not refused, and what is in the way may go: a database that is away, a full disk.
        if (refused >= MOST_FAILURES && !othersServe()) throw error;
      }
    }
  }
}
