import { DomainError } from '../errors/domain-error.ts';
import { pageHeaders } from '../page-headers.ts';
import type { Exchange } from './exchange.ts';
import { evaluatePreconditions } from './preconditions.ts';
import type { TextPiece } from './sent-content.ts';
import { drained } from './stream-pages.ts';

/** A document has its styles in itself, and loads nothing. */
const ONE_DOCUMENT = ["style-src 'unsafe-inline'"];
const NO_SNIFFING: readonly (readonly [string, string])[] = [['X-Content-Type-Options', 'nosniff']];

/**
 * Answers GET or HEAD with a text that is read piece by piece: no more than one is in memory, and none is read for a client that has left.
 * The first is read before the answer begins, so that its refusal is an ordinary one; a later one that is missing, or of another state,
 * rejects, and the caller must close the connection.
 * @throws DomainError PRECONDITION_FAILED
 */
export async function sendText(
  { request, response, requestId, routeHeaders }: Exchange,
  readPiece: (position: number) => Promise<TextPiece>,
): Promise<void> {
  const first = await readPiece(0);
  const { contentType, etag, sizeBytes, lastModified, pieceCount } = first;
  // A copy may be kept by the client, and must be asked about before it is used.
  const validators = ['ETag', `"${etag}"`, 'Last-Modified', lastModified.toUTCString(), 'Cache-Control', 'private, no-cache'];
  const common = [...validators, 'X-Request-Id', requestId, ...routeHeaders];
  const outcome = evaluatePreconditions(request.headers, { etag: `"${etag}"`, lastModified });
  if (outcome === 'failed') throw new DomainError('PRECONDITION_FAILED', 'The text is not in the state that the request expects.');
  if (outcome === 'not-modified') {
    response.writeHead(304, common).end();
    return;
  }
  const guards = contentType.startsWith('text/html') ? Object.entries(pageHeaders(ONE_DOCUMENT)) : NO_SNIFFING;
  response.writeHead(200, ['Content-Type', contentType, 'Content-Length', String(sizeBytes), ...guards.flat(), ...common]);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  // Sent with the headers in one write.
  if (pieceCount === 1) {
    response.end(first.text);
    return;
  }
  if (!response.write(first.text)) await drained(response);
  for (let position = 1; position < pieceCount && !response.destroyed; position += 1) {
    const piece = await readPiece(position);
    if (piece.etag !== etag) throw new Error('The text was replaced while it was sent.');
    if (!response.write(piece.text)) await drained(response);
  }
  response.end();
}
