import { setTimeout as sleep } from 'node:timers/promises';

/** A piece of work keeps the event loop for 1 to 2 ms; for as long, others have it to themselves. */
const PAUSE_MS = 2;

/** One after the other, in the order in which they came, with a short pause after each: whatever the number of callers, others are served. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Does some work when its turn has come. */
  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    const pause = (): Promise<void> => sleep(PAUSE_MS);
    this.#last = done.then(pause, pause);
    return done;
  }
}
