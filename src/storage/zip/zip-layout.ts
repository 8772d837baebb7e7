import type { DescribedEntry } from './zip-entry.ts';
import { centralHeaderBytes, type Directory, endOfArchiveBytes, localHeaderBytes } from './zip-headers.ts';

/** Where everything in an archive lies; known before a byte of it is read. */
export interface ZipLayout<Entry extends Pick<DescribedEntry, 'path' | 'sizeBytes'>> {
  readonly entries: readonly Entry[];
  /** Offset of each entry's local header, in the order of the entries. */
  readonly offsets: Float64Array;
  readonly directory: Directory;
  readonly sizeBytes: number;
}

/** Lays out an archive of stored entries, one behind another in the order given. */
export function layOutZip<Entry extends DescribedEntry>(entries: readonly Entry[]): ZipLayout<Entry> {
  const offsets = new Float64Array(entries.length);
  let offset = 0;
  let directoryBytes = 0;
  for (const [index, entry] of entries.entries()) {
    offsets[index] = offset;
    directoryBytes += centralHeaderBytes(entry, offset);
    offset += localHeaderBytes(entry) + entry.sizeBytes;
  }
  const directory = { entries: entries.length, offset, sizeBytes: directoryBytes };
  return { entries, offsets, directory, sizeBytes: offset + directoryBytes + endOfArchiveBytes(directory) };
}
