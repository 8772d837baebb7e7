import type { FileHandle } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import type { Readable } from 'node:stream';
import { blockChecksum } from './block-checksum.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { Checksum, StageOptions } from './file-storage.ts';
import { mappingFullDisk } from './file-system-error.ts';
import { fileTooLarge } from './file-too-large.ts';
import { fillBlocks, type FilledBlocks } from './filled-blocks.ts';
import { gatheredWriter } from './gathered-writer.ts';

const HEAD_BYTES = 64 * 1024;
/** What an upload needs of memory at most: one block is being filled while others are written and hashed. */
const MOST_BLOCKS = 6;
/** Files of up to this many blocks are hashed without a thread. */
const BLOCKS_HASHED_HERE = 4;
/** How far beyond the limit a too large file is counted, so that the message can name its true size. */
const COUNTED_EXCESS_BYTES = 256 * 1024 * 1024;

export interface Streamed {
  readonly sizeBytes: number;
  readonly checksum: Checksum;
  readonly crc32: number;
  readonly head: Buffer;
}

/**
 * Writes a source into a new file in one pass, hashing beside it, and makes it durable. The file is made when there is something to
 * write into it. Memory stays flat whatever the size. The caller owns the file, closes it, and deletes it on failure.
 * @throws DomainError UPLOAD_INCOMPLETE, FILE_TOO_LARGE, INSUFFICIENT_STORAGE as `FileStorage.stage`.
 */
export async function stageStream(source: Readable, open: () => Promise<FileHandle>, options: StageOptions): Promise<Streamed> {
  if (options.signal !== undefined) addAbortSignal(options.signal, source);
  const writer = gatheredWriter(open);
  const checksum = blockChecksum(options.checksumAlgorithm, BLOCKS_HASHED_HERE);
  const blocks = fillBlocks(MOST_BLOCKS, async (block, length) =>
    Promise.all([mappingFullDisk(() => writer.write(block, length)), checksum.take(block, length)]),
  );
  try {
    const received = await receive(source, blocks, options);
    const [{ value, crc32 }] = await Promise.all([checksum.end(), mappingFullDisk(() => writer.flush())]);
    return { ...received, crc32, checksum: { algorithm: options.checksumAlgorithm, value } };
  } finally {
    checksum.forget();
    // Blocks that are kept are not made again.
    await writer.settle().finally(() => blocks.release());
  }
}

/** Leaves the source open when it fails. @throws what a write or the checksum failed with, as soon as that is known. */
async function receive(
  source: Readable,
  blocks: FilledBlocks,
  { maximumBytes, ownsChunks = false }: StageOptions,
): Promise<{ readonly sizeBytes: number; readonly head: Buffer }> {
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
      // A copy: the chunk may be given back.
      headChunks.push(Buffer.from(piece));
      headBytes += piece.length;
    }
    for (let at = blocks.add(chunk, 0); at < chunk.length; at = blocks.add(chunk, at)) await blocks.room();
    if (ownsChunks) giveBack(chunk);
  }
  if (sizeBytes > limit) throw fileTooLarge(sizeBytes, limit);
  blocks.finish();
  return { sizeBytes, head: Buffer.concat(headChunks) };
}

/**
 * Gives the memory of a chunk back at once, if the chunk is all of that memory. Such memory lies outside of the heap: left to the garbage
 * collector, a gigabyte of it sets that going a hundred times, and each next chunk gets memory that no cache of the processor holds.
 */
function giveBack({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

function incomplete(cause: unknown): never {
  throw new DomainError('UPLOAD_INCOMPLETE', 'The upload ended before the whole file had arrived; nothing was kept.', { cause });
}
