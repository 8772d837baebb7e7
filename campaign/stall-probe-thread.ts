/** Asks the server for its health again and again, and tells the longest wait. A thread, so that work of the campaign does not count. */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

const PAUSE_MS = 20;

const { url } = z.object({ url: z.string() }).parse(workerData);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longestMs = 0;
/** When the request that is under way was sent. */
let sentAt: number | undefined;

function ask(): void {
  sentAt = performance.now();
  const done = (): void => {
    if (sentAt !== undefined) longestMs = Math.max(longestMs, performance.now() - sentAt);
    sentAt = undefined;
    setTimeout(ask, PAUSE_MS);
  };
  get(`${url}/healthz`, { agent }, (response) => response.resume().on('close', done)).on('error', done);
}

parentPort?.on('message', () => {
  const waiting = sentAt === undefined ? 0 : performance.now() - sentAt;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(Math.max(longestMs, waiting));
  longestMs = 0;
});
ask();
