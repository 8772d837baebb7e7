import type { FileHandle } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import type { Readable } from 'node:stream';
import { DomainError } from '../errors/domain-error.ts';
import { batchWriter, type BatchWriter } from './batch-writer.ts';
import type { Checksum, StageOptions } from './file-storage.ts';
import { mappingFullDisk } from './file-system-error.ts';
import { fileTooLarge } from './file-too-large.ts';
import { uploadSums, type UploadSums } from './upload-sums.ts';

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
 * Writes a source into a new file in one pass, hashing on the way, and makes it durable. The file is made when there is something to
 * write into it. Memory stays flat whatever the size. The caller owns the file, closes it, and deletes it on failure.
 * @throws DomainError UPLOAD_INCOMPLETE, FILE_TOO_LARGE, INSUFFICIENT_STORAGE as `FileStorage.stage`.
 */
export async function stageStream(source: Readable, open: () => Promise<FileHandle>, options: StageOptions): Promise<Streamed> {
  if (options.signal !== undefined) addAbortSignal(options.signal, source);
  const algorithm = options.checksumAlgorithm;
  const computed = uploadSums(algorithm);
  const writer = batchWriter(open, computed.written);
  try {
    const received = await receive(source, { writer, sums: computed, maximumBytes: options.maximumBytes });
    await mappingFullDisk(() => writer.finish());
    const { checksum, crc32 } = await computed.sums();
    return { ...received, checksum: { algorithm, value: checksum }, crc32 };
  } finally {
    await writer.settle();
    await computed.leave();
  }
}

interface Receiver {
  readonly writer: BatchWriter;
  readonly sums: UploadSums;
  readonly maximumBytes: number | null;
}

/** Leaves the source open when it fails. */
async function receive(source: Readable, { writer, sums, maximumBytes }: Receiver): Promise<Pick<Streamed, 'sizeBytes' | 'head'>> {
  const limit = maximumBytes ?? Number.POSITIVE_INFINITY;
  const headChunks: Buffer[] = [];
  let headBytes = 0;
  let sizeBytes = 0;

  const chunks: AsyncIterator<Buffer | string, undefined> = source[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch(incomplete);
    if (next.done === true) break;
    const chunk = Buffer.isBuffer(next.value) ? next.value : Buffer.from(next.value);
    sizeBytes += chunk.length;
    if (sizeBytes > limit) {
      if (sizeBytes - limit <= COUNTED_EXCESS_BYTES) continue;
      throw fileTooLarge(sizeBytes, limit, 'part');
    }
    if (headBytes < HEAD_BYTES) {
      const piece = chunk.subarray(0, HEAD_BYTES - headBytes);
      headChunks.push(piece);
      headBytes += piece.length;
    }
    const written = writer.write(chunk);
    sums.update(chunk);
    if (written !== undefined) await mappingFullDisk(() => written);
  }
  if (sizeBytes > limit) throw fileTooLarge(sizeBytes, limit);
  return { sizeBytes, head: Buffer.concat(headChunks) };
}

function incomplete(cause: unknown): never {
  throw new DomainError('UPLOAD_INCOMPLETE', 'The upload ended before the whole file had arrived; nothing was stored.', { cause });
}
