/**
 * Doubles of usual sizes as bytes, in the fewest digits that tell them from their neighbours, as the language writes them, but without a
 * string. Scaled to 17 digits before the point by a power of ten, a double is a sum of two without any error, so that the distances to
 * whole numbers, tens and hundreds are exact. What is exactly halfway is left to the language.
 */
import { beginDecimal, endDecimal } from './decimal-places.ts';
import { halfStep, isPowerOfTwo } from './double-bits.ts';
import { upperHalf } from './exact-product.ts';
import { writeEight } from './four-digits.ts';
import type { GrowingBytes } from './growing-bytes.ts';
import { decimalExponent, POWERS_OF_TEN } from './power-of-ten.ts';

/** From here on, fractions of the scaled number have no more bits than a double. */
const SMALLEST = 1e-4;
/** Below this, a number that is not whole has digits behind the point. */
const LARGEST = 1e15;
const DIGITS = 17;
const LOWER = 1_000_000_000;
const POWER_HALVES = Float64Array.from(POWERS_OF_TEN, (power) => upperHalf(power));
const UPPER_DIGITS = 8;
const ZERO = 0x30;
const BEYOND = 1000;
const UNCERTAIN = 1001;

/** Appends a number without an exponent; false where that has to be done in another way: for whole, very small and very large numbers. */
export function pushDecimal(out: GrowingBytes, value: number): boolean {
  const size = Math.abs(value);
  if (!(size >= SMALLEST && size < LARGEST) || Math.floor(size) === size) return false;
  const exponent = decimalExponent(size);
  const start = beginDecimal(out, value, exponent, DIGITS);
  if (!writeScaled(out.words, start, size, DIGITS - 1 - exponent)) return false;
  endDecimal(out, start, exponent, DIGITS);
  return true;
}

/** Writes 17 digits, the shortest ones and zeros behind them; false where they are not certain. */
function writeScaled(words: DataView, start: number, size: number, steps: number): boolean {
  if (isPowerOfTwo(size)) return false;
  const power = POWERS_OF_TEN[steps] ?? Number.NaN;
  // Every number that is nearer than this is read as this double.
  const reach = halfStep(size) * power;
  const product = size * power;
  if (!(product >= 1e16 && product < 1e17)) return false;
  const upper = upperHalf(size);
  const lower = size - upper;
  const powerUpper = POWER_HALVES[steps] ?? 0;
  const powerLower = power - powerUpper;
  const error = lower * powerLower - (product - upper * powerUpper - lower * powerUpper - upper * powerLower);
  const whole = Math.floor(error);
  const fraction = error - whole;
  let first = Math.floor(product / LOWER) | 0;
  let second = (product - first * LOWER + whole) | 0;
  if (second < 0) {
    first = (first - 1) | 0;
    second = (second + LOWER) | 0;
  }
  let change = changeTo(100, second % 100, fraction, reach);
  if (change === BEYOND) change = changeTo(10, second % 10, fraction, reach);
  if (change === BEYOND) change = changeTo(1, 0, fraction, reach);
  if (change === UNCERTAIN) return false;
  second = (second + change) | 0;
  if (second >= LOWER) {
    first = (first + 1) | 0;
    second = (second - LOWER) | 0;
  }
  if (!(first >= 1e7 && first < 1e8)) return false;
  writeEight(words, start, first);
  const middle = (second / 1e8) | 0;
  words.setUint8(start + UPPER_DIGITS, ZERO + middle);
  writeEight(words, start + UPPER_DIGITS + 1, second - middle * 1e8);
  return true;
}

/** What has to be added for the nearest multiple of a step, where that is within reach. No two multiples of 100 ever are. */
function changeTo(step: number, remainder: number, fraction: number, reach: number): number {
  const down = remainder + fraction;
  const up = step - down;
  const distance = down < up ? down : up;
  if (distance > reach) return BEYOND;
  if (distance === reach || down === up) return UNCERTAIN;
  return down < up ? -remainder : step - remainder;
}
