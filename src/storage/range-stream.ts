import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { acceptChunksBack } from './recycled-chunks.ts';

const CHUNK_BYTES = 1024 * 1024;
/** Chunks kept for further reading: one that is being filled, one that waits, one that is on its way. */
const SPARE_CHUNKS = 3;

/**
 * Streams `lengthBytes` bytes of an open file from `start`, in chunks of at most 1 MB, a small file in one read.
 * The stream owns the handle and closes it however it ends. It fails, rather than end early, when the file is shorter.
 * Whole chunks are taken back and filled again: new ones for each megabyte would pile up until garbage is collected.
 */
export function rangeStream(handle: FileHandle, start: number, lengthBytes: number): Readable {
  let position = start;
  let remaining = lengthBytes;
  const spare: Buffer[] = [];
  /** What is out, held by its readers alone: few of them hand anything back. */
  const lent = new WeakSet<ArrayBufferLike>();

  function freshChunk(): Buffer {
    if (remaining < CHUNK_BYTES) return Buffer.allocUnsafeSlow(remaining);
    const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
    lent.add(buffer.buffer);
    return buffer;
  }

  async function nextChunk(): Promise<Buffer | null> {
    if (remaining === 0) return null;
    const buffer = freshChunk();
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) throw new Error(`A stored file ended ${remaining} bytes early.`);
    position += bytesRead;
    remaining -= bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  const stream = new Readable({
    highWaterMark: Math.max(1, Math.min(lengthBytes, CHUNK_BYTES)),
    read() {
      nextChunk().then(
        (chunk) => {
          this.push(chunk);
          if (chunk !== null && remaining === 0) this.push(null);
        },
        (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    },
    destroy(error, done) {
      // close() waits for a read that is under way.
      handle.close().then(
        () => done(error),
        (closeError: unknown) => done(error ?? (closeError instanceof Error ? closeError : null)),
      );
    },
  });
  acceptChunksBack(stream, (chunk) => {
    // A chunk that was put together of several is not ours, and one that was handed back twice is no longer out.
    if (lent.delete(chunk.buffer) && spare.length < SPARE_CHUNKS) spare.push(Buffer.from(chunk.buffer));
  });
  return stream;
}
