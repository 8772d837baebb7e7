import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorCatalog } from '../errors/catalog.ts';
import type { DomainError } from '../errors/domain-error.ts';
import { ENVELOPE_CONTENT_TYPE, refusalBody } from '../rest-compat/envelope.ts';
import { requestIdOf } from '../rest-compat/request-id.ts';

/** Path of a request, whichever part of the server handles it. */
function isGraphql({ originalUrl, url = '/' }: IncomingMessage & { originalUrl?: string }): boolean {
  return /^\/graphql(?:[/?]|$)/.test(originalUrl ?? url);
}

/**
 * Answers a request that cannot be taken further, in the form of the surface it is for, and has its connection closed: what else
 * comes on that may be anything.
 */
export function refuseAndClose(request: IncomingMessage, response: ServerResponse, { code, message, problems }: DomainError): void {
  const { status } = errorCatalog[code];
  const body = isGraphql(request)
    ? JSON.stringify({ errors: [{ message, extensions: { code, ...(problems.length > 0 ? { problems } : {}) } }] })
    : refusalBody({ code, status, message, problems, requestId: requestIdOf(request) });
  response.writeHead(status, {
    'Content-Type': ENVELOPE_CONTENT_TYPE,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestIdOf(request),
    Connection: 'close',
  });
  // With Node alone, a reader of the body would wait for ever.
  response.end(body, () => request.destroy());
}
