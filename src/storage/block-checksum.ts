import { crc32 } from 'node:zlib';
import type { ChecksumAlgorithm } from '../vocabulary.ts';
import { checksumHash } from './checksum-hash.ts';
import { beginThreadedChecksum, type ThreadedChecksum } from './checksum-threads.ts';
import { BLOCK_BYTES, type MemoryBlock } from './memory-blocks.ts';

/** The checksum of a file that comes in blocks. */
export interface BlockChecksum {
  /** Goes on with a block; resolves when it may be filled again, the first ones perhaps not before the end. */
  take(block: MemoryBlock, length: number): Promise<void>;
  end(): Promise<{ readonly value: string; readonly crc32: number }>;
  /** Gives a thread back before the end; does nothing after it. */
  forget(): void;
}

/**
 * A file of no more than this many blocks, which are all kept meanwhile, is hashed here, in some milliseconds; a larger one on a
 * thread of its own, which has to be started perhaps.
 */
export function blockChecksum(algorithm: ChecksumAlgorithm, blocksHere: number): BlockChecksum {
  let kept: { readonly block: MemoryBlock; readonly length: number; readonly taken: PromiseWithResolvers<void> }[] = [];
  let threaded: ThreadedChecksum | undefined;

  return {
    async take(block, length) {
      if (threaded !== undefined) return threaded.take(block, length);
      const taken = Promise.withResolvers<void>();
      kept.push({ block, length, taken });
      // A block that is not full is the last one.
      if (kept.length === blocksHere && length === BLOCK_BYTES) {
        threaded = beginThreadedChecksum(algorithm);
        for (const one of kept) threaded.take(one.block, one.length).then(one.taken.resolve, one.taken.reject);
        kept = [];
      }
      return taken.promise;
    },

    async end() {
      if (threaded !== undefined) return threaded.end();
      const hash = checksumHash(algorithm);
      let cyclicCheck = 0;
      for (const { block, length, taken } of kept) {
        const bytes = block.bytes.subarray(0, length);
        hash.update(bytes);
        cyclicCheck = crc32(bytes, cyclicCheck);
        taken.resolve();
      }
      return { value: hash.digest('hex'), crc32: cyclicCheck };
    },

    forget: () => threaded?.forget(),
  };
}
