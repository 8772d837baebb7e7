import { DomainError } from './domain-error.ts';
import { codesOf } from './error-codes.ts';

/** disk_full. Source: PostgreSQL, appendix "Error Codes". */
const DISK_FULL = '53100';

/** The refusal for an error that means that the disk of the database is full, undefined for any other error: the statement changed nothing. */
export function databaseFull(error: unknown): DomainError | undefined {
  if (!codesOf(error).includes(DISK_FULL)) return undefined;
  return new DomainError('INSUFFICIENT_STORAGE', 'The disk of the database is full; nothing was stored.', { cause: error });
}
