import { writeDigits } from './four-digits.ts';

const MINUS = 0x2d;
const ZERO = 0x30;

/** Bytes that are appended to and handed out whole: the pen of writers. */
export class GrowingBytes {
  bytes: Buffer;
  length = 0;

  constructor(bytes = 64 * 1024) {
    this.bytes = Buffer.allocUnsafe(bytes);
  }

  /** Makes room for so many bytes more. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const longer = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + more));
    longer.set(this.bytes.subarray(0, this.length));
    this.bytes = longer;
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
    this.reserve(11);
    const { bytes } = this;
    const rest = Math.abs(value);
    let digits = 1;
    for (let power = 10; power <= rest; power *= 10) digits += 1;
    if (value < 0) bytes[this.length++] = MINUS;
    const end = this.length + digits;
    if (digits <= 9) {
      writeDigits(bytes, this.length, rest, digits);
    } else {
      const upper = Math.floor(rest / 1e9);
      bytes[this.length] = ZERO + upper;
      writeDigits(bytes, this.length + 1, rest - upper * 1e9, 9);
    }
    this.length = end;
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
