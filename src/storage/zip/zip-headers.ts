/** The records of a ZIP archive whose entries are stored as they are. Source: PKWARE APPNOTE.TXT 6.3.10, 4.3 and 4.5.3. */
import { type DescribedEntry, isFolder } from './zip-entry.ts';

const MOST_32 = 0xffff_ffff;
const MOST_16 = 0xffff;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const VERSION_PLAIN = 20;
const VERSION_ZIP64 = 45;
/** Made under Unix, so that external attributes hold a mode. */
const MADE_BY = (3 << 8) | VERSION_ZIP64;
const FILE_MODE = 0o100_644;
const FOLDER_MODE = 0o040_755;
const FOLDER_ATTRIBUTE = 0x10;
const ZIP64_EXTRA = 0x0001;

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const END_64_BYTES = 56;
const LOCATOR_64_BYTES = 20;

/** Date and time as the format has them: in steps of two seconds, from 1980 to 2107; here in UTC. */
function dosTime(date: Date): { readonly time: number; readonly day: number } {
  const year = date.getUTCFullYear();
  if (year < 1980) return { time: 0, day: (1 << 5) | 1 };
  if (year > 2107) return { time: MOST_16, day: MOST_16 };
  return {
    time: (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
    day: ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
  };
}

/** An extra field that holds what does not fit into 32 bits. */
function zip64Extra(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(ZIP64_EXTRA, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return extra;
}

function isLarge({ sizeBytes }: DescribedEntry): boolean {
  return sizeBytes >= MOST_32;
}

/** Bytes of `localHeader` for an entry. */
export function localHeaderBytes(entry: DescribedEntry): number {
  return LOCAL_BYTES + Buffer.byteLength(entry.path) + (isLarge(entry) ? 20 : 0);
}

/**
 * Writes the ten fields that both headers of an entry have alike, 26 bytes from `at` on.
 * Source: APPNOTE.TXT 4.3.7 and 4.3.12, "version needed to extract" to "extra field length".
 */
function writeShared(header: Buffer, at: number, entry: DescribedEntry, nameBytes: number, extraBytes: number): void {
  const sizeBytes = isLarge(entry) ? MOST_32 : entry.sizeBytes;
  const { time, day } = dosTime(entry.modifiedAt);
  header.writeUInt16LE(extraBytes > 0 ? VERSION_ZIP64 : VERSION_PLAIN, at);
  header.writeUInt16LE(FLAGS, at + 2);
  // Stored: the compression method at + 4 is 0.
  header.writeUInt16LE(time, at + 6);
  header.writeUInt16LE(day, at + 8);
  header.writeUInt32LE(entry.crc32, at + 10);
  header.writeUInt32LE(sizeBytes, at + 14);
  header.writeUInt32LE(sizeBytes, at + 18);
  header.writeUInt16LE(nameBytes, at + 22);
  header.writeUInt16LE(extraBytes, at + 24);
}

/** What stands before the bytes of an entry. */
export function localHeader(entry: DescribedEntry): Buffer {
  const name = Buffer.from(entry.path);
  const extra = zip64Extra(isLarge(entry) ? [entry.sizeBytes, entry.sizeBytes] : []);
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(0x0403_4b50, 0);
  writeShared(header, 4, entry, name.length, extra.length);
  return Buffer.concat([header, name, extra]);
}

function centralValues(entry: DescribedEntry, offset: number): number[] {
  const values = isLarge(entry) ? [entry.sizeBytes, entry.sizeBytes] : [];
  return offset >= MOST_32 ? [...values, offset] : values;
}

/** Bytes of `centralHeader` for an entry. */
export function centralHeaderBytes(entry: DescribedEntry, offset: number): number {
  const values = centralValues(entry, offset).length;
  return CENTRAL_BYTES + Buffer.byteLength(entry.path) + (values === 0 ? 0 : 4 + values * 8);
}

/** What the directory at the end says of an entry; `offset` is where its local header begins. */
export function centralHeader(entry: DescribedEntry, offset: number): Buffer {
  const name = Buffer.from(entry.path);
  const extra = zip64Extra(centralValues(entry, offset));
  const header = Buffer.alloc(CENTRAL_BYTES);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  writeShared(header, 6, entry, name.length, extra.length);
  const attributes = isFolder(entry) ? FOLDER_MODE * 0x1_0000 + FOLDER_ATTRIBUTE : FILE_MODE * 0x1_0000;
  header.writeUInt32LE(attributes, 38);
  header.writeUInt32LE(Math.min(offset, MOST_32), 42);
  return Buffer.concat([header, name, extra]);
}

/** Where the directory lies. */
export interface Directory {
  readonly entries: number;
  readonly offset: number;
  readonly sizeBytes: number;
}

function needsZip64({ entries, offset, sizeBytes }: Directory): boolean {
  return entries >= MOST_16 || offset >= MOST_32 || sizeBytes >= MOST_32;
}

/** Bytes of `endOfArchive`. */
export function endOfArchiveBytes(directory: Directory): number {
  return END_BYTES + (needsZip64(directory) ? END_64_BYTES + LOCATOR_64_BYTES : 0);
}

/** The last records of an archive. */
export function endOfArchive(directory: Directory): Buffer {
  const { entries, offset, sizeBytes } = directory;
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(entries, MOST_16), 8);
  end.writeUInt16LE(Math.min(entries, MOST_16), 10);
  end.writeUInt32LE(Math.min(sizeBytes, MOST_32), 12);
  end.writeUInt32LE(Math.min(offset, MOST_32), 16);
  if (!needsZip64(directory)) return end;

  const end64 = Buffer.alloc(END_64_BYTES);
  end64.writeUInt32LE(0x0606_4b50, 0);
  end64.writeBigUInt64LE(BigInt(END_64_BYTES - 12), 4);
  end64.writeUInt16LE(MADE_BY, 12);
  end64.writeUInt16LE(VERSION_ZIP64, 14);
  end64.writeBigUInt64LE(BigInt(entries), 24);
  end64.writeBigUInt64LE(BigInt(entries), 32);
  end64.writeBigUInt64LE(BigInt(sizeBytes), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(LOCATOR_64_BYTES);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + sizeBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}
