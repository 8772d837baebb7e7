import type { ErrorCode } from '../../../errors/catalog.ts';

/** What refuses nothing and may be over soon, such as a store that does not answer: it is tried again. */
export const PASSING_CODES: ReadonlySet<ErrorCode> = new Set([
  'STORAGE_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
  'EXTERNAL_VALIDATION_UNAVAILABLE',
  'CONCURRENT_CHANGE',
  'RATE_LIMITED',
]);
