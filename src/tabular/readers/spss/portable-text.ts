/**
 * The characters of a portable file: lines of 80 are put together, and characters of the machine that wrote them become ours. What is
 * parsed is tried with the characters that are there; when they run out, more are read and it is tried again from the same place.
 */
import { chunksOf, type ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import { base30 } from './base30.ts';

const LINE = 80;
/** No number is longer. */
const NUMBER_BYTES = 100;
const [LF, CR, SPACE, SLASH] = [0x0a, 0x0d, 0x20, 0x2f];

/** Thrown when the characters at hand run out, and caught here. */
class OutOfText extends Error {}

/** Puts lines together. A line that is shorter than 80 had blanks at its end. */
export class LineJoiner {
  #column = 0;

  /** The characters of some bytes of the file. */
  join(bytes: Uint8Array): Buffer {
    let breaks = 0;
    for (const byte of bytes) if (byte === LF) breaks += 1;
    const joined = Buffer.allocUnsafe(bytes.length + breaks * LINE);
    let length = 0;
    for (const byte of bytes) {
      if (byte === CR) continue;
      if (byte === LF) {
        for (; this.#column < LINE; this.#column += 1) joined[length++] = SPACE;
        this.#column = 0;
      } else {
        joined[length++] = byte;
        this.#column += 1;
      }
    }
    return joined.subarray(0, length);
  }
}

/** No character is another one before the table of the file is known. */
const identity = Uint8Array.from({ length: 256 }, (_, byte) => byte);

export class PortableText {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #joiner = new LineJoiner();
  readonly #number = Buffer.alloc(NUMBER_BYTES);
  #table: Uint8Array = identity;
  #text: Buffer = Buffer.alloc(0);
  #at = 0;
  #ended = false;

  constructor(source: ByteSource) {
    this.#chunks = chunksOf(source);
  }

  /** From here on characters are read by this table. */
  useTable(table: Uint8Array): void {
    this.#table = table;
  }

  /**
   * Does `parse`, from the same place again with more characters until there are enough.
   * @throws TableError TRUNCATED at the end of the file, TOO_LARGE beyond `mostBytes`
   */
  async attempt<T>(parse: () => T, mostBytes: number): Promise<T> {
    for (;;) {
      const [start, table] = [this.#at, this.#table];
      try {
        return parse();
      } catch (error) {
        if (!(error instanceof OutOfText)) throw error;
      }
      [this.#at, this.#table] = [start, table];
      if (this.#ended) throw new TableError('TRUNCATED', 'The file ends too early.');
      if (this.#text.length - start > mostBytes) throw new TableError('TOO_LARGE', `A part of the file has more than ${mostBytes} bytes.`);
      await this.#readOn();
    }
  }

  /** Doubles what there is from this place on, so that trying again costs no more than reading. */
  async #readOn(): Promise<void> {
    const parts = [this.#text.subarray(this.#at)];
    const wanted = 2 * (this.#text.length - this.#at);
    let length = this.#text.length - this.#at;
    do {
      const chunk = await this.#chunks.next();
      if (chunk.done === true) {
        this.#ended = true;
        break;
      }
      const joined = this.#joiner.join(chunk.value);
      parts.push(joined);
      length += joined.length;
    } while (length < wanted);
    this.#text = Buffer.concat(parts);
    this.#at = 0;
  }

  #need(length: number): void {
    if (this.#at + length > this.#text.length) throw new OutOfText();
  }

  /** The next character without going on. */
  peek(): number {
    this.#need(1);
    return this.#table[this.#text[this.#at] ?? 0] ?? 0;
  }

  character(): string {
    const byte = this.peek();
    this.#at += 1;
    return String.fromCharCode(byte);
  }

  /** So many characters, as they stand in the file. */
  raw(length: number): Buffer {
    this.#need(length);
    this.#at += length;
    return this.#text.subarray(this.#at - length, this.#at);
  }

  /** A number; undefined for the one that means missing. @throws TableError MALFORMED */
  number(): number | undefined {
    let length = 0;
    for (;;) {
      const byte = this.peek();
      this.#at += 1;
      if (byte === SLASH) break;
      if (length === 0 && byte === SPACE) continue;
      if (length === NUMBER_BYTES) throw new TableError('MALFORMED', `A number has more than ${NUMBER_BYTES} digits.`);
      this.#number[length] = byte;
      length += 1;
      if (length === 2 && this.#number[0] === 0x2a) {
        if (byte === 0x2e) return undefined;
        break;
      }
    }
    const number = base30(this.#number, length);
    if (number === undefined || !Number.isFinite(number)) {
      throw new TableError('MALFORMED', `“${this.#number.toString('latin1', 0, Math.min(length, 40))}” is no number.`);
    }
    return number;
  }

  /** A number of things. @throws TableError MALFORMED */
  count(): number {
    const count = this.number();
    if (count === undefined || !Number.isInteger(count) || count < 0 || count > 2 ** 31) {
      throw new TableError('MALFORMED', `${count ?? 'Nothing'} is given as the number of something.`);
    }
    return count;
  }

  /** A string after its length, in our characters. It is a copy. */
  bytes(): Buffer {
    const raw = this.raw(this.count());
    const bytes = Buffer.allocUnsafe(raw.length);
    for (let at = 0; at < raw.length; at += 1) bytes[at] = this.#table[raw[at] ?? 0] ?? 0;
    return bytes;
  }
}
