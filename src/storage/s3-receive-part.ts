import { createHash } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../errors/domain-error.ts';
import type { ArrivedPart, IncomingPart } from './direct-uploads.ts';
import { type S3Connection, storageFault } from './s3-connection.ts';
import { httpStatusOf, s3ErrorCode } from './s3-errors.ts';

interface Target {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string;
}

/**
 * Streams a part to the service, in one attempt: its bytes cannot be read again.
 * @throws DomainError UPLOAD_INCOMPLETE | FILE_TOO_LARGE | BAD_USER_INPUT | STORAGE_UNAVAILABLE; an error NoSuchUpload as it is.
 */
export async function passPartOn(connection: S3Connection, target: Target, part: IncomingPart, source: Readable): Promise<ArrivedPart> {
  const { partNumber, sizeBytes, maximumBytes, md5 } = part;
  if (sizeBytes === null) throw badPart(partNumber, 'has no declared size');
  if (sizeBytes > maximumBytes) throw tooLarge(partNumber, maximumBytes);
  const { client, library } = await connection.access();
  const body = new PassThrough();
  const abort = new AbortController();
  let fault: { readonly by: 'sender' | 'store'; readonly error: unknown } | undefined;

  const arrival = pipeline(source, (chunks: AsyncIterable<Buffer>) => checked(chunks, part, sizeBytes), body).catch((error: unknown) => {
    fault ??= { by: 'sender', error };
    abort.abort();
  });
  const request = new library.UploadPartCommand({
    ...target,
    PartNumber: partNumber,
    Body: body,
    ContentLength: sizeBytes,
    ...(md5 === null ? {} : { ContentMD5: Buffer.from(md5, 'hex').toString('base64') }),
  });
  const stored = client.send(request, { abortSignal: abort.signal }).catch((error: unknown) => {
    fault ??= { by: 'store', error };
    body.destroy();
    return undefined;
  });
  const [answer] = await Promise.all([stored, arrival]);

  if (fault === undefined) return { partNumber, etag: (answer?.ETag ?? '').replace(/^"|"$/g, ''), sizeBytes };
  const { by, error } = fault;
  if (error instanceof DomainError) throw error;
  if (by === 'sender') throw incomplete(partNumber, error);
  if (s3ErrorCode(error) === 'BadDigest') throw badPart(partNumber, 'does not have the MD5 that was sent with it');
  // A service that refuses the part may close the connection before its answer could be read.
  if (httpStatusOf(error) === undefined) await requireUpload(connection, target);
  throw s3ErrorCode(error) === 'NoSuchUpload' ? error : storageFault(connection.settings.driver, error);
}

/** @throws an error NoSuchUpload */
async function requireUpload(connection: S3Connection, target: Target): Promise<void> {
  await connection.send(({ client, library }) => client.send(new library.ListPartsCommand({ ...target, MaxParts: 1 })), ['NoSuchUpload']);
}

/** The bytes as they come; the last ones are held back until the whole is known to be right. */
async function* checked(chunks: AsyncIterable<Buffer>, { partNumber, md5 }: IncomingPart, sizeBytes: number): AsyncGenerator<Buffer> {
  const hash = createHash('md5');
  let received = 0;
  let held: Buffer | undefined;
  for await (const chunk of chunks) {
    received += chunk.length;
    if (received > sizeBytes) throw tooLarge(partNumber, sizeBytes);
    hash.update(chunk);
    if (held !== undefined) yield held;
    held = chunk;
  }
  if (received < sizeBytes) throw incomplete(partNumber);
  if (md5 !== null && md5.toLowerCase() !== hash.digest('hex')) throw badPart(partNumber, 'does not have the MD5 that was sent with it');
  if (held !== undefined) yield held;
}

function incomplete(partNumber: number, cause?: unknown): DomainError {
  return new DomainError('UPLOAD_INCOMPLETE', `Part ${partNumber} ended before all its bytes had arrived.`, { cause });
}

function tooLarge(partNumber: number, maximumBytes: number): DomainError {
  return new DomainError('FILE_TOO_LARGE', `Part ${partNumber} is larger than ${maximumBytes} bytes.`);
}

function badPart(partNumber: number, fault: string): DomainError {
  const message = `Part ${partNumber} ${fault}.`;
  return new DomainError('BAD_USER_INPUT', message, { problems: [{ pointer: `/parts/${partNumber}`, message }] });
}
