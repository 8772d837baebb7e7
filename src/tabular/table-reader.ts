/** What a reader of a format is, and what it may spend. */
import type { ByteSource } from './byte-source.ts';
import type { Table } from './table.ts';

/** What a file may cost. Over a limit, reading ends with a TableError. */
export interface ReadLimits {
  /** Bytes of one record of text, and of one string. */
  readonly recordBytes: number;
  readonly variables: number;
  /** Bytes that are held at once beside batches: names, labels, a directory of strings, a decompressed part. */
  readonly heldBytes: number;
  /** Bytes that a compressed source may give; a source that grows more is refused. */
  readonly unpackedBytes: number;
  /** Bytes of scratch files. */
  readonly scratchBytes: number;
  /** Bytes of the tab text; of a large file so many times its own, where that is more. */
  readonly textBytes: number;
  readonly textGrowth: number;
}

export const defaultLimits: ReadLimits = {
  recordBytes: 32 * 1024 * 1024,
  variables: 100_000,
  heldBytes: 64 * 1024 * 1024,
  unpackedBytes: 64 * 1024 * 1024 * 1024,
  scratchBytes: 8 * 1024 * 1024 * 1024,
  textBytes: 1024 * 1024 * 1024,
  textGrowth: 100,
};

/** A file for bytes that are too many to be held. The one who gives it removes it, after the table. */
export interface ScratchFile {
  /** Waits for the disk: reading a table is work for a thread of its own. */
  append(bytes: Uint8Array): void;
  read(target: Uint8Array, position: number): Promise<number>;
}

export interface ReadOptions {
  readonly limits: ReadLimits;
  /** Gives a new file for what a packed source becomes. Without it, such a source may become no more than `heldBytes`. */
  readonly scratch?: () => ScratchFile;
  /** Ends reading early; the reason is thrown. */
  readonly signal?: AbortSignal;
}

export interface TableReader {
  /** The key of the format in `:TabularIngestSizeLimit` where it has one: csv, dta, por, rdata, sav, xlsx. */
  readonly format: string;
  readonly mediaTypes: readonly string[];
  /** Whether the first bytes of a file (8 KB, or all of a smaller one) are of the format. */
  recognises(head: Uint8Array): boolean;
  /** Reads what is needed to know the variables. @throws TableError when the file is not one that can be read */
  open(source: ByteSource, options: ReadOptions): Promise<Table>;
}
