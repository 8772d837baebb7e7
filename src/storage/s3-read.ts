import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../errors/domain-error.ts';
import type { ByteRange } from './file-storage.ts';
import { type S3Connection, storageFault } from './s3-connection.ts';
import { isWorthAnotherTry } from './s3-errors.ts';

interface Opened {
  readonly body: Readable;
  readonly lengthBytes: number;
  readonly etag: string | undefined;
}

/**
 * Opens an object, or a range of it. A broken connection is resumed where it broke, a few times; then the stream fails. It never ends
 * short.
 * @throws DomainError FILE_BYTES_MISSING when there is no such object, or it is shorter than the range.
 * @throws DomainError STORAGE_UNAVAILABLE
 */
export async function openObject(connection: S3Connection, key: string, range?: ByteRange): Promise<Readable> {
  const start = range?.start ?? 0;
  if (range !== undefined && range.end < range.start) return Readable.from([]);
  const first = await get(connection, key, range);
  const end = range?.end ?? first.lengthBytes - 1;
  if (first.lengthBytes !== end - start + 1) {
    first.body.destroy();
    throw bytesMissing();
  }
  const reading = { current: first };
  const stream = Readable.from(read(connection, key, { start, end }, reading), { objectMode: false, highWaterMark: 256 * 1024 });
  // A stream that is destroyed before it is read never starts the generator.
  stream.once('close', () => reading.current.body.destroy());
  return stream;
}

async function* read(
  connection: S3Connection,
  key: string,
  { start, end }: ByteRange,
  reading: { current: Opened },
): AsyncGenerator<Buffer> {
  const { settings } = connection;
  const { etag } = reading.current;
  let at = start;
  let failures = 0;
  while (at <= end) {
    try {
      const chunks: AsyncIterable<Buffer> = reading.current.body;
      for await (const chunk of chunks) {
        at += chunk.length;
        failures = 0;
        yield chunk;
      }
      if (at > end) return;
      throw new Error(`The answer ended ${end + 1 - at} bytes early.`);
    } catch (error) {
      const pauseMs = settings.pausesMs[failures];
      failures += 1;
      if (pauseMs === undefined || !isWorthAnotherTry(error)) throw storageFault(settings.driver, error);
      await pause(pauseMs);
      reading.current = await get(connection, key, { start: at, end }, etag);
    }
  }
}

async function get(connection: S3Connection, key: string, range?: ByteRange, etag?: string): Promise<Opened> {
  try {
    const answer = await connection.send(
      ({ client, library }) =>
        client.send(
          new library.GetObjectCommand({
            Bucket: connection.settings.bucket,
            Key: key,
            ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
            ...(etag === undefined ? {} : { IfMatch: etag }),
          }),
        ),
      ['NoSuchKey', 'NotFound', 'InvalidRange', 'PreconditionFailed'],
    );
    if (!(answer.Body instanceof Readable)) throw storageFault(connection.settings.driver, new Error('The answer has no body.'));
    return { body: answer.Body, lengthBytes: answer.ContentLength ?? 0, etag: answer.ETag };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw bytesMissing(error);
  }
}

function bytesMissing(cause?: unknown): DomainError {
  return new DomainError('FILE_BYTES_MISSING', 'The storage does not hold the bytes of this file.', cause === undefined ? {} : { cause });
}
