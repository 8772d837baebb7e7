/** Cases compressed with a code of one byte for each eight. Source: PSPP developers' guide, Data Record */
import { TableError } from '../../table-error.ts';

const END = 252;
const LITERAL = 253;
const SYSTEM_MISSING = 255;
const ELEMENT_BYTES = 8;
/** Words are copied as this machine has them, whatever the order of bytes in the file. */
const IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The eight bytes that a code stands for, in the order of the file: whole numbers up to 251, eight blanks for 254. */
function meaningsOf(bias: number, systemMissing: number, littleEndian: boolean): Int32Array {
  const words = new Int32Array(2 * 256);
  const bytes = Buffer.from(words.buffer).fill(0x20);
  const write = (code: number, value: number): void => {
    if (littleEndian) bytes.writeDoubleLE(value, code * ELEMENT_BYTES);
    else bytes.writeDoubleBE(value, code * ELEMENT_BYTES);
  };
  for (let code = 0; code < END; code += 1) write(code, code - bias);
  write(SYSTEM_MISSING, systemMissing);
  return words;
}

/** Decompresses elements of eight bytes, some at a time. */
export class BytecodeDecoder {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #meanings: Int32Array;
  readonly #codes = Buffer.alloc(ELEMENT_BYTES);
  #next = ELEMENT_BYTES;
  #input: Buffer = Buffer.alloc(0);
  #words: DataView = new DataView(new ArrayBuffer(0));
  #at = 0;
  #ended = false;

  constructor(chunks: AsyncIterator<Buffer>, numbers: { bias: number; systemMissing: number; littleEndian: boolean }) {
    this.#chunks = chunks;
    this.#meanings = meaningsOf(numbers.bias, numbers.systemMissing, numbers.littleEndian);
  }

  /** Fills the target with so many elements; gives how many there were, fewer only at the end. @throws TableError TRUNCATED */
  async readInto(target: Int32Array, elements: number): Promise<number> {
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
        this.#words = new DataView(this.#input.buffer, this.#input.byteOffset, this.#input.length);
        this.#at = 0;
      }
    }
  }

  /** Goes on until the target is full or eight bytes are no longer there; gives how many elements there are then. */
  #decode(target: Int32Array, from: number, elements: number): number {
    const input = this.#input;
    const words = this.#words;
    const meanings = this.#meanings;
    const codes = this.#codes;
    const last = input.length - ELEMENT_BYTES;
    let filled = from;
    while (filled < elements && !this.#ended) {
      if (this.#next === ELEMENT_BYTES) {
        if (this.#at > last) return filled;
        for (let byte = 0; byte < ELEMENT_BYTES; byte += 1) codes[byte] = input[this.#at + byte] ?? 0;
        this.#at += ELEMENT_BYTES;
        this.#next = 0;
      }
      const code = codes[this.#next] ?? 0;
      if (code === LITERAL && this.#at > last) return filled;
      this.#next += 1;
      if (code === END) this.#ended = true;
      else if (code !== 0) {
        if (code === LITERAL) {
          target[2 * filled] = words.getInt32(this.#at, IS_LITTLE_ENDIAN);
          target[2 * filled + 1] = words.getInt32(this.#at + 4, IS_LITTLE_ENDIAN);
          this.#at += ELEMENT_BYTES;
        } else {
          target[2 * filled] = meanings[2 * code] ?? 0;
          target[2 * filled + 1] = meanings[2 * code + 1] ?? 0;
        }
        filled += 1;
      }
    }
    return filled;
  }
}
