import type { ErrorCode } from './catalog.ts';

/** One fault of an input: where (JSON pointer, RFC 6901, `""` for the whole) and which rule. */
export interface Problem {
  readonly pointer: string;
  readonly message: string;
}

/** Most problems that one answer lists; a hostile body could hold millions. */
export const MOST_PROBLEMS = 1000;
/** What stands at the end of a list that is not complete. */
export const unlisted: Problem = { pointer: '', message: `Only the first ${MOST_PROBLEMS} problems are listed.` };

/** Longest sentence about the whole, and longest pointer or sentence of one problem: both may repeat what was sent. */
const LONGEST = { message: 10_000, problem: 1000 };

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}

function listed(problems: readonly Problem[]): readonly Problem[] {
  const complete = problems.length <= MOST_PROBLEMS || problems[MOST_PROBLEMS] === unlisted;
  const first = complete ? problems : [...problems.slice(0, MOST_PROBLEMS), unlisted];
  return first.map(({ pointer, message }) => ({
    pointer: shortened(pointer, LONGEST.problem),
    message: shortened(message, LONGEST.problem),
  }));
}

/**
 * The only error that domain and storage throw on purpose. The code decides the meaning, the message is
 * a sentence for a person, `problems` lists every fault of an input at once. Neither grows without end with what was sent.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];

  constructor(code: ErrorCode, message: string, options: { problems?: readonly Problem[]; cause?: unknown } = {}) {
    super(shortened(message, LONGEST.message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.problems = listed(options.problems ?? []);
  }
}
