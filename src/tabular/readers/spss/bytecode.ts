/** Cases compressed with a code of one byte for each eight. Source: PSPP developers' guide, Data Record */
import { TableError } from '../../table-error.ts';

const END = 252;
const LITERAL = 253;
const SYSTEM_MISSING = 255;
const ELEMENT_BYTES = 8;

/** The eight bytes that a code stands for, in the order of the file: whole numbers up to 251, eight blanks for 254. */
function meanings(bias: number, systemMissing: number, littleEndian: boolean): Buffer {
  const bytes = Buffer.alloc(256 * ELEMENT_BYTES, 0x20);
  const write = (code: number, value: number): void => {
    if (littleEndian) bytes.writeDoubleLE(value, code * ELEMENT_BYTES);
    else bytes.writeDoubleBE(value, code * ELEMENT_BYTES);
  };
  for (let code = 0; code < END; code += 1) write(code, code - bias);
  write(SYSTEM_MISSING, systemMissing);
  return bytes;
}

/** Decompresses elements of eight bytes, some at a time. */
export class BytecodeDecoder {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #meanings: Buffer;
  readonly #codes = Buffer.alloc(ELEMENT_BYTES);
  #next = ELEMENT_BYTES;
  #input: Buffer = Buffer.alloc(0);
  #at = 0;
  #ended = false;

  constructor(chunks: AsyncIterator<Buffer>, numbers: { bias: number; systemMissing: number; littleEndian: boolean }) {
    this.#chunks = chunks;
    this.#meanings = meanings(numbers.bias, numbers.systemMissing, numbers.littleEndian);
  }

  /** Fills the target with so many elements; gives how many there were, fewer only at the end. @throws TableError TRUNCATED */
  async fill(target: Buffer, elements: number): Promise<number> {
    let filled = 0;
    for (;;) {
      filled = this.#decode(target, filled, elements);
      if (filled === elements || this.#ended) return filled;
      const chunk = await this.#chunks.next();
      if (chunk.done === true) {
        if (this.#at < this.#input.length) throw new TableError('TRUNCATED', 'The file ends within its compressed cases.');
        this.#ended = true;
      } else {
        this.#input = this.#at === this.#input.length ? chunk.value : Buffer.concat([this.#input.subarray(this.#at), chunk.value]);
        this.#at = 0;
      }
    }
  }

  /** Goes on until the target is full or eight bytes are no longer there; gives how many elements there are then. */
  #decode(target: Buffer, from: number, elements: number): number {
    const input = this.#input;
    const last = input.length - ELEMENT_BYTES;
    let filled = from;
    while (filled < elements && !this.#ended) {
      if (this.#next === ELEMENT_BYTES) {
        if (this.#at > last) return filled;
        for (let byte = 0; byte < ELEMENT_BYTES; byte += 1) this.#codes[byte] = input[this.#at + byte] ?? 0;
        this.#at += ELEMENT_BYTES;
        this.#next = 0;
      }
      const code = this.#codes[this.#next] ?? 0;
      if (code === LITERAL && this.#at > last) return filled;
      this.#next += 1;
      if (code === END) this.#ended = true;
      else if (code !== 0) {
        const source = code === LITERAL ? input : this.#meanings;
        const start = code === LITERAL ? this.#at : code * ELEMENT_BYTES;
        const end = filled * ELEMENT_BYTES;
        for (let byte = 0; byte < ELEMENT_BYTES; byte += 1) target[end + byte] = source[start + byte] ?? 0;
        if (code === LITERAL) this.#at += ELEMENT_BYTES;
        filled += 1;
      }
    }
    return filled;
  }
}
