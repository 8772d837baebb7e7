/** The parts of an error that go into the log. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** Longest text of an error in the log, in characters. */
const MAXIMUM_TEXT = 2000;

function textOf(error: Error): string {
  // A failed statement is shown without its parameters: they can hold secrets and personal data.
  const text = error.message.split('\nparams: ')[0] ?? '';
  return text.length > MAXIMUM_TEXT ? `${text.slice(0, MAXIMUM_TEXT)}…` : text;
}

function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** Serialises an error for the log: type, text, code, stack frames and causes, without other properties. */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error).slice(0, MAXIMUM_TEXT) };
  return {
    type: error.constructor.name,
    message: textOf(error),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
}
