/** Checksums of large files, computed beside the main thread while the files are written. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ChecksumAlgorithm } from '../vocabulary/files.ts';
import type { ChecksumAnswer, ChecksumOrder, Sums } from './checksum-messages.ts';

/** A thread that reads a file behind its writer. The descriptor must stay open until `sums` or `leave` has settled. */
export interface Follower {
  /** All bytes up to here are in the file. */
  written(bytes: number): void;
  /** Of what is written. Rejects when the file could not be read or the thread has ended. */
  sums(): Promise<Sums>;
  /** Resolves when the file is not read any more. */
  leave(): Promise<void>;
}

interface Thread {
  tell(order: ChecksumOrder): void;
  /** What the thread answers next; a fault when it ends first. */
  answer(): Promise<ChecksumAnswer>;
  /** The process may end while the thread is idle. */
  setIdle(isIdle: boolean): void;
}

/** One for each processor but that of the main thread: more would compete with it. */
const MOST_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));
/** After which a thread without work ends. */
const IDLE_MS = 30_000;

const idleThreads: Thread[] = [];
let threadCount = 0;

// The built server has the program beside it.
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? 'checksum-program.ts' : 'checksum-program.js', import.meta.url);

function startThread(): Thread {
  // The environment holds passwords, and flags of the process may be meant for its own program.
  const worker = new Worker(PROGRAM, { env: {}, execArgv: [] });
  let ending: NodeJS.Timeout | undefined;
  let fault: string | undefined;
  let settle: ((answer: ChecksumAnswer) => void) | undefined;
  worker.on('message', (answer: ChecksumAnswer) => settle?.(answer));
  worker.on('error', (error) => (fault = String(error)));
  worker.on('exit', (code) => {
    threadCount -= 1;
    const at = idleThreads.indexOf(thread);
    if (at !== -1) idleThreads.splice(at, 1);
    fault ??= `The thread ended with ${code}.`;
    settle?.({ fault });
  });
  const thread: Thread = {
    // oxlint-disable-next-line require-post-message-target-origin -- A thread is no window, and has no origin.
    tell: (order) => worker.postMessage(order),
    answer: () => (fault === undefined ? new Promise((resolve) => (settle = resolve)) : Promise.resolve({ fault })),
    setIdle(isIdle) {
      clearTimeout(ending);
      if (!isIdle) return worker.ref();
      worker.unref();
      ending = setTimeout(() => void worker.terminate(), IDLE_MS).unref();
      if (fault === undefined) idleThreads.push(thread);
    },
  };
  threadCount += 1;
  return thread;
}

function takeThread(): Thread | undefined {
  const waiting = idleThreads.pop();
  waiting?.setIdle(false);
  return waiting ?? (threadCount < MOST_THREADS ? startThread() : undefined);
}

/** Follows an open file from its first byte; undefined when all threads are busy. */
export function followFile(descriptor: number, algorithm: ChecksumAlgorithm): Follower | undefined {
  const thread = takeThread();
  return thread === undefined ? undefined : followWith(thread, { kind: 'begin', descriptor, algorithm });
}

function followWith(thread: Thread, begin: ChecksumOrder): Follower {
  thread.tell(begin);
  let answer: Promise<ChecksumAnswer> | undefined;

  async function end(): Promise<ChecksumAnswer> {
    const answered = thread.answer();
    thread.tell({ kind: 'end' });
    const received = await answered;
    thread.setIdle(true);
    return received;
  }

  return {
    written: (bytes) => thread.tell({ kind: 'written', bytes }),
    async sums() {
      const received = await (answer ??= end());
      if ('fault' in received) throw new Error(`The checksum of a file was not computed: ${received.fault}`);
      return received.sums;
    },
    async leave() {
      await (answer ??= end());
    },
  };
}
