import { BLOCK_BYTES, borrowBlock, type MemoryBlock, returnBlock } from './memory-blocks.ts';

/** Bytes on their way into blocks of memory. */
export interface FilledBlocks {
  /** Copies bytes from `at` on as long as there is a block for them, and tells how far it came. @throws what `use` failed with. */
  add(bytes: Buffer, at: number): number;
  /** Resolves when there is room again. @throws what `use` failed with. */
  room(): Promise<void>;
  /** Hands over what was added last. */
  finish(): void;
  /** Gives the blocks back; to be called when nobody writes them any more. */
  release(): void;
}

/** Fills blocks one after another, hands each over when it is full, and fills it anew when it was used; there are never more than `most`. */
export function fillBlocks(most: number, use: (block: MemoryBlock, length: number) => Promise<unknown>): FilledBlocks {
  const borrowed: MemoryBlock[] = [];
  const free: MemoryBlock[] = [];
  let current: MemoryBlock | undefined;
  let filled = 0;
  let failure: { readonly error: unknown } | undefined;
  let changed: (() => void) | undefined;

  function requireSuccess(): void {
    if (failure !== undefined) throw failure.error;
  }

  function nextBlock(): MemoryBlock | undefined {
    const block = free.pop();
    if (block !== undefined || borrowed.length === most) return block;
    const another = borrowBlock();
    borrowed.push(another);
    return another;
  }

  function handOver(block: MemoryBlock): void {
    use(block, filled).then(
      () => {
        free.push(block);
        changed?.();
      },
      (error: unknown) => {
        failure ??= { error };
        changed?.();
      },
    );
    current = undefined;
    filled = 0;
  }

  return {
    add(bytes, at) {
      requireSuccess();
      let from = at;
      while (from < bytes.length) {
        current ??= nextBlock();
        if (current === undefined) break;
        const piece = bytes.subarray(from, from + BLOCK_BYTES - filled);
        // Not `copy`, which takes several times as long where threads share the memory (nodejs/node#62032).
        current.bytes.fill(piece, filled, filled + piece.length);
        from += piece.length;
        filled += piece.length;
        if (filled === BLOCK_BYTES) handOver(current);
      }
      return from;
    },

    async room() {
      requireSuccess();
      if (free.length === 0) {
        const change = Promise.withResolvers<void>();
        changed = change.resolve;
        await change.promise;
      }
      requireSuccess();
    },

    finish() {
      if (current !== undefined) handOver(current);
    },

    release() {
      for (const block of borrowed.splice(0)) returnBlock(block);
    },
  };
}
