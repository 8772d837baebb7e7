/** Writes the objects of R that a data frame is made of, as R's own `save` does: numbers with the most significant byte first. */
import { GrowingBytes } from '../growing-bytes.ts';

const NIL = 0xfe;
const SYMBOL = 1;
const PAIR = 2;
const CHARSXP = 9;
const KINDS = { character: 16, integer: 13, double: 14, list: 19 } as const;
const IS_OBJECT = 0x100;
const HAS_ATTRIBUTES = 0x200;
const HAS_TAG = 0x400;
/** Bits of a string that say how it is encoded. */
const UTF8 = 1 << 15;
const ASCII = 1 << 18;
/** Which R wrote it, and the oldest that reads it: 4.2.0 and 2.3.0. */
const WRITER = 0x0004_0200;
const OLDEST_READER = 0x0002_0300;
const MISSING_INTEGER = -(2 ** 31);

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value | 0);
  return bytes;
}

/** A string that is missing. */
export const CHARSXP_NA: Buffer = Buffer.concat([int32(CHARSXP), int32(-1)]);

/** An attribute of a vector: one string. */
export type RAttribute = readonly [name: 'class' | 'label', value: string];

export class RPen {
  readonly #out = new GrowingBytes(1024);

  /** What was written since it was last taken. */
  take(): Buffer {
    const bytes = Buffer.from(this.#out.view());
    this.#out.clear();
    return bytes;
  }

  /** The head of a file, up to the value of its one object. */
  beginFile(name: string): void {
    this.#out.pushAscii('RDX2\nX\n');
    this.#ints(2, WRITER, OLDEST_READER);
    this.#tag(name);
  }

  endFile(): void {
    this.#ints(NIL);
  }

  beginFrame(columns: number): void {
    this.#ints(KINDS.list | IS_OBJECT | HAS_ATTRIBUTES, columns);
  }

  /** What stands behind the columns. Rows have no names: R counts them. */
  endFrame(names: readonly string[], rows: number): void {
    this.#tag('names');
    this.#strings(names);
    this.#tag('row.names');
    this.#ints(KINDS.integer, 2, MISSING_INTEGER, -rows);
    this.#tag('class');
    this.#strings(['data.frame']);
    this.#ints(NIL);
  }

  /** Its cells follow, and then its attributes. */
  beginVector(kind: 'character' | 'integer' | 'double', length: number, attributes: readonly RAttribute[]): void {
    const flags = attributes.length === 0 ? 0 : HAS_ATTRIBUTES;
    this.#ints(KINDS[kind] | flags | (attributes.some(([name]) => name === 'class') ? IS_OBJECT : 0), length);
  }

  attributes(attributes: readonly RAttribute[]): void {
    if (attributes.length === 0) return;
    for (const [name, value] of attributes) {
      this.#tag(name);
      this.#strings([value]);
    }
    this.#ints(NIL);
  }

  /** Appends a string that is UTF-8. */
  static pushString(out: GrowingBytes, bytes: Uint8Array, start: number, end: number): void {
    let encoding = ASCII;
    for (let at = start; at < end; at += 1) if ((bytes[at] ?? 0) > 0x7f) encoding = UTF8;
    const length = end - start;
    out.reserve(8 + length);
    out.bytes.writeInt32BE(CHARSXP | encoding, out.length);
    out.bytes.writeInt32BE(length, out.length + 4);
    out.length += 8;
    out.pushBytes(bytes, start, end);
  }

  #tag(name: string): void {
    this.#ints(PAIR | HAS_TAG, SYMBOL);
    this.#string(name);
  }

  #strings(texts: readonly string[]): void {
    this.#ints(KINDS.character, texts.length);
    for (const text of texts) this.#string(text);
  }

  #string(text: string): void {
    const bytes = Buffer.from(text);
    RPen.pushString(this.#out, bytes, 0, bytes.length);
  }

  #ints(...values: number[]): void {
    for (const value of values) this.#out.pushBytes(int32(value), 0, 4);
  }
}
