// PostgreSQL may be killed, or die of a fault of the machine, while the server runs: it is restarted on the same port, so that connections
// find it at the same address.
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';

/** Polling interval of the process; an adopted one is not a child process whose exit is reported. */
const CHECK_INTERVAL_MS = 200;
/** Pauses before the restart attempts, each of which also waits itself. */
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000];
/** Uptime after which an exit is a new fault, not a failed attempt. */
const HEALTHY_AFTER_MS = 2_000;

/** An embedded server that is started again when it dies. */
export interface SupervisedPostgres extends Omit<EmbeddedPostgres, 'isRunning'> {
  /** Resolves with the reason when it has died and cannot be started again. */
  readonly lost: Promise<Error>;
}

/** As `startEmbeddedPostgres`, and keeps it running until it is stopped. @throws StartupError as that does. */
export async function startSupervisedPostgres(options: EmbeddedPostgresOptions): Promise<SupervisedPostgres> {
  const { log } = options;
  const first = await startEmbeddedPostgres(options);
  const stopping = new AbortController();
  let current = first;

  /** Waits for the next exit. False if it was requested. */
  async function diesUnasked(): Promise<boolean> {
    while (current.isRunning()) await sleep(CHECK_INTERVAL_MS, undefined, { signal: stopping.signal, ref: false });
    return !stopping.signal.aborted;
  }

  async function keepRunning(): Promise<Error | undefined> {
    let attempts = 0;
    let answersSince = performance.now();
    let fault = new Error('PostgreSQL ended repeatedly.');
    while (await diesUnasked()) {
      if (performance.now() - answersSince > HEALTHY_AFTER_MS) attempts = 0;
      await current.stop();
      const pause = PAUSES_MS[attempts];
      if (pause === undefined) return fault;
      attempts += 1;
      await sleep(pause, undefined, { signal: stopping.signal });
      log(`PostgreSQL ended and is being restarted (attempt ${attempts})`);
      try {
        current = await startEmbeddedPostgres({ ...options, port: Number(new URL(first.url).port) });
        if (current.url !== first.url) return new Error('Another process has started PostgreSQL at another address.');
        log('PostgreSQL is running again');
      } catch (error) {
        fault = error instanceof Error ? error : new Error(String(error));
        log(`PostgreSQL could not be restarted: ${fault.message}`);
      }
      // Measured from here, even for a failed start: its duration is not uptime.
      answersSince = performance.now();
    }
    return undefined;
  }

  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
  const supervision = keepRunning().then(
    (fault) => {
      if (fault !== undefined) lose(fault);
    },
    (error: unknown) => {
      if (!stopping.signal.aborted) lose(error instanceof Error ? error : new Error(String(error)));
    },
  );
  return {
    url: first.url,
    adopted: first.adopted,
    lost,
    stop: async () => {
      stopping.abort();
      // A start in progress finishes first, so that its process is stopped too.
      await supervision;
      await current.stop();
    },
  };
}
