/** Non-blocking output of log lines: a closed terminal or a stalled reader does not block the server. */
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { isatty } from 'node:tty';
import pino from 'pino';

/** Size of the buffer for a slow reader; further lines are dropped and counted. */
const LIMIT_BYTES = 1024 * 1024;
/** How long a crashing process tries to write its last lines to a stalled terminal. */
const EXIT_LIMIT_MS = 1000;

/** The standard output or error of this process, written to without waiting. */
export interface LogDestination {
  write(text: string): void;
  /** Calls back with the number of dropped texts, once writing succeeds again. */
  whenResumed(tell: (dropped: number) => void): void;
  /** Resolves when all buffered text is written, when that is impossible, or after the limit. */
  flush(limitMs: number): Promise<void>;
}

/** Opens descriptor 1 or 2. A pipe or a socket is written to by Node's own stream, which does not block; anything else by its descriptor. */
export function openLogDestination(fd: 1 | 2): LogDestination {
  const stream = fd === 1 ? process.stdout : process.stderr;
  if (isatty(fd)) return descriptorDestination(openTerminal(fd));
  return stream instanceof Socket ? streamDestination(stream) : descriptorDestination(fd);
}

/**
 * Another descriptor of the same terminal, on which a write fails where it would block: on the existing descriptor, the flag would affect
 * every program that shares the terminal. If none can be opened, the existing one is used.
 */
function openTerminal(fd: number): number {
  for (const path of [`/proc/self/fd/${fd}`, '/dev/tty']) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    } catch {
      // The next one.
    }
  }
  return fd;
}

/** Counts dropped texts until they can be reported. */
function countDrops(): { add(): void; tell(): void; whenResumed: LogDestination['whenResumed'] } {
  let dropped = 0;
  let listener: ((dropped: number) => void) | undefined;
  return {
    add: () => (dropped += 1),
    tell: () => {
      const count = dropped;
      dropped = 0;
      if (count > 0) listener?.(count);
    },
    whenResumed: (tell) => (listener = tell),
  };
}

async function within(limitMs: number, done: Promise<unknown>): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  await Promise.race([done, over]);
  clearTimeout(timer);
}

function streamDestination(stream: Socket): LogDestination {
  const drops = countDrops();
  let gone = false;
  stream.on('error', () => (gone = true)).on('drain', () => drops.tell());
  return {
    write: (text) => {
      if (gone) return;
      if (stream.writableLength > LIMIT_BYTES) drops.add();
      else stream.write(text);
    },
    whenResumed: drops.whenResumed,
    flush: async (limitMs) => {
      if (!gone) await within(limitMs, new Promise((resolve) => stream.write('', resolve)));
    },
  };
}

function descriptorDestination(fd: number): LogDestination {
  const drops = countDrops();
  let gone = false;
  let idle = true;
  let settle: (() => void) | undefined;
  let exitsAt = Number.POSITIVE_INFINITY;
  // Before the destination hears of the exit, which then writes what is left.
  process.once('exit', () => (exitsAt = Date.now()));
  const stream = pino.destination({
    dest: fd,
    sync: false,
    maxLength: LIMIT_BYTES,
    retryEAGAIN: () => Date.now() < exitsAt + EXIT_LIMIT_MS,
  });
  stream.on('drop', () => drops.add());
  stream.on('drain', () => {
    idle = true;
    settle?.();
    drops.tell();
  });
  stream.on('error', () => {
    // It reports a fault twice.
    if (gone) return;
    gone = true;
    settle?.();
    stream.destroy();
  });
  return {
    write: (text) => {
      if (gone) return;
      idle = false;
      stream.write(text);
    },
    whenResumed: drops.whenResumed,
    flush: async (limitMs) => {
      if (gone || idle) return;
      await within(limitMs, new Promise<void>((resolve) => (settle = resolve)));
      // There is no reader, so the rest is dropped.
      if (!idle && !gone) stream.destroy();
    },
  };
}
