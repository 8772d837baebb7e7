import type { ErrorCode } from './catalog.ts';

/** One fault of an input: where (JSON pointer, RFC 6901, `""` for the whole) and which rule. */
export interface Problem {
  readonly pointer: string;
  readonly message: string;
}

/**
 * The only error that domain and storage throw on purpose. The code decides the meaning, the message is
 * a sentence for a person, `problems` lists every fault of an input at once.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];

  constructor(code: ErrorCode, message: string, options: { problems?: readonly Problem[]; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.problems = options.problems ?? [];
  }
}
