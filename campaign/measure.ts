/** Takes the figures of what a request does to the server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { watchMemory } from '../bench/child-server.ts';
import type { HostileRequest } from './dimension.ts';
import { mainThreadMilliseconds, treeMilliseconds } from './process-times.ts';
import { type Answer, send } from './send.ts';
import type { WatchedServer } from './server-under-test.ts';

/** Between two looks at whether work still goes on behind an answer. */
const REST_POLL_MS = 100;
/** Of a processor, in such a pause: less is the probe and the housekeeping. */
const RESTING_MS = 30;

export interface Figures {
  /**
   * Processor time of the main thread: the most that one request took in one piece, because work that yields does not delay other requests.
   */
  readonly blockingMs: number;
  /** The same for each request on average. */
  readonly meanBlockingMs: number;
  /** Processor time of all threads, children and the database, for each request. */
  readonly totalMs: number;
  /** The longest wait of another client for a response. */
  readonly stallMs: number;
  readonly memoryMegabytes: number;
  readonly answerMegabytes: number;
  /** Of the last request, or of the first that was not answered or is a fault of the server. */
  readonly answer: Answer;
}

/** Whether the server does not answer, or says that it is at fault. In GraphQL the status can be 200 all the same. */
export function isFault({ status, late, text }: Answer, mayAnswer: readonly number[] = []): boolean {
  return late || (status >= 500 && !mayAnswer.includes(status)) || text.includes('INTERNAL_SERVER_ERROR');
}

async function comeToRest(roots: readonly number[], limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (let before = treeMilliseconds(roots); performance.now() < deadline;) {
    await sleep(REST_POLL_MS);
    const now = treeMilliseconds(roots);
    if (now - before < RESTING_MS) return;
    before = now;
  }
}

export interface MeasureOptions {
  /** How long an answer, and the work behind it, may take before it is given up. */
  readonly limitMs: number;
  readonly background: boolean;
  readonly mayAnswer: readonly number[];
}

/** Sends requests one after another; gives what one of them cost. */
export async function measureRequests(
  server: WatchedServer,
  requests: readonly HostileRequest[],
  { limitMs, background, mayAnswer }: MeasureOptions,
): Promise<Figures> {
  const roots = [server.pid, server.databasePid];
  const memory = await watchMemory(server.pid);
  const blockingBefore = mainThreadMilliseconds(server.pid);
  const totalBefore = treeMilliseconds(roots);
  await server.probe.takeLongest();
  let answer: Answer = { status: 0, bytes: 0, late: false, text: 'nothing was sent' };
  let bytes = 0;
  let sent = 0;
  let blockingMs = 0;
  for (const request of requests) {
    const before = mainThreadMilliseconds(server.pid);
    answer = await send(server.url, request, limitMs);
    blockingMs = Math.max(blockingMs, mainThreadMilliseconds(server.pid) - before);
    bytes = Math.max(bytes, answer.bytes);
    sent += 1;
    if (server.hasEnded() || isFault(answer, mayAnswer)) break;
  }
  if (background) await comeToRest(roots, limitMs);
  const memoryBytes = await memory().catch(() => 0);
  const blocking = mainThreadMilliseconds(server.pid) - blockingBefore;
  const total = treeMilliseconds(roots) - totalBefore;
  const stall = await server.probe.takeLongest();
  return {
    // Work behind an answer blocks as well. What others were answered between came in pieces.
    blockingMs: Math.min(Math.max(blockingMs, background ? blocking : 0), stall.blockingMs),
    meanBlockingMs: Math.max(0, blocking) / Math.max(1, sent),
    totalMs: Math.max(0, total) / Math.max(1, sent),
    stallMs: stall.waitMs,
    memoryMegabytes: memoryBytes / 1024 ** 2,
    answerMegabytes: bytes / 1024 ** 2,
    answer,
  };
}
