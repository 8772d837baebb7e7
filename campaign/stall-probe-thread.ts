/** Asks the server for its health again and again, and tells the longest wait. A thread, so that work of the campaign does not count. */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { mainThreadMilliseconds } from './process-times.ts';

const PAUSE_MS = 20;

const { url, pid } = z.object({ url: z.string(), pid: z.int() }).parse(workerData);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** What passed while an answer was waited for. */
interface Wait {
  readonly waitMs: number;
  /** Processor time of the main thread. */
  readonly blockingMs: number;
}

const NONE: Wait = { waitMs: 0, blockingMs: 0 };
let longest = NONE;
/** The request that is under way. */
let sent: { readonly at: number; readonly threadMs: number } | undefined;

/** The most of both, up to now. */
function noteWait(): void {
  if (sent === undefined) return;
  longest = {
    waitMs: Math.max(longest.waitMs, performance.now() - sent.at),
    blockingMs: Math.max(longest.blockingMs, mainThreadMilliseconds(pid) - sent.threadMs),
  };
}

function ask(): void {
  sent = { at: performance.now(), threadMs: mainThreadMilliseconds(pid) };
  const done = (): void => {
    noteWait();
    sent = undefined;
    setTimeout(ask, PAUSE_MS);
  };
  get(`${url}/healthz`, { agent }, (response) => response.resume().on('close', done)).on('error', done);
}

parentPort?.on('message', () => {
  noteWait();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(longest);
  longest = NONE;
});
ask();
