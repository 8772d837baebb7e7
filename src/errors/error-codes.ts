import { DomainError } from './domain-error.ts';

/** Deeper than any wrapping; also ends a cycle of causes. */
const CAUSE_DEPTH = 5;

/** Codes that an error and its causes carry, outermost first: Drizzle wraps the errors of the driver. A DomainError has none. */
export function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  let cause = error;
  for (let depth = 0; depth < CAUSE_DEPTH && cause instanceof Error && !(cause instanceof DomainError); depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') codes.push(cause.code);
    cause = cause.cause;
  }
  return codes;
}
