import { codesOf } from './error-codes.ts';

/** 40001 (serialization failure), 40P01 (deadlock detected). Source: PostgreSQL, appendix "Error Codes". */
const STOPPED_BY_OTHERS: readonly string[] = ['40001', '40P01'];

/** Whether a transaction was rolled back because of concurrent ones, so that a retry can succeed. */
export function isConcurrentChange(error: unknown): boolean {
  return codesOf(error).some((code) => STOPPED_BY_OTHERS.includes(code));
}
