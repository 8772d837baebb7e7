import { writeEight, writeFirst, writeFour } from './four-digits.ts';

const MINUS = 0x2d;

/** Bytes that are appended to and handed out whole: the pen of writers. */
export class GrowingBytes {
  bytes: Buffer;
  /** The same bytes, for words of several. */
  words: DataView;
  length = 0;

  constructor(bytes = 64 * 1024) {
    this.bytes = Buffer.allocUnsafe(bytes);
    this.words = wordsOf(this.bytes);
  }

  /** Makes room for so many bytes more. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const longer = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + more));
    longer.set(this.bytes.subarray(0, this.length));
    this.bytes = longer;
    this.words = wordsOf(longer);
  }

  push(byte: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  pushAscii(text: string): void {
    this.reserve(text.length);
    for (let at = 0; at < text.length; at += 1) this.bytes[this.length + at] = text.charCodeAt(at);
    this.length += text.length;
  }

  /** Appends a whole number of 32 bits in decimal digits, without a string. */
  pushWhole(value: number): void {
    this.reserve(16);
    const { words } = this;
    let at = this.length;
    if (value < 0) words.setUint8(at++, MINUS);
    const rest = Math.abs(value);
    if (rest < 1e4) {
      at += writeFirst(words, at, rest);
    } else if (rest < 1e8) {
      const upper = (rest / 1e4) | 0;
      at += writeFirst(words, at, upper);
      writeFour(words, at, rest - upper * 1e4);
      at += 4;
    } else {
      const upper = Math.floor(rest / 1e8);
      at += writeFirst(words, at, upper);
      writeEight(words, at, rest - upper * 1e8);
      at += 8;
    }
    this.length = at;
  }

  pushText(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.bytes.write(text, this.length, 'utf8');
  }

  pushBytes(source: Uint8Array, start: number, end: number): void {
    const count = end - start;
    this.reserve(count);
    // For a few bytes, a loop is faster than a call.
    if (count < 24) for (let at = 0; at < count; at += 1) this.bytes[this.length + at] = source[start + at] ?? 0;
    else this.bytes.set(source.subarray(start, end), this.length);
    this.length += count;
  }

  /** What was appended. Valid until the next byte. */
  view(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}

function wordsOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
