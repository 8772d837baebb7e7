import type { ChecksumAlgorithm } from '../vocabulary/files.ts';

/** What the thread of checksums is told, in this order; it answers `end`. */
export type ChecksumOrder =
  | { readonly kind: 'begin'; readonly descriptor: number; readonly algorithm: ChecksumAlgorithm }
  | { readonly kind: 'written'; readonly bytes: number }
  | { readonly kind: 'end' };

/** Sums of all bytes that were said to be written. */
export interface Sums {
  /** Lower-case hexadecimal. */
  readonly checksum: string;
  /** CRC-32, unsigned. */
  readonly crc32: number;
}

export type ChecksumAnswer = { readonly sums: Sums } | { readonly fault: string };
