import type { Readable } from 'node:stream';
import type { ByteRange } from '../file-storage.ts';

/** One thing in an archive; everything that its headers say is known before a byte is written. */
export interface ZipEntry {
  /** With `/` between folders; a folder's own name ends with one. */
  readonly path: string;
  readonly sizeBytes: number;
  /** CRC-32 of the bytes, unsigned. */
  readonly crc32: number;
  readonly modifiedAt: Date;
  /** Opens the bytes or a part of them; never called for an entry without any. */
  open(range: ByteRange): Promise<Readable>;
}

/** Whether an entry is a folder. */
export function isFolder({ path }: Pick<ZipEntry, 'path'>): boolean {
  return path.endsWith('/');
}
