import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const longest = z.tuple([z.object({ waitMs: z.number(), blockingMs: z.number() })]);

/** The most since the last time that it was taken. */
export interface LongestWait {
  /** For an answer, by the clock; the request under way counts. */
  readonly waitMs: number;
  /** Processor time of the server's first thread during one wait: unlike the wait, it is not longer on a loaded machine. */
  readonly blockingMs: number;
}

export interface StallProbe {
  takeLongest(): Promise<LongestWait>;
  stop(): Promise<void>;
}

/** Begins to ask a server for its health beside everything else. */
export function startStallProbe({ url, pid }: { readonly url: string; readonly pid: number }): StallProbe {
  const thread = new Worker(new URL('stall-probe-thread.ts', import.meta.url), { workerData: { url, pid } });
  return {
    takeLongest: async () => {
      const answered = once(thread, 'message');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      thread.postMessage('take');
      return longest.parse(await answered)[0];
    },
    stop: async () => {
      await thread.terminate();
    },
  };
}
