import { createHash, type Hash } from 'node:crypto';
import type { ChecksumAlgorithm } from '../vocabulary/files.ts';

const HASH_NAMES = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-512': 'sha512',
} as const satisfies Record<ChecksumAlgorithm, string>;

/** Begins the checksum of bytes. */
export function checksumHash(algorithm: ChecksumAlgorithm): Hash {
  return createHash(HASH_NAMES[algorithm]);
}
