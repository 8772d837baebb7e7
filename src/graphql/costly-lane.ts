import type { LaneCaller } from '../request-context.ts';
import { DomainError } from '../errors/domain-error.ts';

/**
 * Costly operations that run at once, each on a connection to the database that nothing else uses. One: they share an event loop with
 * everybody, and a reader waits for each that has its turn before his.
 */
export const COSTLY_AT_ONCE = 1;

export interface LaneSize {
  /** That run at once. */
  readonly atOnce: number;
  /** That wait, of all callers. */
  readonly waiting: number;
  /** That wait, of one caller. */
  readonly waitingOfOne: number;
  /** From the end of one to the beginning of the next: an ordinary request needs several turns of the event loop, and has them here. */
  readonly pauseMs: number;
}

interface Waiting {
  readonly caller: LaneCaller;
  readonly begin: () => void;
  readonly refuse: (error: DomainError) => void;
}

function tooMany(whose: string): DomainError {
  return new DomainError(
    'COSTLY_OPERATIONS_WAIT',
    `Too many costly operations ${whose} are already queued; ask for less, or retry shortly.`,
  );
}

/**
 * Where costly operations wait for each other, so that everything else does not wait for them: a few at a time, one of each caller,
 * in the order in which they came. What waits for somebody who has left is dropped.
 */
export class CostlyLane {
  readonly #size: LaneSize;
  readonly #running = new Set<string>();
  #waiting: Waiting[] = [];

  constructor(size: LaneSize) {
    this.#size = size;
  }

  /** @throws DomainError COSTLY_OPERATIONS_WAIT when too many wait already. */
  async run<Result>(caller: LaneCaller, work: () => Promise<Result>): Promise<Result> {
    if (!this.#takePlace(caller)) await this.#wait(caller);
    try {
      return await work();
    } finally {
      // The place stays taken for the pause: requests that are read one after the other would never find anybody before them otherwise.
      setTimeout(() => {
        this.#running.delete(caller.key);
        this.#goOn();
      }, this.#size.pauseMs);
    }
  }

  #takePlace({ key }: LaneCaller): boolean {
    if (this.#running.size >= this.#size.atOnce || this.#running.has(key)) return false;
    this.#running.add(key);
    return true;
  }

  #wait(caller: LaneCaller): Promise<void> {
    this.#dropThoseWhoLeft();
    const { waiting, waitingOfOne } = this.#size;
    const ofCaller = this.#waiting.filter((one) => one.caller.key === caller.key).length;
    if (ofCaller >= waitingOfOne) return Promise.reject(tooMany('of yours'));
    if (this.#waiting.length >= waiting) return Promise.reject(tooMany('of others'));
    return new Promise((begin, refuse) => this.#waiting.push({ caller, begin, refuse }));
  }

  #dropThoseWhoLeft(): void {
    const left = this.#waiting.filter(({ caller }) => caller.hasLeft());
    if (left.length === 0) return;
    this.#waiting = this.#waiting.filter((one) => !left.includes(one));
    for (const { refuse } of left) refuse(tooMany('of yours'));
  }

  #goOn(): void {
    this.#dropThoseWhoLeft();
    for (const one of this.#waiting) {
      if (!this.#takePlace(one.caller)) continue;
      this.#waiting = this.#waiting.filter((other) => other !== one);
      one.begin();
      return;
    }
  }
}
