import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { DomainError } from '../errors/domain-error.ts';
import { discardBody } from './discard-body.ts';
import { malformed, type MultipartBody, type MultipartForm, type MultipartOptions, openForm } from './multipart-form.ts';

/**
 * Reads a multipart form: the part `file` streams straight to the staging area, every other part is a text of
 * limited length, in any order. When it rejects nothing stays staged, and the rest of the body is being discarded.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE when the body is not multipart/form-data.
 * @throws DomainError BAD_USER_INPUT when it is malformed, names a part twice, or the file has no name.
 * @throws DomainError PAYLOAD_TOO_LARGE when a text is too long.
 * @throws DomainError UPLOAD_INCOMPLETE when the connection ends early.
 * @throws DomainError as `FileStorage.stage`.
 */
export async function readMultipart(request: IncomingMessage, options: MultipartOptions): Promise<MultipartBody> {
  try {
    const form = openForm(boundaryOf(request), options);
    try {
      await feed(request, form);
      return await form.finish();
    } catch (error) {
      await form.abandon(error);
      throw error;
    }
  } catch (error) {
    discardBody(request);
    throw error;
  }
}

/**
 * Hands the body to the form, at the form's pace. By events: what this does for each 64 KB counts, and an iterator would destroy the
 * request, and with it the connection of the answer, when a part is refused.
 */
async function feed(request: IncomingMessage, form: MultipartForm): Promise<void> {
  const fed = Promise.withResolvers<void>();
  function take(chunk: Buffer): void {
    const wait = form.take(chunk);
    if (wait === undefined) return;
    request.pause();
    void wait.then(() => request.resume());
  }
  function broken(cause?: unknown): void {
    const message = 'The connection ended before the whole body had arrived; nothing was kept.';
    fed.reject(new DomainError('UPLOAD_INCOMPLETE', message, { cause }));
  }
  const listeners = { data: take, end: fed.resolve, error: broken, close: broken } as const;
  for (const [event, listener] of Object.entries(listeners)) request.on(event, listener);
  try {
    await Promise.race([fed.promise, form.failed]);
  } finally {
    for (const [event, listener] of Object.entries(listeners)) request.off(event, listener);
  }
}

function boundaryOf(request: IncomingMessage): string {
  const value = request.headers['content-type'] ?? '';
  const type = parseMediaType(value);
  if (type?.essence !== 'multipart/form-data') {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The body must be multipart/form-data.');
  }
  const boundary = type.params.get('boundary');
  // RFC 2046, 5.1.1: 1 to 70 characters.
  if (boundary === null || !/^[\x20-\x7e]{1,70}$/.test(boundary)) {
    throw malformed('The content type multipart/form-data needs a boundary of 1 to 70 characters.');
  }
  return boundary;
}

function parseMediaType(value: string): MIMEType | undefined {
  try {
    return new MIMEType(value);
  } catch {
    return undefined;
  }
}
