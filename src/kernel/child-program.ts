import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A program of the server that works in a process of its own, and how long it may. */
export interface ChildProgram {
  /** Of the source; the built server has `<name>.js` beside itself. */
  readonly file: URL;
  /** Of one answer: the program ends itself after much less work, and this is for one that is starved or hangs. */
  readonly mostMs: number;
  /** After which a process without work ends. */
  readonly idleMs: number;
}

/** A separate process that answers one question at a time. It starts with the first one, and again after a crash. */
export interface ChildAsker<Question extends object, Answer> {
  /** Undefined if the process ended before it had answered. Never called again before that. */
  ask(question: Question): Promise<Answer | undefined>;
  close(): void;
}

function start(file: URL): ChildProcess {
  // Flags of the process may be meant for its own program, and its environment holds passwords.
  return fork(file, { serialization: 'advanced', execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

/** The program beside a module, in the sources as in the built server. */
export function programBeside(here: string, name: string): URL {
  return new URL(here.endsWith('.ts') ? `${name}.ts` : `${name}.js`, here);
}

export function createChildAsker<Question extends object, Answer>({ file, mostMs, idleMs }: ChildProgram): ChildAsker<Question, Answer> {
  let current: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function running(): ChildProcess {
    if (current !== undefined) return current;
    const child = start(file);
    const forget = (): void => {
      if (current === child) current = undefined;
    };
    child.on('exit', forget).on('error', forget);
    current = child;
    return child;
  }

  async function answerOf(child: ChildProcess, question: Question): Promise<Answer | undefined> {
    const over = new AbortController();
    const timeout = setTimeout(() => child.kill('SIGKILL'), mostMs);
    try {
      const answered = once(child, 'message', { signal: over.signal });
      const ended = once(child, 'exit', { signal: over.signal });
      child.send(question);
      return await Promise.race([answered.then(([answer]: Answer[]) => answer), ended.then(() => undefined)]);
    } finally {
      clearTimeout(timeout);
      over.abort();
    }
  }

  function close(): void {
    clearTimeout(idle);
    current?.kill('SIGKILL');
    current = undefined;
  }

  return {
    async ask(question) {
      clearTimeout(idle);
      const child = running();
      child.ref();
      child.channel?.ref();
      try {
        return await answerOf(child, question);
      } finally {
        // The server may end while it is idle.
        child.unref();
        child.channel?.unref();
        idle = setTimeout(close, idleMs).unref();
      }
    },
    close,
  };
}
