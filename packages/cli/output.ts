/** What a command says: to people in lines, to programs as one JSON document on standard output. */
import type { CliFailure } from './failure.ts';

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Output {
  /** Whether a program reads. */
  readonly json: boolean;
  /** A line of the result; nothing where a program reads. */
  line(text: string): void;
  /** A line beside the result, on standard error. */
  note(text: string): void;
  /** The result, for programs; nothing where a person reads. */
  result(value: unknown): void;
  /** A line that the next one replaces, where a person looks. */
  progress(text: string): void;
  /** Takes away the line of progress. */
  clear(): void;
  failure(failure: CliFailure): void;
}

const PROGRESS_EVERY_MS = 100;

/** Text of others without what a terminal would obey. */
export function plainText(text: string): string {
  // oxlint-disable-next-line eslint/no-control-regex -- these are what is taken out
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\u{fffd}');
}

export function createOutput(json: boolean, out: Stream = process.stdout, errors: Stream = process.stderr): Output {
  let shownAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  const clear = (): void => {
    if (isShown) errors.write('\r\x1b[K');
    isShown = false;
  };
  const note = (text: string): void => {
    clear();
    errors.write(`${plainText(text)}\n`);
  };
  return {
    json,
    line: (text) => {
      if (json) return;
      clear();
      out.write(`${plainText(text)}\n`);
    },
    note,
    result: (value) => {
      clear();
      if (json) out.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    progress: (text) => {
      if (errors.isTTY !== true || performance.now() - shownAt < PROGRESS_EVERY_MS) return;
      shownAt = performance.now();
      isShown = true;
      errors.write(`\r\x1b[K${plainText(text).slice(0, (errors.columns ?? 80) - 1)}`);
    },
    clear,
    failure: ({ code, message, problems, exitCode }) => {
      clear();
      if (json) {
        errors.write(`${JSON.stringify({ error: { code, message, problems, exitCode } })}\n`);
        return;
      }
      note(message);
      for (const problem of problems) note(`  ${problem.pointer === '' ? '(all)' : problem.pointer}: ${problem.message}`);
    },
  };
}
