import { crc32 } from 'node:zlib';
import type { ChecksumAlgorithm } from '../vocabulary/files.ts';
import { checksumHash } from './checksum-hash.ts';
import type { Sums } from './checksum-messages.ts';

/** Checksum and CRC-32 of bytes that come in pieces. */
export interface RunningSums {
  update(bytes: Buffer): void;
  /** Once, at the end. */
  sums(): Sums;
}

export function runningSums(algorithm: ChecksumAlgorithm): RunningSums {
  const hash = checksumHash(algorithm);
  let cyclicCheck = 0;
  return {
    update(bytes) {
      hash.update(bytes);
      cyclicCheck = crc32(bytes, cyclicCheck);
    },
    sums: () => ({ checksum: hash.digest('hex'), crc32: cyclicCheck }),
  };
}
