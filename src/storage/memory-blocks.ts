/** Blocks of memory that threads share, used again and again: an upload of any size lives on a few of them. */
export interface MemoryBlock {
  readonly memory: SharedArrayBuffer;
  /** The same bytes, to be filled and written. */
  readonly bytes: Buffer;
}

/** Measured: with blocks this long neither a message to another thread nor a write counts. */
export const BLOCK_BYTES = 1024 * 1024;
/** Kept for the next uploads; what many uploads at once needed beyond that is left to the garbage collector. */
const SPARE_BLOCKS = 16;

const spare: MemoryBlock[] = [];

/** A block for the caller alone. What it held before is still in it. */
export function borrowBlock(): MemoryBlock {
  const kept = spare.pop();
  if (kept !== undefined) return kept;
  const memory = new SharedArrayBuffer(BLOCK_BYTES);
  return { memory, bytes: Buffer.from(memory) };
}

/** Gives back a block that nobody writes to a file any more. */
export function returnBlock(block: MemoryBlock): void {
  if (spare.length < SPARE_BLOCKS) spare.push(block);
}
