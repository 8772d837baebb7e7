import { Readable } from 'node:stream';
import { chunksOf } from './chunks-of.ts';
import type { ByteRange, FileLocation, FileStorage } from './file-storage.ts';

/**
 * Opens a part of stored bytes that stand behind a text, which counts as their beginning. The stored bytes are opened at once, so that what is
 * missing is known before the text is sent.
 * @throws DomainError FILE_BYTES_MISSING | STORAGE_UNAVAILABLE
 */
export async function openBehind(
  text: string | null,
  location: FileLocation,
  storage: Pick<FileStorage, 'open'>,
  range: ByteRange | undefined,
): Promise<Readable> {
  const head = Buffer.from(text ?? '');
  if (head.length === 0 || range === undefined) return storage.open(location, range);
  const { start, end } = range;
  const first = head.subarray(start, end + 1);
  if (end < head.length) return Readable.from([first]);
  const stored = await storage.open(location, { start: Math.max(0, start - head.length), end: end - head.length });
  if (first.length === 0) return stored;
  return Readable.from(behind(first, stored), { objectMode: false });
}

async function* behind(first: Buffer, stored: Readable): AsyncGenerator<Buffer> {
  try {
    yield first;
    yield* chunksOf(stored);
  } finally {
    stored.destroy();
  }
}
