/** What encoding a text has, and its bytes in UTF-8. Source: files.md 19.5 */
import { isUtf8 } from 'node:buffer';
import { type ByteSource, chunksOf } from '../../byte-source.ts';

export interface TextEncoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** Bytes of the mark at the beginning. */
  readonly markBytes: number;
}

/** Looks at all bytes: one that is not UTF-8 may be the last one. */
export async function encodingOf(source: ByteSource, signal?: AbortSignal): Promise<TextEncoding> {
  const head = Buffer.alloc(3);
  await source.read(head, 0);
  if (head[0] === 0xff && head[1] === 0xfe) return { name: 'utf-16le', markBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { name: 'utf-16be', markBytes: 2 };
  const markBytes = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  return { name: (await isUtf8Text(source, signal)) ? 'utf-8' : 'windows-1252', markBytes };
}

/** The text in chunks of UTF-8, without its mark. */
export async function* utf8Chunks(source: ByteSource, { name, markBytes }: TextEncoding): AsyncGenerator<Uint8Array> {
  const decoder = name.startsWith('utf-16') ? new TextDecoder(name) : undefined;
  for await (const chunk of chunksOf(source, markBytes)) {
    if (decoder !== undefined) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    else yield name === 'utf-8' ? chunk : fromWindows(chunk);
  }
  if (decoder !== undefined) yield Buffer.from(decoder.decode());
}

async function isUtf8Text(source: ByteSource, signal: AbortSignal | undefined): Promise<boolean> {
  let carried: Buffer = Buffer.alloc(0);
  for await (const chunk of chunksOf(source)) {
    signal?.throwIfAborted();
    const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
    const whole = endOfLastCharacter(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) return false;
    carried = bytes.subarray(whole);
  }
  return carried.length === 0;
}

/** Where the last character begins when it goes on in the next chunk; else the length. */
function endOfLastCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0;
    if (length > 0) return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The characters from 0x80 to 0x9f; the five that are not assigned are control characters. All else is as in Unicode. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const HIGH = Array.from({ length: 128 }, (_, index) => Buffer.from(WINDOWS[index] ?? String.fromCharCode(128 + index)));

function fromWindows(chunk: Uint8Array): Buffer {
  const target = Buffer.allocUnsafe(chunk.length * 3);
  let length = 0;
  for (const byte of chunk) {
    if (byte < 128) target[length++] = byte;
    else for (const part of HIGH[byte - 128] ?? []) target[length++] = part;
  }
  return target.subarray(0, length);
}
