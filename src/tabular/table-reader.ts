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
}

export const defaultLimits: ReadLimits = {
  recordBytes: 32 * 1024 * 1024,
  variables: 100_000,
  heldBytes: 64 * 1024 * 1024,
  unpackedBytes: 64 * 1024 * 1024 * 1024,
};

export interface ReadOptions {
  readonly limits: ReadLimits;
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
