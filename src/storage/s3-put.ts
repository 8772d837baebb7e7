import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setMaxListeners } from 'node:events';
import { finished } from 'node:stream/promises';
import { DomainError } from '../errors/domain-error.ts';
import { systemErrorCode } from './file-system-error.ts';
import type { ByteRange } from './file-storage.ts';
import { type S3Connection, storageFault } from './s3-connection.ts';
import { s3ErrorCode } from './s3-errors.ts';

const MIB = 1024 * 1024;
/** What the service allows. Source: Amazon S3 User Guide, multipart upload limits. */
const MOST_PARTS = 10_000;
/** Larger files go in parts of this size or more, so that a fault costs no more than a part. */
const PART_BYTES = 16 * MIB;
const PARTS_AT_ONCE = 3;

/** A file of this machine on its way to a key. */
interface Shipment {
  readonly path: string;
  readonly sizeBytes: number;
  readonly key: string;
}

/**
 * Sends a file of this machine to a key. It is acknowledged when the service has said that it has all bytes, each portion of them
 * checked by its MD5; until then nothing is to be seen at the key, and after a failure nothing is left there.
 * @throws Error when there is an object at the key; it is left as it was.
 * @throws DomainError FILE_BYTES_MISSING | STORAGE_UNAVAILABLE | INSUFFICIENT_STORAGE
 */
export async function putFile(connection: S3Connection, shipment: Shipment): Promise<void> {
  const { key, sizeBytes } = shipment;
  if ((await sizeAt(connection, key)) !== undefined) throw new Error('A stored file already exists under this storage id.');
  try {
    if (sizeBytes > PART_BYTES) await sendInParts(connection, shipment);
    else await sendWhole(connection, shipment);
  } catch (error) {
    // The response may have been lost, not the file.
    await leaveNothing(() => removeObject(connection, key));
    throw error;
  }
}

/** Deletes the object at a key; does nothing when there is none. @throws DomainError STORAGE_UNAVAILABLE */
export async function removeObject(connection: S3Connection, key: string): Promise<void> {
  await connection
    .send(
      ({ client, library }) => client.send(new library.DeleteObjectCommand({ Bucket: connection.settings.bucket, Key: key })),
      ['NoSuchKey', 'NotFound'],
    )
    .catch((error: unknown) => {
      if (error instanceof DomainError) throw error;
    });
}

/** Size of the object at a key, `undefined` when there is none. @throws DomainError STORAGE_UNAVAILABLE */
export async function sizeAt(connection: S3Connection, key: string): Promise<number | undefined> {
  try {
    const found = await connection.send(
      ({ client, library }) => client.send(new library.HeadObjectCommand({ Bucket: connection.settings.bucket, Key: key })),
      ['NotFound', 'NoSuchKey'],
    );
    return found.ContentLength ?? 0;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    return undefined;
  }
}

async function sendWhole(connection: S3Connection, { path, sizeBytes, key }: Shipment): Promise<void> {
  const bytes = { start: 0, end: sizeBytes - 1 };
  const md5 = await md5Of(path, bytes);
  const target = { Bucket: connection.settings.bucket, Key: key, ContentLength: sizeBytes, ContentMD5: md5 };
  await connection.send(({ client, library }) =>
    withFileBody(path, bytes, (Body, abortSignal) => client.send(new library.PutObjectCommand({ ...target, Body }), { abortSignal })),
  );
}

async function sendInParts(connection: S3Connection, shipment: Shipment): Promise<void> {
  const target = { Bucket: connection.settings.bucket, Key: shipment.key };
  const { UploadId } = await connection.send(({ client, library }) => client.send(new library.CreateMultipartUploadCommand(target)));
  try {
    const parts = await sendParts(connection, shipment, { ...target, UploadId });
    await completeUpload(connection, { ...target, UploadId }, parts);
    // No checksum goes over the whole.
    const arrived = await sizeAt(connection, shipment.key);
    if (arrived !== shipment.sizeBytes) {
      throw storageFault(connection.settings.driver, new Error(`The store has ${arrived ?? 'none'} of ${shipment.sizeBytes} bytes.`));
    }
  } catch (error) {
    await leaveNothing(() =>
      connection.send(
        ({ client, library }) => client.send(new library.AbortMultipartUploadCommand({ ...target, UploadId })),
        ['NoSuchUpload'],
      ),
    );
    throw error;
  }
}

interface Target {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
}

interface SentPart {
  readonly PartNumber: number;
  readonly ETag: string | undefined;
}

/** Sends all parts, some at once. The first fault stops the others. */
async function sendParts(connection: S3Connection, { path, sizeBytes }: Shipment, target: Target): Promise<SentPart[]> {
  const partBytes = Math.max(PART_BYTES, Math.ceil(sizeBytes / MOST_PARTS / MIB) * MIB);
  const parts: SentPart[] = [];
  const count = Math.ceil(sizeBytes / partBytes);
  let next = 0;
  let failed = false;

  async function work(): Promise<void> {
    while (next < count && !failed) {
      const index = next;
      next += 1;
      const bytes = { start: index * partBytes, end: Math.min((index + 1) * partBytes, sizeBytes) - 1 };
      try {
        parts[index] = await sendPart(connection, target, { path, partNumber: index + 1, bytes });
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }

  // All have to end before the upload can be aborted: a part that comes after that would stay.
  const workers = await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, work));
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
  return parts;
}

async function sendPart(
  connection: S3Connection,
  target: Target,
  { path, partNumber, bytes }: { readonly path: string; readonly partNumber: number; readonly bytes: ByteRange },
): Promise<SentPart> {
  const ContentMD5 = await md5Of(path, bytes);
  const ContentLength = bytes.end - bytes.start + 1;
  const { ETag } = await connection.send(({ client, library }) =>
    withFileBody(path, bytes, (Body, abortSignal) =>
      client.send(new library.UploadPartCommand({ ...target, PartNumber: partNumber, Body, ContentLength, ContentMD5 }), { abortSignal }),
    ),
  );
  return { PartNumber: partNumber, ETag };
}

/**
 * Makes parts one object. A try whose answer was lost may have done it: the next one finds no such upload, but the object.
 * @throws DomainError STORAGE_UNAVAILABLE; what `expected` names as it is.
 */
export async function completeUpload(
  connection: S3Connection,
  target: Target,
  parts: readonly SentPart[],
  expected: readonly string[] = [],
): Promise<void> {
  let tried = 0;
  await connection.send(async ({ client, library }) => {
    tried += 1;
    try {
      await client.send(new library.CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts: [...parts] } }));
    } catch (error) {
      if (tried === 1 || s3ErrorCode(error) !== 'NoSuchUpload' || (await sizeAt(connection, target.Key)) === undefined) throw error;
    }
  }, expected);
}

/** Runs a request with a part of a file as its body; the file is closed however it ends. */
async function withFileBody<T>(
  path: string,
  { start, end }: ByteRange,
  request: (body: ReturnType<typeof createReadStream> | Buffer, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (end < start) return request(Buffer.alloc(0), new AbortController().signal);
  const body = createReadStream(path, { start, end, highWaterMark: MIB / 4 });
  const abort = new AbortController();
  setMaxListeners(0, abort.signal);
  // A body that cannot be read would leave the service waiting for the rest.
  body.on('error', () => abort.abort());
  try {
    return await request(body, abort.signal);
  } catch (error) {
    throw body.errored === null ? error : fileGone(body.errored);
  } finally {
    body.destroy();
  }
}

async function md5Of(path: string, { start, end }: ByteRange): Promise<string> {
  const hash = createHash('md5');
  if (end >= start) {
    const source = createReadStream(path, { start, end, highWaterMark: MIB });
    source.on('data', (chunk) => hash.update(chunk));
    await finished(source).catch((error: unknown) => {
      throw fileGone(error);
    });
  }
  return hash.digest('base64');
}

function fileGone(error: unknown): unknown {
  if (systemErrorCode(error) !== 'ENOENT') return error;
  return new DomainError('FILE_BYTES_MISSING', 'The uploaded bytes are no longer there.', { cause: error });
}

/** Best-effort cleanup after a failure: the failure itself is reported. */
async function leaveNothing(step: () => Promise<unknown>): Promise<void> {
  await step().catch(() => undefined);
}
