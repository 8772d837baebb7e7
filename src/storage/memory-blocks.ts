/** Blocks of memory that threads share, used again and again: an upload of any size lives on a few of them. */
export interface MemoryBlock {
  readonly memory: SharedArrayBuffer;
  /** Where the block begins in the memory. */
  readonly offset: number;
  /** The same bytes, to be filled and written. */
  readonly bytes: Buffer;
  /** Whether the block begins at a page of memory, as the disk wants it for direct writes. */
  readonly aligned: boolean;
}

/** Measured: with blocks this long neither a message to another thread nor a write counts. */
export const BLOCK_BYTES = 1024 * 1024;
/** Kept for the next uploads; what many uploads at once needed beyond that is left to the garbage collector. */
const KEPT_BLOCKS = 16;
/** Length of a page of WebAssembly's memory; all of them begin at pages of the machine. */
const PAGE_BYTES = 64 * 1024;

/** What the machine has for WebAssembly; the types of Node name it and leave it empty. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number; readonly shared: true }) => {
    readonly buffer: SharedArrayBuffer;
  };
};

let own: readonly MemoryBlock[] | undefined;
let spare: MemoryBlock[] = [];

/** A block for the caller alone. What it held before is still in it. */
export function borrowBlock(): MemoryBlock {
  if (own === undefined) {
    own = reserveBlocks();
    spare = [...own];
  }
  return spare.pop() ?? ordinaryBlock();
}

/** Gives back a block that nobody writes to a file any more. */
export function returnBlock(block: MemoryBlock): void {
  if (own?.includes(block) === true) spare.push(block);
}

/**
 * The blocks that are kept, in one piece of memory: the machine gives it page by page as it is used, at an address that JavaScript's
 * own buffers do not promise. Ordinary ones where the process may not reserve the 8 GB of addresses that V8 puts around such memory.
 */
function reserveBlocks(): readonly MemoryBlock[] {
  const pages = (KEPT_BLOCKS * BLOCK_BYTES) / PAGE_BYTES;
  try {
    const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    return Array.from({ length: KEPT_BLOCKS }, (_, index) => blockOf(buffer, index * BLOCK_BYTES, true));
  } catch {
    return Array.from({ length: KEPT_BLOCKS }, ordinaryBlock);
  }
}

function ordinaryBlock(): MemoryBlock {
  return blockOf(new SharedArrayBuffer(BLOCK_BYTES), 0, false);
}

function blockOf(memory: SharedArrayBuffer, offset: number, aligned: boolean): MemoryBlock {
  return { memory, offset, aligned, bytes: Buffer.from(memory, offset, BLOCK_BYTES) };
}
