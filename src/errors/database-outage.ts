import { DomainError } from './domain-error.ts';
import { codesOf } from './error-codes.ts';

/** Failures of the connection as Node and the driver name them. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
]);
/**
 * Class 08 (connection exception), 53300 (too many connections), 57P01 to 57P05 (the server stops, has crashed, starts, or
 * dropped the session). Source: PostgreSQL, appendix "Error Codes".
 */
const CONNECTION_STATE = /^(?:08|53300|57P0)/;

/**
 * The refusal for an error that means that the database cannot be reached at present, undefined for any other error.
 */
export function databaseOutage(error: unknown): DomainError | undefined {
  if (!codesOf(error).some((code) => CONNECTION_CODES.has(code) || CONNECTION_STATE.test(code))) return undefined;
  return new DomainError('SERVICE_UNAVAILABLE', 'The database does not respond at present; retry shortly.', {
    cause: error,
  });
}
