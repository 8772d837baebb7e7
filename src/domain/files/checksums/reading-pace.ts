import { setTimeout as wait } from 'node:timers/promises';

/** Slows reading down, so that it leaves the disk to those who wait for it. */
export interface ReadingPace {
  /** Resolves when so many bytes more may have been read. @throws AbortError when the signal aborts meanwhile. */
  take(bytes: number, signal?: AbortSignal): Promise<void>;
}

/** Reads as fast as the storage gives. */
export const UNHURRIED: ReadingPace = { take: async () => undefined };

/** Shorter pauses cost more than they give. */
const SHORTEST_PAUSE_MS = 20;
/** A reader that was held up elsewhere must not make up for it by a burst. */
const LONGEST_CREDIT_MS = 1000;

interface Clock {
  /** Milliseconds since any moment. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }),
};

/** A pace of so many bytes in a second. */
export function readingPace(bytesPerSecond: number, clock: Clock = systemClock): ReadingPace {
  /** When everything taken so far would have been read at this pace. */
  let dueAt = clock.now();
  return {
    async take(bytes, signal) {
      const now = clock.now();
      dueAt = Math.max(dueAt, now - LONGEST_CREDIT_MS) + (bytes / bytesPerSecond) * 1000;
      const pauseMs = dueAt - now;
      if (pauseMs >= SHORTEST_PAUSE_MS) await clock.sleep(pauseMs, signal);
    },
  };
}
