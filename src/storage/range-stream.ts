import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

const CHUNK_BYTES = 256 * 1024;

/**
 * Streams `lengthBytes` bytes of an open file from `start`, in chunks of at most 256 KB, a small file in one read.
 * The stream owns the handle and closes it however it ends. It fails, rather than end early, when the file is shorter.
 */
export function rangeStream(handle: FileHandle, start: number, lengthBytes: number): Readable {
  let position = start;
  let remaining = lengthBytes;

  async function nextChunk(): Promise<Buffer | null> {
    if (remaining === 0) return null;
    const buffer = Buffer.allocUnsafeSlow(Math.min(remaining, CHUNK_BYTES));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) throw new Error(`A stored file ended ${remaining} bytes early.`);
    position += bytesRead;
    remaining -= bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  return new Readable({
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
}
