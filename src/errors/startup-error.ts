/**
 * A reason not to start, written for the operator: the message is one line that names the fault and the remedy. The entry point prints the
 * message alone, without a stack, and exits with 1.
 */
export class StartupError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'StartupError';
  }
}
