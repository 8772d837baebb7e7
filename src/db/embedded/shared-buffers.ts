const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const LEAST = 32;
const MOST = 2048;

/**
 * MB of memory in which the embedded PostgreSQL keeps pages, by the bytes that the machine has: a sixteenth of the first GB, which the server
 * needs for itself, and a quarter of what is beyond. A page that is found there costs a fraction of one that is copied from the system, which
 * a search for a frequent word does 100,000 times. It is taken as it is filled.
 */
export function sharedBuffersMb(memoryBytes: number): number {
  const share = Math.min(memoryBytes, GIB) / 16 + Math.max(0, memoryBytes - GIB) / 4;
  return Math.max(LEAST, Math.min(MOST, Math.floor(share / MIB)));
}
