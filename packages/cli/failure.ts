/** How a command ends when it does not succeed. docs/how-to/command-line.md lists these for users. */
export const EXIT = {
  done: 0,
  /** A fault of the server or of this program. */
  failed: 1,
  /** The command line was not understood. */
  usage: 2,
  /** No account, or a token that the server does not accept. */
  signedOut: 3,
  /** The account, or the scope of its token, does not allow it. */
  forbidden: 4,
  notFound: 5,
  /** The server refuses the input, or the state does not allow it. */
  refused: 6,
  /** The server does not answer. */
  unreachable: 7,
  /** Some of it was done, and some was not. */
  partly: 8,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** One fault of an input. */
export interface InputProblem {
  readonly pointer: string;
  readonly message: string;
}

/** The end of a command with a reason for a person, and a code for programs. */
export class CliFailure extends Error {
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly problems: readonly InputProblem[];

  constructor(
    exitCode: ExitCode,
    code: string,
    message: string,
    { problems = [], cause }: { problems?: readonly InputProblem[]; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'CliFailure';
    this.exitCode = exitCode;
    this.code = code;
    this.problems = problems;
  }
}

/** What was typed cannot be meant. */
export function usageFailure(message: string): CliFailure {
  return new CliFailure(EXIT.usage, 'USAGE', message);
}

const SIGNED_OUT = new Set(['INVALID_API_TOKEN', 'AUTHENTICATION_REQUIRED', 'BEARER_TOKEN_INVALID', 'SIGNED_URL_INVALID']);
const FORBIDDEN = new Set(['PERMISSION_DENIED', 'SUPERUSER_REQUIRED', 'ADMIN_API_REFUSED', 'TOKEN_SCOPE_EXCEEDED', 'FILE_ACCESS_DENIED']);
const FAULTS = new Set([
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
  'STORAGE_UNAVAILABLE',
  'STORAGE_NOT_CONFIGURED',
  'INSUFFICIENT_STORAGE',
]);

/** Codes of the server that this program knows by name. */
export const KNOWN_CODES: readonly string[] = [...SIGNED_OUT, ...FORBIDDEN, ...FAULTS];

/** The exit code that a code of the server becomes. */
export function exitCodeOf(code: string): ExitCode {
  if (SIGNED_OUT.has(code)) return EXIT.signedOut;
  if (FORBIDDEN.has(code)) return EXIT.forbidden;
  if (FAULTS.has(code)) return EXIT.failed;
  return code === 'NOT_FOUND' || code.endsWith('_NOT_FOUND') ? EXIT.notFound : EXIT.refused;
}
