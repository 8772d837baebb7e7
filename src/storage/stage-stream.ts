import type { Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { DomainError } from '../errors/domain-error.ts';
import { checksumHash } from './checksum-hash.ts';
import type { Checksum, StageOptions } from './file-storage.ts';
import { mappingFullDisk } from './file-system-error.ts';
import { fileTooLarge } from './file-too-large.ts';
import { gatheredWriter } from './gathered-writer.ts';
import type { GatheredWriter } from './gathered-writer.ts';

const HEAD_BYTES = 64 * 1024;
/** How far beyond the limit a too large file is counted, so that the message can name its true size. */
const COUNTED_EXCESS_BYTES = 256 * 1024 * 1024;

export interface Streamed {
  readonly sizeBytes: number;
  readonly checksum: Checksum;
  readonly crc32: number;
  readonly head: Buffer;
}

/**
 * Writes a source into an open, empty file in one pass, hashing on the way, and makes it durable.
 * Memory stays flat whatever the size. The caller owns the file and deletes it on failure.
 * @throws DomainError UPLOAD_INCOMPLETE, FILE_TOO_LARGE, INSUFFICIENT_STORAGE as `FileStorage.stage`.
 */
export async function stageStream(source: Readable, handle: FileHandle, options: StageOptions): Promise<Streamed> {
  const writer = gatheredWriter(handle);
  const hash = checksumHash(options.checksumAlgorithm);
  if (options.signal !== undefined) addAbortSignal(options.signal, source);
  try {
    const { head, ...received } = await receive(source, writer, hash, options.maximumBytes);
    await mappingFullDisk(async () => {
      await writer.flush();
      await handle.sync();
    });
    return { ...received, head, checksum: { algorithm: options.checksumAlgorithm, value: hash.digest('hex') } };
  } finally {
    await writer.settle();
  }
}

async function receive(
  source: Readable,
  writer: GatheredWriter,
  hash: Hash,
  maximumBytes: number | null,
): Promise<{ sizeBytes: number; crc32: number; head: Buffer }> {
  const limit = maximumBytes ?? Number.POSITIVE_INFINITY;
  const headChunks: Buffer[] = [];
  let headBytes = 0;
  let sizeBytes = 0;
  let cyclicCheck = 0;

  for await (const chunk of chunksOf(source)) {
    sizeBytes += chunk.length;
    if (sizeBytes > limit) {
      if (sizeBytes - limit <= COUNTED_EXCESS_BYTES) continue;
      throw fileTooLarge(sizeBytes, limit, 'part');
    }
    hash.update(chunk);
    cyclicCheck = crc32(chunk, cyclicCheck);
    if (headBytes < HEAD_BYTES) {
      const piece = chunk.subarray(0, HEAD_BYTES - headBytes);
      headChunks.push(piece);
      headBytes += piece.length;
    }
    await mappingFullDisk(() => writer.write(chunk));
  }
  if (sizeBytes > limit) throw fileTooLarge(sizeBytes, limit);
  return { sizeBytes, crc32: cyclicCheck, head: Buffer.concat(headChunks) };
}

async function* chunksOf(source: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
  } catch (error) {
    throw new DomainError('UPLOAD_INCOMPLETE', 'The upload ended before the whole file had arrived; nothing was kept.', {
      cause: error,
    });
  }
}
