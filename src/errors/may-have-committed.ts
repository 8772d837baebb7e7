import { databaseOutage } from './database-outage.ts';
import { codesOf } from './error-codes.ts';

/** SQLSTATE: five characters, a digit among them, which codes of Node such as EPIPE do not have. Source: PostgreSQL, appendix "Error Codes". */
const STATE = /^(?=.*[0-9])[0-9A-Z]{5}$/;

/**
 * Whether a transaction may have taken place although its COMMIT failed: only PostgreSQL itself can say that it did not. Whatever else ended
 * the connection, a fault of its encryption or of the network, may have come between the commit and its answer.
 */
export function mayHaveCommitted(error: unknown): boolean {
  return databaseOutage(error) !== undefined || !codesOf(error).some((code) => STATE.test(code));
}
