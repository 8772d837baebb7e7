import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

export interface StallProbe {
  /** The longest wait for an answer since the last call, in milliseconds; the request under way counts. */
  takeLongest(): Promise<number>;
  stop(): Promise<void>;
}

const longest = z.tuple([z.number()]);

/** Begins to ask a server for its health beside everything else. */
export function startStallProbe(url: string): StallProbe {
  const thread = new Worker(new URL('stall-probe-thread.ts', import.meta.url), { workerData: { url } });
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
