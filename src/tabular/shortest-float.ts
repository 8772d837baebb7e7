/**
 * Numbers of 32 bits as bytes, in the fewest digits that tell them from their neighbours of 32 bits. Scaled to nine digits before the
 * point they are off by less than a millionth as doubles; what is as near as that to a limit is left to the notation by strings.
 */
import { beginDecimal, endDecimal } from './decimal-places.ts';
import { writeEight } from './four-digits.ts';
import type { GrowingBytes } from './growing-bytes.ts';
import { decimalExponent, POWERS_OF_TEN } from './power-of-ten.ts';

const DIGITS = 9;
const ZERO = 0x30;
const NEAR = 1e-6;
const LARGEST = 1e7;
const SMALLEST = 1e-3;

const NUMBER = new Float32Array(1);
const BITS = new Int32Array(NUMBER.buffer);
const MANTISSA = 0x7f_ff_ff;
/** Half the distance to the next number, by the exponent as 32 bits hold it. */
const HALF_STEPS = Float64Array.from({ length: 256 }, (_, biased) => 2 ** (biased - 127 - 24));
/** Six digits are always told apart; nine are always enough. */
const STEPS = [1000, 100, 10] as const;
const BEYOND = -1;
const UNCERTAIN = -2;

/** Appends a number that is not whole, from 0.001 up to 10,000,000; false where that has to be done in another way. */
export function pushFloat(out: GrowingBytes, value: number): boolean {
  const size = Math.abs(value);
  if (!(size >= SMALLEST && size < LARGEST) || Math.floor(size) === size) return false;
  NUMBER[0] = size;
  const bits = BITS[0] ?? 0;
  // Below a power of two the next number is nearer than above it.
  if ((bits & MANTISSA) === 0) return false;
  const exponent = decimalExponent(size);
  const power = POWERS_OF_TEN[DIGITS - 1 - exponent] ?? Number.NaN;
  const digits = shortest(size * power, (HALF_STEPS[bits >>> 23] ?? 0) * power);
  if (digits < 1e8 || digits >= 1e9) return false;
  const start = beginDecimal(out, value < 0, exponent, DIGITS);
  const first = (digits / 1e8) | 0;
  out.words.setUint8(start, ZERO + first);
  writeEight(out.words, start + 1, digits - first * 1e8);
  endDecimal(out, start, exponent, DIGITS);
  return true;
}

/** Nine digits of which as many as can be are zeros at the end; negative where they are not certain. */
function shortest(scaled: number, reach: number): number {
  for (const step of STEPS) {
    const found = multipleWithin(scaled, step, reach);
    if (found !== BEYOND) return found;
  }
  return multipleWithin(scaled, 1, 1);
}

/** The nearest multiple of a step, where it is within reach. */
function multipleWithin(scaled: number, step: number, reach: number): number {
  const lower = Math.floor(scaled / step) * step;
  const down = scaled - lower;
  const up = step - down;
  const distance = down < up ? down : up;
  if (distance > reach + NEAR) return BEYOND;
  if (distance > reach - NEAR || Math.abs(down - up) < NEAR) return UNCERTAIN;
  return down < up ? lower : lower + step;
}
