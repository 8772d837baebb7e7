// PostgreSQL may be killed, or die of a fault of the machine, while the server lives: it is started again on the same port, so that
// every connection finds it where it was.
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';

/** How often it is looked whether the process still runs; one that was adopted is no child, whose end would be told. */
const CHECK_INTERVAL_MS = 200;
/** Pauses before the attempts to start it again, each of which is patient itself. */
const PAUSES_MS = [0, 1000, 3000];
/** One that answered for so long was well: its end is a new fault, and not an attempt that failed. */
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

  /** Waits for the next end. False when it was asked for. */
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
      // From here on, for a start that failed too: how long that took is not time in which it was well.
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
      // A start that is under way ends first, so that what it started is stopped too.
      await supervision;
      await current.stop();
    },
  };
}
