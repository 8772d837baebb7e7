import { beginThreadedChecksum } from '../../src/storage/checksum-threads.ts';
import { borrowBlock } from '../../src/storage/memory-blocks.ts';

/** More than there may be threads: the freest one is chosen each time, so that each gets some. */
const CHECKSUMS = 8;

/** Breaks down every thread of this process that computes checksums, and resolves when that is known. */
export async function breakChecksumThreads(): Promise<void> {
  const checksums = Array.from({ length: CHECKSUMS }, () => beginThreadedChecksum('MD5'));
  const block = borrowBlock();
  // A thread that is told to read more than there is has no way to go on.
  await Promise.allSettled(checksums.map((checksum) => checksum.take(block, block.memory.byteLength + 1)));
}
