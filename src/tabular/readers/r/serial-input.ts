/** Reads a serialisation of R word by word, forwards from any place. Source: R Internals, Serialization Formats */
import type { ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import type { ReadOptions } from '../../table-reader.ts';

/** An integer that is missing. */
export const MISSING_INTEGER = -2_147_483_648;
/** The lower half of a double that is missing; other NaNs are values. */
const MISSING_LOW = 1954;
const WINDOW_BYTES = 256 * 1024;
/** No word is longer, nor two numbers one after the other. */
export const WORD_BYTES = 64;

export interface InputFormat {
  readonly kind: 'ascii' | 'binary';
  readonly littleEndian: boolean;
}

export function malformed(): TableError {
  return new TableError('MALFORMED', 'The file is no serialisation of R, or a damaged one.');
}

const DOUBLE = new DataView(new ArrayBuffer(8));

export class SerialInput {
  readonly format: InputFormat;
  readonly #source: ByteSource;
  readonly #options: ReadOptions;
  readonly #windowBytes: number;
  #bytes: Buffer = Buffer.alloc(0);
  #start: number;
  #at = 0;
  /** Whether the double that was read last is missing. */
  wasMissing = false;

  constructor(source: ByteSource, format: InputFormat, options: ReadOptions, { position = 0, windowBytes = WINDOW_BYTES } = {}) {
    this.#source = source;
    this.format = format;
    this.#options = options;
    this.#start = position;
    this.#windowBytes = windowBytes;
  }

  get position(): number {
    return this.#start + this.#at;
  }

  /** Bytes that can be taken without waiting. */
  get ready(): number {
    return this.#bytes.length - this.#at;
  }

  get limits(): ReadOptions['limits'] {
    return this.#options.limits;
  }

  moveTo(position: number): void {
    if (!(position <= this.#source.size)) throw new TableError('TRUNCATED', `The file ends before byte ${position}, which it refers to.`);
    const at = position - this.#start;
    if (at >= 0 && at <= this.#bytes.length) {
      this.#at = at;
      return;
    }
    this.#start = position;
    this.#at = 0;
    this.#bytes = Buffer.alloc(0);
  }

  /** Has so many bytes ready, or all there are. */
  async fill(bytes = WORD_BYTES): Promise<void> {
    if (this.ready >= bytes || this.#start + this.#bytes.length >= this.#source.size) return;
    this.#options.signal?.throwIfAborted();
    const position = this.position;
    const window = Buffer.allocUnsafe(Math.min(Math.max(bytes, this.#windowBytes), this.#source.size - position));
    const read = await this.#source.read(window, position);
    this.#bytes = window.subarray(0, read);
    this.#start = position;
    this.#at = 0;
  }

  async integer(): Promise<number> {
    if (this.ready < WORD_BYTES) await this.fill();
    return this.takeInteger();
  }

  /** How many elements a vector has. */
  async length(): Promise<number> {
    const length = await this.integer();
    if (length >= 0) return length;
    if (length !== -1) throw malformed();
    const high = await this.integer();
    const low = await this.integer();
    return (high >>> 0) * 2 ** 32 + (low >>> 0);
  }

  takeInteger(): number {
    if (this.format.kind === 'binary') {
      const at = this.#advance(4);
      return this.format.littleEndian ? this.#bytes.readInt32LE(at) : this.#bytes.readInt32BE(at);
    }
    const word = this.#word();
    if (word === 'NA') return MISSING_INTEGER;
    const value = Number(word);
    if (!Number.isInteger(value) || Math.abs(value) > 2 ** 31) throw malformed();
    return value;
  }

  takeDouble(): number {
    if (this.format.kind === 'binary') {
      const at = this.#advance(8);
      const { littleEndian } = this.format;
      const value = littleEndian ? this.#bytes.readDoubleLE(at) : this.#bytes.readDoubleBE(at);
      const low = Number.isNaN(value) ? (littleEndian ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at + 4)) : 0;
      this.wasMissing = low === MISSING_LOW;
      return value;
    }
    const word = this.#word();
    this.wasMissing = word === 'NA';
    return numberOf(word);
  }

  /** The bits of a double as an integer, as bit64 keeps them. */
  takeInteger64(): bigint {
    if (this.format.kind === 'binary') {
      const at = this.#advance(8);
      return this.format.littleEndian ? this.#bytes.readBigInt64LE(at) : this.#bytes.readBigInt64BE(at);
    }
    DOUBLE.setFloat64(0, this.takeDouble());
    return DOUBLE.getBigInt64(0);
  }

  takeByte(): number {
    if (this.format.kind === 'binary') return this.#bytes[this.#advance(1)] ?? 0;
    return Number.parseInt(this.#word(), 16) & 0xff;
  }

  /** The bytes of a text, valid until the next call. @throws TableError TOO_LARGE, TRUNCATED */
  async text(length: number): Promise<Buffer> {
    const { recordBytes } = this.limits;
    if (length < 0 || length > recordBytes) throw new TableError('TOO_LARGE', `A text has ${length} bytes, more than ${recordBytes}.`);
    // Each byte is a backslash and three digits at most, behind a line end.
    const needed = this.format.kind === 'binary' ? length : 4 * length + 2;
    if (this.ready < needed) await this.fill(needed);
    if (this.format.kind === 'binary') {
      const at = this.#advance(length);
      return this.#bytes.subarray(at, at + length);
    }
    return this.#escaped(length);
  }

  /** Passes over elements of a fixed size. */
  async skip(count: number, bytes: number): Promise<void> {
    if (this.format.kind === 'binary') {
      this.moveTo(this.position + count * bytes);
      return;
    }
    const words = bytes === 16 ? 2 * count : count;
    for (let word = 0; word < words; word += 1) {
      if (this.ready < WORD_BYTES) await this.fill();
      this.#word();
    }
  }

  #advance(bytes: number): number {
    const at = this.#at;
    if (this.#bytes.length - at < bytes) throw new TableError('TRUNCATED', `The file ends before byte ${this.position + bytes}.`);
    this.#at += bytes;
    return at;
  }

  #word(): string {
    while (isSpace(this.#bytes[this.#at])) this.#at += 1;
    const start = this.#at;
    while (this.#at < this.#bytes.length && !isSpace(this.#bytes[this.#at])) this.#at += 1;
    if (this.#at - start >= WORD_BYTES / 2) throw malformed();
    // A line end stands behind the last word too.
    if (this.#at === this.#bytes.length) throw new TableError('TRUNCATED', 'The file ends before its last object does.');
    return this.#bytes.toString('latin1', start, this.#at);
  }

  #escaped(length: number): Buffer {
    const text = Buffer.allocUnsafe(length);
    while (isSpace(this.#bytes[this.#at])) this.#at += 1;
    for (let index = 0; index < length; index += 1) {
      const byte = this.#bytes[this.#advance(1)] ?? 0;
      text[index] = byte === BACKSLASH ? this.#escape() : byte;
    }
    return text;
  }

  #escape(): number {
    const letter = this.#bytes[this.#advance(1)] ?? 0;
    if (!isOctal(letter)) return escapes.get(String.fromCharCode(letter)) ?? letter;
    let value = letter - ZERO;
    for (let digits = 1; digits < 3 && isOctal(this.#bytes[this.#at] ?? 0); digits += 1) {
      value = value * 8 + (this.#bytes[this.#at] ?? 0) - ZERO;
      this.#at += 1;
    }
    return value & 0xff;
  }
}

const BACKSLASH = 0x5c;
const ZERO = 0x30;
const escapes: ReadonlyMap<string, number> = new Map([
  ['n', 10],
  ['t', 9],
  ['v', 11],
  ['b', 8],
  ['r', 13],
  ['f', 12],
  ['a', 7],
]);

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 9 && byte <= 13);
}

function isOctal(byte: number): boolean {
  return byte >= ZERO && byte < ZERO + 8;
}

const words: ReadonlyMap<string, number> = new Map([
  ['NA', Number.NaN],
  ['NaN', Number.NaN],
  ['Inf', Number.POSITIVE_INFINITY],
  ['-Inf', Number.NEGATIVE_INFINITY],
]);

/** A double in decimals, or in hexadecimal digits as C writes them. */
function numberOf(word: string): number {
  const special = words.get(word);
  if (special !== undefined) return special;
  const hexadecimal = /^(-?)0x([\da-f])(?:\.([\da-f]{1,13}))?p([+-]\d{1,4})$/.exec(word);
  if (hexadecimal === null) {
    const value = Number(word);
    if (Number.isNaN(value)) throw malformed();
    return value;
  }
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = hexadecimal;
  const digits = Number.parseInt(whole + fraction, 16);
  const size =
    digits *
    2 ** (Number(exponent) < -1000 ? -1000 : 0) *
    2 ** (Number(exponent) - (Number(exponent) < -1000 ? -1000 : 0) - 4 * fraction.length);
  return sign === '-' ? -size : size;
}
