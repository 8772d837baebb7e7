/** Strings as UNF hashes them, after the way through the tab text. Source: files.md 19.7, 20.1 */
import { unescaped } from '../escaped-text.ts';
import type { GrowingBytes } from '../growing-bytes.ts';
import type { TextCells } from '../text-cells.ts';

/** UTF-16 code units of a string that count. */
const MOST_UNITS = 128;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
// oxlint-disable-next-line no-control-regex -- Control characters count as blank.
const BLANK = /^[\u0000-\u0020]*$/;

/** Appends a cell of text, without the bytes that end it. */
export function pushString(out: GrowingBytes, { bytes, offsets }: TextCells, row: number): void {
  const start = offsets[row] ?? 0;
  const end = offsets[row + 1] ?? 0;
  if (end - start > MOST_UNITS) {
    // A unit comes from three bytes at most, and an escape makes two units one. Only a string that begins blank has to be seen whole.
    const beginning = readBack(bytes.toString('utf8', start, Math.min(end, start + MOST_UNITS * 8)));
    const whole = end - start <= MOST_UNITS * 8 || !BLANK.test(beginning.slice(0, MOST_UNITS));
    out.pushText(stringText(whole ? beginning : readBack(bytes.toString('utf8', start, end))));
    return;
  }
  out.reserve(end - start);
  const target = out.bytes;
  let to = out.length;
  let blank = true;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH) {
      out.pushText(stringText(readBack(bytes.toString('utf8', start, end))));
      return;
    }
    if (byte > SPACE) blank = false;
    target[to++] = byte;
  }
  if (!blank) out.length = to;
}

/** The text of a string: its first 128 units; nothing of a blank one, but 127 units of a longer blank one. */
export function stringText(value: string): string {
  if (BLANK.test(value)) return value.length > MOST_UNITS ? value.slice(0, MOST_UNITS - 1) : '';
  const counted = value.slice(0, MOST_UNITS);
  const last = counted.charCodeAt(MOST_UNITS - 1);
  // Half a surrogate pair cannot be written.
  return last >= 0xd800 && last < 0xdc00 ? `${counted.slice(0, -1)}?` : counted;
}

/** The value that a string has after it was escaped for the tab text and read from there: a typed `\t` becomes a tab. */
export function readBack(value: string): string {
  if (!value.includes('\\')) return value;
  const written = value.replaceAll('"', '\\"').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return unescaped(written);
}
