/** Where a reader gets its bytes: at any position, as often as it likes. */
import type { FileHandle } from 'node:fs/promises';
import { TableError } from './table-error.ts';

export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** Fills the buffer from a position on; gives how many bytes there were, fewer only at the end. */
  read(target: Uint8Array, position: number): Promise<number>;
}

/** Bytes that are in memory. */
export function bytesInMemory(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (target, position) => {
      const part = bytes.subarray(Math.min(position, bytes.length), Math.min(position + target.length, bytes.length));
      target.set(part);
      return Promise.resolve(part.length);
    },
  };
}

/** The bytes of an open file, which the caller closes. */
export function bytesOfFile(file: FileHandle, size: number): ByteSource {
  return {
    size,
    read: async (target, position) => {
      let filled = 0;
      while (filled < target.length) {
        const { bytesRead } = await file.read(target, filled, target.length - filled, position + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return filled;
    },
  };
}

/** Some bytes of a known place. @throws TableError TRUNCATED when the source ends before them */
export async function readExactly(source: ByteSource, position: number, length: number): Promise<Buffer> {
  requireThere(source, position, length);
  const bytes = Buffer.allocUnsafe(length);
  await fillExactly(source, position, bytes);
  return bytes;
}

/** As {@link readExactly}, into memory of the caller. */
export async function fillExactly(source: ByteSource, position: number, target: Uint8Array): Promise<void> {
  requireThere(source, position, target.length);
  const read = await source.read(target, position);
  if (read < target.length) throw new TableError('TRUNCATED', `The file ends before byte ${position + target.length}.`);
}

function requireThere({ size }: ByteSource, position: number, length: number): void {
  if (position >= 0 && length >= 0 && position + length <= size) return;
  throw new TableError('TRUNCATED', `The file ends before byte ${position + length}, which it refers to.`);
}

/** The bytes from one position up to another, in chunks. Each chunk is a buffer of its own. */
export async function* chunksOf(source: ByteSource, start = 0, end = source.size, chunkBytes = 256 * 1024): AsyncGenerator<Buffer> {
  for (let position = start; position < end;) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, end - position));
    const read = await source.read(chunk, position);
    if (read === 0) return;
    yield read === chunk.length ? chunk : chunk.subarray(0, read);
    position += read;
  }
}
