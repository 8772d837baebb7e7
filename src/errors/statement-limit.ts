import { DomainError } from './domain-error.ts';
import { codesOf } from './error-codes.ts';

/** 57014 (query canceled): by the time limit, or by an administrator. Source: PostgreSQL, appendix "Error Codes". */
const CANCELED = '57014';

/** The refusal for a statement that was cancelled because it took too long, undefined for any other error. */
export function statementTooSlow(error: unknown): DomainError | undefined {
  if (!codesOf(error).includes(CANCELED)) return undefined;
  const message = 'The database took too long for this request, so the request was cancelled and nothing was changed; ask for less.';
  return new DomainError('STATEMENT_TOO_SLOW', message, { cause: error });
}
