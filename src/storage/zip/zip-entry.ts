import { Readable } from 'node:stream';
import type { ByteRange, Checksum, FileLocation, FileStorage } from '../file-storage.ts';
import { openBehind } from '../open-behind.ts';

/** What the headers of an archive say of one thing in it, known before a byte is written. */
export interface DescribedEntry {
  /** With `/` between folders; a folder's own name ends with one. */
  readonly path: string;
  readonly sizeBytes: number;
  /** CRC-32 of the bytes, unsigned. */
  readonly crc32: number;
  readonly modifiedAt: Date;
  /** A further proof of the bytes, checked where all of them are read. */
  readonly checksum?: Checksum | undefined;
}

/** One thing that is to be packed: stored bytes, a text, or stored bytes with a text before them; a folder is none of these. */
export interface PlannedEntry extends DescribedEntry {
  readonly location: FileLocation | null;
  readonly text: string | null;
}

/** Opens bytes of an entry, or a part of its text. @throws DomainError FILE_BYTES_MISSING | STORAGE_UNAVAILABLE */
export function openEntry({ location, text }: PlannedEntry, storage: FileStorage, { start, end }: ByteRange): Promise<Readable> {
  if (location !== null) return openBehind(text, location, storage, { start, end });
  return Promise.resolve(Readable.from([Buffer.from(text ?? '').subarray(start, end + 1)]));
}

/** One thing in an archive with its bytes. */
export interface ZipEntry extends DescribedEntry {
  /** Opens the bytes or a part of them; never called for an entry without any. */
  open(range: ByteRange): Promise<Readable>;
}

/** Whether an entry is a folder. */
export function isFolder({ path }: Pick<DescribedEntry, 'path'>): boolean {
  return path.endsWith('/');
}
