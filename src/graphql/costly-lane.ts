import type { LaneCaller } from '../request-context.ts';
import { DomainError } from '../errors/domain-error.ts';

/**
 * Costly operations that run at once, each on its own database connection. One: they share the event loop with all requests, and a read
 * waits for each of them that runs before it.
 */
export const COSTLY_AT_ONCE = 1;

export interface LaneSize {
  /** That run at once. */
  readonly atOnce: number;
  /** That wait, of all callers. */
  readonly waiting: number;
  /** That wait, of one caller. */
  readonly waitingOfOne: number;
  /** Pause between two of them: an ordinary request needs several turns of the event loop, and gets them here. */
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
 * The queue of costly operations, which keeps them from delaying other requests: a few at a time, one of each caller, first in, first out.
 * A queued operation is dropped when its client disconnects.
 */
export class CostlyLane {
  readonly #size: LaneSize;
  readonly #running = new Set<string>();
  #waiting: Waiting[] = [];

  constructor(size: LaneSize) {
    this.#size = size;
  }

  /** @throws DomainError COSTLY_OPERATIONS_WAIT when the queue is full. */
  async run<Result>(caller: LaneCaller, work: () => Promise<Result>): Promise<Result> {
    if (!this.#takePlace(caller)) await this.#wait(caller);
    try {
      return await work();
    } finally {
      // The slot stays taken during the pause: otherwise requests that are read one after the other would never find the lane occupied.
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
