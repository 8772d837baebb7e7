/** Bytes that come one piece after the other and are read at any place later: in memory, and beyond some of it in a scratch file. */
import type { ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import type { ReadOptions, ScratchFile } from '../../table-reader.ts';

const BLOCK_BYTES = 1024 * 1024;

export class GatheredBytes implements ByteSource {
  readonly #check: (bytes: number) => void;
  readonly #heldBytes: number;
  readonly #openScratch: (() => ScratchFile) | undefined;
  /** Blocks of the same length, the last one filled in part; empty once the bytes are in a scratch file. */
  #blocks: Buffer[] = [];
  #scratch: ScratchFile | undefined;
  #size = 0;

  /** @param check is told how many bytes there are, and may throw */
  constructor(check: (bytes: number) => void, { limits, scratch }: ReadOptions) {
    this.#check = check;
    this.#heldBytes = limits.heldBytes;
    this.#openScratch = scratch;
  }

  get size(): number {
    return this.#size;
  }

  /** Takes a copy. @throws TableError TOO_LARGE when memory is not enough and there is no scratch file */
  add(bytes: Uint8Array): void {
    this.#check(this.#size + bytes.length);
    if (this.#scratch === undefined && this.#size + bytes.length > this.#heldBytes) this.#moveToScratch();
    if (this.#scratch === undefined) this.#hold(bytes);
    else this.#scratch.append(bytes);
    this.#size += bytes.length;
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    if (this.#scratch !== undefined) return this.#scratch.read(target, position);
    let filled = 0;
    while (filled < target.length && position + filled < this.#size) {
      const at = position + filled;
      const start = at % BLOCK_BYTES;
      const end = Math.min(BLOCK_BYTES, start + Math.min(target.length - filled, this.#size - at));
      const part = this.#blocks[Math.floor(at / BLOCK_BYTES)]?.subarray(start, end) ?? Buffer.alloc(0);
      target.set(part, filled);
      filled += part.length;
    }
    return filled;
  }

  #hold(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) {
      const start = (this.#size + done) % BLOCK_BYTES;
      if (start === 0) this.#blocks.push(Buffer.allocUnsafe(BLOCK_BYTES));
      const part = bytes.subarray(done, done + BLOCK_BYTES - start);
      this.#blocks.at(-1)?.set(part, start);
      done += part.length;
    }
  }

  #moveToScratch(): void {
    if (this.#openScratch === undefined) throw new TableError('TOO_LARGE', `Unpacked, the file has more than ${this.#heldBytes} bytes.`);
    this.#scratch = this.#openScratch();
    for (const [index, block] of this.#blocks.entries()) {
      const rest = this.#size - index * BLOCK_BYTES;
      this.#scratch.append(block.subarray(0, Math.min(BLOCK_BYTES, rest)));
    }
    this.#blocks = [];
  }
}
