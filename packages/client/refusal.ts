/** One fault of an input. */
export interface InputProblem {
  /** JSON pointer, such as `/metadataBlocks/citation`. */
  readonly pointer: string;
  readonly message: string;
}

/** An entry of `errors`, as the server sends it. */
export interface ServerError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: {
    readonly code?: string;
    readonly problems?: readonly InputProblem[];
    readonly requestId?: string;
    readonly retryAfterSeconds?: number | null;
  };
}

/** The server refuses an operation, or a part of it. `code` is stable: docs/errors.md of the server lists all. */
export class Refusal extends Error {
  readonly code: string;
  readonly problems: readonly InputProblem[];
  /** The field that was refused, from the root of the operation. */
  readonly path: readonly (string | number)[];
  /** Of the answer; 200 where the operation was executed. */
  readonly status: number;
  /** When it may be asked again, where the server says so. */
  readonly retryAfterSeconds: number | undefined;
  /** What the server's log calls the request by, where it was a fault of the server. */
  readonly requestId: string | undefined;
  /** All errors of the answer, of which this is the first. */
  readonly errors: readonly ServerError[];

  constructor(errors: readonly ServerError[], status: number, retryAfterSeconds?: number) {
    const [first] = errors;
    super(first?.message ?? `The server gave ${status}, and no reason.`);
    this.name = 'Refusal';
    this.code = first?.extensions?.code ?? 'INTERNAL_SERVER_ERROR';
    this.problems = first?.extensions?.problems ?? [];
    this.path = first?.path ?? [];
    this.status = status;
    this.retryAfterSeconds = first?.extensions?.retryAfterSeconds ?? retryAfterSeconds;
    this.requestId = first?.extensions?.requestId;
    this.errors = errors;
  }
}

/** A refusal that this package makes itself, of what the server said or sent. */
export function refusalOf(code: string, message: string, status = 200): Refusal {
  return new Refusal([{ message, extensions: { code } }], status);
}
