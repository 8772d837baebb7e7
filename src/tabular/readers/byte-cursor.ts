/** Goes through a source from one position on, for headers and dictionaries that are read field by field. */
import { readExactly, type ByteSource } from '../byte-source.ts';
import { TableError } from '../table-error.ts';

const WINDOW_BYTES = 64 * 1024;

export class ByteCursor {
  readonly #source: ByteSource;
  /** The most bytes that may be held of what the source claims to have: names, labels, records. */
  readonly #heldBytes: number;
  #held = 0;
  #position: number;
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;

  constructor(source: ByteSource, heldBytes: number, position = 0) {
    this.#source = source;
    this.#heldBytes = heldBytes;
    this.#position = position;
  }

  get position(): number {
    return this.#position;
  }

  get remaining(): number {
    return this.#source.size - this.#position;
  }

  moveTo(position: number): void {
    if (!(position >= 0 && position <= this.#source.size)) {
      throw new TableError('TRUNCATED', `The file ends before byte ${position}, which it refers to.`);
    }
    this.#position = position;
  }

  skip(length: number): void {
    this.moveTo(this.#position + length);
  }

  /** The next bytes, valid for good. @throws TableError TRUNCATED, TOO_LARGE before anything of the size is allocated */
  async take(length: number): Promise<Buffer> {
    const bytes = await this.peek(length);
    this.#position += length;
    return bytes;
  }

  /** The next bytes without going on. */
  async peek(length: number): Promise<Buffer> {
    if (length > this.#heldBytes) {
      throw new TableError('TOO_LARGE', `A part of the header has ${length} bytes, more than ${this.#heldBytes}.`);
    }
    const start = this.#position - this.#windowStart;
    if (start >= 0 && start + length <= this.#window.length) return this.#window.subarray(start, start + length);
    if (length > WINDOW_BYTES) return readExactly(this.#source, this.#position, length);
    if (length > this.remaining) throw new TableError('TRUNCATED', `The file ends before byte ${this.#position + length}.`);
    this.#window = await readExactly(this.#source, this.#position, Math.min(WINDOW_BYTES, this.remaining));
    this.#windowStart = this.#position;
    return this.#window.subarray(0, length);
  }

  /** Counts bytes that are kept until the table is closed. @throws TableError TOO_LARGE when they become too many */
  hold(bytes: number): void {
    this.#held += bytes;
    if (this.#held > this.#heldBytes) throw new TableError('TOO_LARGE', `Names and labels have more than ${this.#heldBytes} bytes.`);
  }
}
