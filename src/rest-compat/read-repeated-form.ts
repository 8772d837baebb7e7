/** Forms that say of several things the same, one after another: the n-th text of each name is about the n-th thing. */
import type { IncomingMessage } from 'node:http';
import multiparty from 'multiparty';
import { DomainError } from '../errors/domain-error.ts';
import { heldBodies } from '../held-bodies.ts';
import { discardBody } from './discard-body.ts';

/** More would be more things than any row takes. */
const MOST_PARTS = 1000;

/** A file of a form, small enough to be held. */
export interface HeldFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

/** The texts of each name, and the files, in the order in which they came. */
export interface RepeatedForm {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly HeldFile[];
}

function malformed(message: string, cause?: unknown): DomainError {
  return new DomainError('BAD_USER_INPUT', message, { cause });
}

/**
 * Reads a multipart form into memory.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE when it is none, PAYLOAD_TOO_LARGE beyond `maximumBytes`, BAD_USER_INPUT when it is malformed,
 * UPLOAD_INCOMPLETE when the connection ends early, SERVICE_UNAVAILABLE when it is the largest of bodies that are too large together.
 */
export async function readRepeatedForm(request: IncomingMessage, maximumBytes: number): Promise<RepeatedForm> {
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'This endpoint reads a form: send the header Content-Type: multipart/form-data.');
  }
  const failure = Promise.withResolvers<never>();
  const held = heldBodies.hold(failure.reject);
  const texts = new Map<string, string[]>();
  const files: HeldFile[] = [];
  const arriving: Promise<void>[] = [];
  const parser = new multiparty.Form({ maxFields: MOST_PARTS + 1 });
  let sizeBytes = 0;
  let parts = 0;

  parser.on('part', (part) => {
    // Its failures are handled through the parser, but the stream itself needs a listener.
    part.on('error', () => {});
    parts += 1;
    if (parts > MOST_PARTS) failure.reject(malformed(`There are more than ${MOST_PARTS} parts.`));
    const chunks: Buffer[] = [];
    const done = Promise.withResolvers<void>();
    arriving.push(done.promise);
    part.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes > maximumBytes) {
        failure.reject(new DomainError('PAYLOAD_TOO_LARGE', `The request body is larger than the limit of ${maximumBytes} bytes.`));
        return;
      }
      held.grow(chunk.length);
      chunks.push(chunk);
    });
    const name: string | null = part.name;
    // The place among its like is that of its beginning, whichever part ends first.
    const bytes = (): Buffer => Buffer.concat(chunks);
    part.on('end', () => {
      if (name === 'file') files.push({ fileName: part.filename ?? '', bytes: bytes() });
      else texts.set(name ?? '', [...(texts.get(name ?? '') ?? []), bytes().toString('utf8')]);
      done.resolve();
    });
  });
  parser.on('error', (error) => failure.reject(malformed('The multipart body is malformed.', error)));
  const breakOff = (): void => {
    if (!request.complete) failure.reject(new DomainError('UPLOAD_INCOMPLETE', 'The connection ended before the whole body had arrived.'));
  };
  request.once('error', breakOff).once('close', breakOff).once('aborted', breakOff);
  const closed = new Promise<void>((resolve) => parser.once('close', resolve));
  try {
    parser.parse(request);
    await Promise.race([closed, failure.promise]);
    await Promise.race([Promise.all(arriving), failure.promise]);
    return { texts, files };
  } catch (error) {
    discardBody(request);
    throw error;
  } finally {
    request.unpipe();
    request.off('error', breakOff).off('close', breakOff).off('aborted', breakOff);
    held.release();
  }
}
