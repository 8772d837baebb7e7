/** Codes of bulk jobs, and of requests that carry a key. */
import type { CatalogEntry } from './catalog-entry.ts';

export const bulkErrors = {
  IDEMPOTENCY_KEY_INVALID: { status: 400, when: 'The header Idempotency-Key is empty, too long, or no text of visible characters.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, when: 'Another request was sent with this idempotency key, by the same account.' },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    when: 'The request with this idempotency key is under way; sent again later, it gets the answer.',
  },
  IDEMPOTENCY_ANSWER_LOST: {
    status: 409,
    when: 'The request with this idempotency key was carried out and cut off before its answer, which cannot be put together again.',
  },
  BULK_OPERATION_INVALID: {
    status: 400,
    when: 'The document of a bulk job is not one operation of the right kind, or a query does not walk over exactly one connection.',
  },
  BULK_INPUT_TOO_LARGE: {
    status: 413,
    when: 'The lines of a bulk mutation are too many, or one of them or all together have too many bytes.',
  },
  BULK_RESULT_TOO_LARGE: { status: 413, when: 'A bulk job has ended because its result would be larger than the limit.' },
  BULK_TOO_COSTLY: { status: 403, when: 'A bulk job has ended because its operations have cost more than the limit.' },
  TOO_MANY_BULK_JOBS: { status: 429, when: 'The account has as many bulk jobs waiting or running as are allowed.' },
  BULK_JOB_NOT_FOUND: { status: 404, when: 'The caller has no bulk job with this id, or has none any more.' },
  BULK_JOB_ENDED: { status: 409, when: 'The bulk job has ended, so it cannot be canceled.' },
  BULK_JOB_GOES_ON: { status: 409, when: 'The bulk job has not ended, so it cannot be deleted: cancel it first.' },
  BULK_RESULT_GONE: {
    status: 404,
    when: 'The address of the result of a bulk job was altered or revoked, or has expired, or the result was removed.',
  },
} as const satisfies Record<string, CatalogEntry>;
