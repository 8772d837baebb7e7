import { ArchiveFault } from './archive-fault.ts';

/** A packed table of numbers reaches 100, made-up data 500; a bomb the 1000 that the formats allow, or more by overlapping entries. */
const MOST_RATIO = 500;
/** Below this, the ratio does no harm. */
const HARMLESS_BYTES = 256 * 1024 * 1024;
/** What one archive may unpack to in all. */
const MOST_BYTES = 64 * 1024 ** 3;

/** Refuses what an archive of this size unpacks to, or has unpacked to so far. @throws ArchiveFault when it is out of proportion. */
export function requireModest(unpackedBytes: number, archiveBytes: number): void {
  if (unpackedBytes <= Math.min(MOST_BYTES, Math.max(HARMLESS_BYTES, archiveBytes * MOST_RATIO))) return;
  throw new ArchiveFault('it unpacks to far more than its compressed size allows');
}

/** Passes on what comes out of an archive of this size, as long as it is in proportion. @throws ArchiveFault */
export async function* modest(unpacked: AsyncIterable<Buffer>, archiveBytes: number): AsyncGenerator<Buffer> {
  let unpackedBytes = 0;
  for await (const chunk of unpacked) {
    unpackedBytes += chunk.length;
    requireModest(unpackedBytes, archiveBytes);
    yield chunk;
  }
}
