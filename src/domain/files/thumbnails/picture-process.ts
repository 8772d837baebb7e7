import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { PictureAnswer, PictureRequest } from './picture-messages.ts';

/** The process ends itself after much less work; this is for one that is starved or hangs. */
const MOST_MS = 30_000;
/** A process without work ends after this: it takes 70 MB, and starts in a third of a second. */
const IDLE_MS = 30_000;

/** A separate process that makes one thumbnail at a time. */
export interface PictureProcess {
  /** Null if no thumbnail can be made, or the process crashed. Never called again before it has answered. */
  render(request: PictureRequest): Promise<Uint8Array | null>;
  close(): void;
}

function start(): ChildProcess {
  const here = import.meta.url;
  // The built server has the program beside it.
  const program = new URL(here.endsWith('.ts') ? 'picture-program.ts' : 'picture-program.js', here);
  // Flags of the process may be meant for its own program, and its environment holds passwords.
  return fork(program, { serialization: 'advanced', execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

async function ask(child: ChildProcess, request: PictureRequest): Promise<Uint8Array | null> {
  const over = new AbortController();
  const timeout = setTimeout(() => child.kill('SIGKILL'), MOST_MS);
  try {
    const answered = once(child, 'message', { signal: over.signal });
    const ended = once(child, 'exit', { signal: over.signal });
    child.send(request);
    return await Promise.race([answered.then(([answer]: PictureAnswer[]) => answer?.png ?? null), ended.then(() => null)]);
  } finally {
    clearTimeout(timeout);
    over.abort();
  }
}

/** Starts the process with the first image, and again after a crash. */
export function createPictureProcess(): PictureProcess {
  let current: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function running(): ChildProcess {
    if (current !== undefined) return current;
    const child = start();
    const forget = (): void => {
      if (current === child) current = undefined;
    };
    child.on('exit', forget).on('error', forget);
    current = child;
    return child;
  }

  function close(): void {
    clearTimeout(idle);
    current?.kill('SIGKILL');
    current = undefined;
  }

  return {
    async render(request) {
      clearTimeout(idle);
      const child = running();
      child.ref();
      child.channel?.ref();
      try {
        return await ask(child, request);
      } finally {
        // The server may end while it is idle.
        child.unref();
        child.channel?.unref();
        idle = setTimeout(close, IDLE_MS).unref();
      }
    },
    close,
  };
}
