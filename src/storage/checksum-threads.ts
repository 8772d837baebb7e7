/** Checksums on threads of their own, so that hashing a large upload neither waits for its writing nor holds up other requests. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ChecksumAlgorithm } from '../vocabulary.ts';
import type { FromChecksumThread, ToChecksumThread } from './checksum-messages.ts';
import type { MemoryBlock } from './memory-blocks.ts';

/** One processor is left to everything else, where there are several. */
const MOST_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** A thread without work ends after this: it takes 20 MB, and starts in 60 ms, beside everything else. */
const IDLE_MS = 30_000;
/** It allocates next to nothing. */
const BOUNDS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

/** A checksum that a thread computes. Both methods reject when the thread breaks down. */
export interface ThreadedChecksum {
  /** Goes on with these bytes of a block; resolves when they were read. Blocks are read in the order of the calls. */
  take(block: MemoryBlock, length: number): Promise<void>;
  /** The checksum of everything taken. */
  end(): Promise<{ readonly value: string; readonly crc32: number }>;
  /** Gives the thread back; what is under way is left unanswered. Does nothing after the end. */
  forget(): void;
}

interface Waiting {
  readonly taken: PromiseWithResolvers<void>[];
  readonly ended: PromiseWithResolvers<{ readonly value: string; readonly crc32: number }>;
}

interface Thread {
  readonly worker: Worker;
  /** The checksums that are not at their end, by their ids. */
  readonly open: Map<number, Waiting>;
  idle: NodeJS.Timeout | undefined;
}

const threads: Thread[] = [];
let lastId = 0;

/** Begins a checksum on the thread that has least to do; a thread is started when all are busy and there may be another. */
export function beginThreadedChecksum(algorithm: ChecksumAlgorithm): ThreadedChecksum {
  const thread = chooseThread();
  const id = (lastId += 1);
  const waiting: Waiting = { taken: [], ended: Promise.withResolvers() };
  // Whoever is told of a fault by a block may not ask for the end any more.
  waiting.ended.promise.catch(() => undefined);
  thread.open.set(id, waiting);
  occupy(thread);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  const tell = (message: ToChecksumThread): void => thread.worker.postMessage(message);
  tell({ id, step: 'begin', algorithm });

  return {
    async take({ memory, offset }, length) {
      const taken = Promise.withResolvers<void>();
      if (!thread.open.has(id)) return waiting.ended.promise.then(() => undefined);
      waiting.taken.push(taken);
      tell({ id, step: 'take', memory, offset, length });
      return taken.promise;
    },
    async end() {
      if (thread.open.has(id)) tell({ id, step: 'end' });
      return waiting.ended.promise;
    },
    forget() {
      if (!thread.open.has(id)) return;
      tell({ id, step: 'forget' });
      close(thread, id);
    },
  };
}

function chooseThread(): Thread {
  const [first, ...others] = threads;
  const freest = first === undefined ? undefined : others.reduce((one, other) => (other.open.size < one.open.size ? other : one), first);
  return freest === undefined || (freest.open.size > 0 && threads.length < MOST_THREADS) ? startThread() : freest;
}

function startThread(): Thread {
  const here = import.meta.url;
  // The built server has the program beside it.
  const program = new URL(here.endsWith('.ts') ? 'checksum-worker.ts' : 'checksum-worker.js', here);
  // Flags of the process may be meant for its own program.
  const worker = new Worker(program, { resourceLimits: BOUNDS, execArgv: [] });
  const thread: Thread = { worker, open: new Map(), idle: undefined };
  threads.push(thread);
  worker.on('message', (message: FromChecksumThread) => hear(thread, message));
  worker.on('error', (error) => breakDown(thread, error));
  worker.on('exit', () => breakDown(thread, new Error('The thread that computes checksums has ended.')));
  return thread;
}

function hear(thread: Thread, message: FromChecksumThread): void {
  const waiting = thread.open.get(message.id);
  // Somebody left while the answer was on its way.
  if (waiting === undefined) return;
  if (message.answer === 'taken') {
    waiting.taken.shift()?.resolve();
  } else {
    waiting.ended.resolve({ value: message.value, crc32: message.crc32 });
    close(thread, message.id);
  }
}

/** The process may end while a thread is idle, not while it works. */
function occupy(thread: Thread): void {
  clearTimeout(thread.idle);
  thread.worker.ref();
}

function close(thread: Thread, id: number): void {
  thread.open.delete(id);
  if (thread.open.size > 0 || !threads.includes(thread)) return;
  thread.worker.unref();
  thread.idle = setTimeout(() => {
    leave(thread);
    void thread.worker.terminate();
  }, IDLE_MS).unref();
}

function leave(thread: Thread): void {
  clearTimeout(thread.idle);
  const place = threads.indexOf(thread);
  if (place !== -1) threads.splice(place, 1);
}

/** The next checksum begins on another thread. */
function breakDown(thread: Thread, error: unknown): void {
  leave(thread);
  for (const { taken, ended } of thread.open.values()) {
    for (const one of taken) one.reject(error);
    ended.reject(error);
  }
  thread.open.clear();
}
