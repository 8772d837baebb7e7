import { setTimeout as sleep } from 'node:timers/promises';

/**
 * One after the other, in the order in which they came, with a pause after each that is as long as it took: whatever the number of those who
 * wait, everybody else has half of the event loop.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Does some work when its turn has come. */
  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(async () => {
      const began = performance.now();
      const result = await work();
      return { result, tookMs: performance.now() - began };
    });
    this.#last = done.then(
      ({ tookMs }) => sleep(tookMs),
      () => undefined,
    );
    return done.then(({ result }) => result);
  }
}
