import { type ErrorCode, errorCatalog } from '../errors/catalog.ts';
import type { DomainError } from '../errors/domain-error.ts';
import { refusalXml } from '../formats/sword/write-documents.ts';

/** Statuses in place of the catalogue's: a client that gets 401 sends its token again; a bad entry is a bad request. Source: SWORD 2.0, 12.1. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = {
  PERMISSION_DENIED: 403,
  CHECKSUM_MISMATCH: 412,
  DATASET_METADATA_INVALID: 400,
};

/** Kinds of refusals that SWORD names. */
const KINDS: Readonly<Record<number, string>> = {
  405: 'MethodNotAllowed',
  406: 'ErrorContent',
  412: 'ErrorChecksumMismatch',
  413: 'MaxUploadSizeExceeded',
  415: 'ErrorContent',
};

/** A refusal as it is answered. */
export interface SwordRefusal {
  readonly status: number;
  readonly body: string;
}

/** `onBehalf` for a request in the name of another. */
export function refusalOf(error: DomainError, requestId: string, onBehalf = false): SwordRefusal {
  const { code, message, problems } = error;
  const status = STATUSES[code] ?? errorCatalog[code].status;
  const isOurs = code === 'INTERNAL_SERVER_ERROR';
  const kind = onBehalf ? 'MediationNotAllowed' : (KINDS[status] ?? 'ErrorBadRequest');
  const listed = isOurs ? [] : problems.map(({ pointer, message: rule }) => `${pointer === '' ? '/' : pointer} ${rule}`);
  const summary = isOurs ? 'The server could not answer because of an internal error.' : message;
  return { status, body: refusalXml({ kind, summary, details: [code, ...listed, `Request id: ${requestId}`] }) };
}
