import type { ChecksumAlgorithm } from '../../../generated/page-operations.ts';

/** Algorithms as the storage calls them, by their words in GraphQL. */
export const CHECKSUM_NAMES = {
  MD5: 'MD5',
  SHA_1: 'SHA-1',
  SHA_256: 'SHA-256',
  SHA_512: 'SHA-512',
} as const satisfies Readonly<Record<ChecksumAlgorithm, string>>;
