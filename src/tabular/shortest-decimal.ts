/**
 * Doubles of usual sizes as bytes, in the fewest digits that tell them from their neighbours, as the language writes them, but without a
 * string. Scaled to 17 digits before the point by a power of ten, a double is a sum of two without any error, so that the distances to
 * whole numbers, tens and hundreds are exact. What is exactly halfway is left to the language.
 */
import { beginDecimal, endDecimal } from './decimal-places.ts';
import { biasedExponent, halfStep, isPowerOfTwo } from './double-bits.ts';
import { upperHalf } from './exact-product.ts';
import { writeEight } from './four-digits.ts';
import type { GrowingBytes } from './growing-bytes.ts';
import { POWERS_OF_TEN, roughExponent } from './power-of-ten.ts';

/** From here on, fractions of the scaled number have no more bits than a double. */
const SMALLEST = 1e-4;
/** Below this, a number that is not whole has digits behind the point. */
const LARGEST = 1e15;
const DIGITS = 17;
const LOWER = 1_000_000_000;
const POWER_HALVES = Float64Array.from(POWERS_OF_TEN, (power) => upperHalf(power));
const UPPER_DIGITS = 8;
const ZERO = 0x30;
const UNCERTAIN = 1000;

/** Appends a number without an exponent; false where that has to be done in another way: for whole, very small and very large numbers. */
export function pushDecimal(out: GrowingBytes, value: number): boolean {
  const size = Math.abs(value);
  if (!(size >= SMALLEST && size < LARGEST) || Math.floor(size) === size || isPowerOfTwo(size)) return false;
  const biased = biasedExponent(size);
  let exponent = roughExponent(biased);
  if (size * (POWERS_OF_TEN[DIGITS - 1 - exponent] ?? Number.NaN) < 1e16) exponent -= 1;
  const steps = DIGITS - 1 - exponent;
  const power = POWERS_OF_TEN[steps] ?? Number.NaN;
  const product = size * power;
  if (!(product >= 1e16 && product < 1e17)) return false;
  const upper = upperHalf(size);
  const lower = size - upper;
  const powerUpper = POWER_HALVES[steps] ?? 0;
  const powerLower = power - powerUpper;
  const error = lower * powerLower - (product - upper * powerUpper - lower * powerUpper - upper * powerLower);
  const whole = Math.floor(error);
  let first = (product / LOWER) | 0;
  let second = (product - first * LOWER + whole) | 0;
  if (second < 0) {
    first = (first - 1) | 0;
    second = (second + LOWER) | 0;
  }
  // Every number that is nearer than half a step is read as this double.
  const change = changeToShortest(second, error - whole, halfStep(biased) * power);
  if (change === UNCERTAIN) return false;
  second = (second + change) | 0;
  if (second >= LOWER) {
    first = (first + 1) | 0;
    second = (second - LOWER) | 0;
  }
  if (!(first >= 1e7 && first < 1e8)) return false;
  pushDigits(out, value < 0, exponent, first, second);
  return true;
}

/**
 * What has to be added to a number for the one of the fewest digits within reach, which is from 0.5 to 12. The nearest multiple of a step is
 * found by rounding rather than by comparing, as which of two neighbours is nearer cannot be foretold.
 */
function changeToShortest(whole: number, fraction: number, reach: number): number {
  const ones = whole % 10;
  const tens = ones + fraction;
  const ten = ((tens / 10 + 0.5) | 0) * 10;
  const distance = Math.abs(tens - ten);
  // No multiple of ten is within reach, and so none of a hundred.
  if (distance > reach) return fraction === 0.5 ? UNCERTAIN : (fraction + 0.5) | 0;
  const rest = whole % 100;
  const hundreds = rest + fraction;
  const hundred = ((hundreds / 100 + 0.5) | 0) * 100;
  const further = Math.abs(hundreds - hundred);
  if (further < reach) return hundred - rest;
  return distance === reach || further === reach || distance === 5 ? UNCERTAIN : ten - ones;
}

/** Appends 17 digits, of which the first eight and the last nine are given, around their point. */
function pushDigits(out: GrowingBytes, isNegative: boolean, exponent: number, first: number, second: number): void {
  const start = beginDecimal(out, isNegative, exponent, DIGITS);
  const { words } = out;
  writeEight(words, start, first);
  const middle = (second / 1e8) | 0;
  words.setUint8(start + UPPER_DIGITS, ZERO + middle);
  writeEight(words, start + UPPER_DIGITS + 1, second - middle * 1e8);
  endDecimal(out, start, exponent, DIGITS);
}
