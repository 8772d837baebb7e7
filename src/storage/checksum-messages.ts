import type { ChecksumAlgorithm } from '../vocabulary.ts';

/** What a thread that computes checksums is told; `id` names the checksum. */
export type ToChecksumThread =
  | { readonly id: number; readonly step: 'begin'; readonly algorithm: ChecksumAlgorithm }
  | { readonly id: number; readonly step: 'take'; readonly memory: SharedArrayBuffer; readonly offset: number; readonly length: number }
  | { readonly id: number; readonly step: 'end' }
  | { readonly id: number; readonly step: 'forget' };

/** What it answers to each `take`, in order, and to `end`. */
export type FromChecksumThread =
  | { readonly id: number; readonly answer: 'taken' }
  | { readonly id: number; readonly answer: 'ended'; readonly value: string; readonly crc32: number };
