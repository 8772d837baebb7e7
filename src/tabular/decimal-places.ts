/** Where the digits of a decimal stand around its point, when they are written all at once. */
import type { GrowingBytes } from './growing-bytes.ts';

const POINT = 0x2e;
const ZERO = 0x30;
const MINUS = 0x2d;

/** Of the first four digits as a word whose lowest byte comes first, by the power of ten: those before the point, the point, and those behind it. */
const BEFORE = Int32Array.of(0xff, 0xff_ff, 0xff_ff_ff);
const POINTS = Int32Array.of(POINT << 8, POINT << 16, POINT << 24);
const BEHIND = Int32Array.of(-1 << 16, -1 << 24, 0);

/**
 * Writes the sign, and the zeros of a number below one. Gives where the digits are to be written: one place behind their own where some of
 * them stand before the point.
 * @param exponent power of ten of the first digit, -7 or more
 */
export function beginDecimal(out: GrowingBytes, isNegative: boolean, exponent: number, mostDigits: number): number {
  out.reserve(mostDigits + 12);
  const { bytes } = out;
  let at = out.length;
  if (isNegative) bytes[at++] = MINUS;
  if (exponent >= 0) return at + 1;
  bytes[at++] = ZERO;
  bytes[at++] = POINT;
  for (let zero = -1; zero > exponent; zero -= 1) bytes[at++] = ZERO;
  return at;
}

/** Moves the digits before the point to their place, and leaves out zeros at the end. Of the digits behind the point, one is not zero. */
export function endDecimal(out: GrowingBytes, start: number, exponent: number, digits: number): void {
  const { bytes, words } = out;
  let end = start + digits;
  while (bytes[end - 1] === ZERO) end -= 1;
  if (exponent >= 3) movePoint(bytes, start, exponent);
  else if (exponent >= 0) {
    const four = words.getInt32(start, true);
    const before = four & (BEFORE[exponent] ?? 0);
    words.setInt32(start - 1, before | (POINTS[exponent] ?? 0) | ((four << 8) & (BEHIND[exponent] ?? 0)), true);
  }
  out.length = end;
}

function movePoint(bytes: Buffer, start: number, exponent: number): void {
  const point = start + exponent;
  for (let at = start; at <= point; at += 1) bytes[at - 1] = bytes[at] ?? 0;
  bytes[point] = POINT;
}
