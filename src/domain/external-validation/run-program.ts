import { type ChildProcess, spawn } from 'node:child_process';

/** Characters of what a program writes that are kept, for the log. */
const KEPT_OUTPUT = 4000;
/** How long the last words of a program that has ended are waited for: what it left running may hold its output open. */
const LAST_WORDS_MS = 200;

/** How asking a program ended. */
export type Ending =
  | { readonly kind: 'answered'; readonly exitCode: number; readonly output: string }
  /** `reason` is the end of a sentence about the program. */
  | { readonly kind: 'silent'; readonly reason: string; readonly output: string }
  /** What it was to be asked could not be made. */
  | { readonly kind: 'unmade'; readonly error: unknown };

export interface ProgramRun {
  /** Absolute path. */
  readonly path: string;
  readonly argument: string;
  readonly workingFolder: string;
  readonly timeLimitMs: number;
  /** Ends the program. */
  readonly signal: AbortSignal;
}

/** Nothing of the server's own environment, which holds passwords and keys. */
function environmentOf(workingFolder: string): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
    HOME: workingFolder,
    TMPDIR: workingFolder,
  };
}

/** Ends a program that still runs, with all that it has started. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended at this very moment.
  }
}

/** Runs a program with one argument, without a shell and without input, for a limited time; what it writes is read and cut. */
export function runProgram({ path, argument, workingFolder, timeLimitMs, signal }: ProgramRun): Promise<Ending> {
  return new Promise((settle) => {
    // A group of its own, so that it can be ended together with its children.
    const child = spawn(path, [argument], {
      cwd: workingFolder,
      env: environmentOf(workingFolder),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let stopReason: string | undefined;
    const stop = (reason: string) => {
      stopReason ??= reason;
      endGroup(child);
    };
    const stopWithServer = () => stop('was stopped, because the server is stopping');
    const timer = setTimeout(() => stop(`gave no answer within ${timeLimitMs / 1000} seconds`), timeLimitMs);
    const finish = (ending: Ending) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stopWithServer);
      child.stdout.destroy();
      child.stderr.destroy();
      settle(ending);
    };
    signal.addEventListener('abort', stopWithServer);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output = `${output}${text}`.slice(0, KEPT_OUTPUT);
      });
      stream.on('error', () => undefined);
    }
    child.on('error', (error) => finish({ kind: 'silent', reason: `could not be started (${error.message})`, output }));
    child.on('exit', (exitCode, ended) => {
      const conclude = () => {
        if (exitCode !== null && stopReason === undefined) finish({ kind: 'answered', exitCode, output });
        else finish({ kind: 'silent', reason: stopReason ?? `was ended by the signal ${ended}`, output });
      };
      const wait = setTimeout(conclude, LAST_WORDS_MS);
      child.on('close', () => {
        clearTimeout(wait);
        conclude();
      });
    });
    if (signal.aborted) stopWithServer();
  });
}
