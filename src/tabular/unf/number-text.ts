/** Numbers as UNF hashes them. Source: files.md 20.1 */
import { biasedExponent } from '../double-bits.ts';
import { writeEight } from '../four-digits.ts';
import type { GrowingBytes } from '../growing-bytes.ts';
import { roughExponent } from '../power-of-ten.ts';

/** Significant digits of a number, unless a vector says otherwise. */
export const DEFAULT_DIGITS = 7;

const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/** Of the numbers that are written without a string. */
const SMALLEST = 1e-15;
const LARGEST = 1e22;
const LEAST_EXPONENT = -16;
const EXPONENTS = Array.from({ length: 40 }, (_, power) => power + LEAST_EXPONENT);
/** What gives a number of each power of ten seven digits before the point. */
const SCALES = Float64Array.from(EXPONENTS, (exponent) => Number(`1e${6 - exponent}`));
const EXPONENT_TEXTS = EXPONENTS.map((exponent) => `e${exponent < 0 ? '-' : '+'}${exponent === 0 ? '' : Math.abs(exponent)}`);
/** Each as a word whose lowest byte comes first. */
const EXPONENT_WORDS = Int32Array.from(EXPONENT_TEXTS, (text) => Buffer.from(text.padEnd(4)).readInt32LE());
const EXPONENT_LENGTHS = Uint8Array.from(EXPONENT_TEXTS, ({ length }) => length);

/** Bytes that the text of a number of the usual digits has at most. */
export const NUMBER_BYTES = 24;

/** Appends the text of a double, without the bytes that end it. */
export function pushNumber(out: GrowingBytes, value: number, digits: number): void {
  out.reserve(NUMBER_BYTES);
  const end = digits === DEFAULT_DIGITS ? writeUsual(out.bytes, out.words, out.length, value) : 0;
  if (end > 0) out.length = end;
  else out.pushAscii(numberText(value, digits));
}

/**
 * Writes the text of a usual number, with the usual digits and without a string: it is scaled to seven digits before the point. The scaled
 * number is off by 1e-8 at most, so that its rounding is certain unless its fraction is close to a half; then, and for zero and what is very
 * large, very small or no number, nothing is written. There are {@link NUMBER_BYTES} to write to.
 * @returns where the text ends; 0 when nothing was written
 */
export function writeUsual(bytes: Uint8Array, words: DataView, start: number, value: number): number {
  const size = Math.abs(value);
  if (!(size >= SMALLEST && size < LARGEST)) return 0;
  let power = roughExponent(biasedExponent(size)) - LEAST_EXPONENT;
  let scaled = size * (SCALES[power] ?? Number.NaN);
  if (scaled < 1e6) {
    power -= 1;
    scaled = size * (SCALES[power] ?? Number.NaN);
  }
  // Of 32 bits, whose arithmetic is the fastest.
  let whole = (scaled + 0.5) | 0;
  if (Math.abs(scaled - whole) > 0.5 - 1e-6) return 0;
  if (whole === 10_000_000) {
    whole = 1_000_000;
    power += 1;
  }
  bytes[start] = value < 0 ? MINUS : PLUS;
  // Seven digits behind a zero, whose place the first one takes.
  writeEight(words, start + 1, whole);
  bytes[start + 1] = bytes[start + 2] ?? 0;
  bytes[start + 2] = POINT;
  let at = start + 2 + DEFAULT_DIGITS;
  while (bytes[at - 1] === ZERO) at -= 1;
  words.setInt32(at, EXPONENT_WORDS[power] ?? 0, true);
  return at + (EXPONENT_LENGTHS[power] ?? 0);
}

/** The text of a double: shortest decimal, rounded half-even to 16 digits, then to those asked for. */
export function numberText(value: number, digits = DEFAULT_DIGITS): string {
  if (Number.isNaN(value)) return '+nan';
  if (value === Infinity) return '+inf';
  if (value === -Infinity) return '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.e+' : '+0.e+';
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential().split('e');
  return decimalText(value < 0, mantissa.replace('.', ''), Number(exponent), digits);
}

/** The text of a 64-bit integer, which is rounded as its exact decimal. */
export function integerText(value: bigint, digits = DEFAULT_DIGITS): string {
  if (value === 0n) return '+0.e+';
  const text = (value < 0n ? -value : value).toString();
  return decimalText(value < 0n, text, text.length - 1, digits);
}

function decimalText(negative: boolean, decimals: string, exponent: number, digits: number): string {
  const first = roundHalfEven(decimals, exponent, 16);
  const second = roundHalfEven(first.decimals, first.exponent, digits);
  const significant = second.decimals.replace(/0+$/, '');
  const power = second.exponent === 0 ? '' : String(Math.abs(second.exponent));
  return `${negative ? '-' : '+'}${significant.slice(0, 1)}.${significant.slice(1)}e${second.exponent < 0 ? '-' : '+'}${power}`;
}

function roundHalfEven(decimals: string, exponent: number, digits: number): { decimals: string; exponent: number } {
  if (decimals.length <= digits) return { decimals, exponent };
  const kept = BigInt(decimals.slice(0, digits));
  const rest = decimals.slice(digits);
  const half = `5${'0'.repeat(rest.length - 1)}`;
  const up = rest > half || (rest === half && kept % 2n === 1n);
  const rounded = (up ? kept + 1n : kept).toString();
  return { decimals: rounded, exponent: exponent + rounded.length - digits };
}
