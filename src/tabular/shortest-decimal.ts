/**
 * Doubles of usual sizes as bytes, in the fewest digits that tell them from their neighbours, as the language writes them, but without a
 * string. Scaled to 17 digits before the point by a power of ten, a double is a sum of two without any error, so that the distances to
 * whole numbers, tens and hundreds are exact. What is exactly halfway is left to the language.
 */
import { writeDigits } from './four-digits.ts';
import type { GrowingBytes } from './growing-bytes.ts';
import { decimalExponent, POWERS_OF_TEN } from './power-of-ten.ts';

/** From here on, fractions of the scaled number have no more bits than a double. */
const SMALLEST = 1e-4;
/** Below this, a number that is not whole has digits behind the point. */
const LARGEST = 1e15;
const DIGITS = 17;
const LOWER_DIGITS = 9;
const LOWER = 1_000_000_000;
/** Divides a double into halves whose products are exact. Source: Dekker, A floating-point technique for extending the available precision */
const SPLITTER = 2 ** 27 + 1;
const POWER_HALVES = Float64Array.from(POWERS_OF_TEN, (power) => upperHalf(power));
const POINT = 0x2e;
const ZERO = 0x30;
const MINUS = 0x2d;

const NUMBER = new Float64Array(1);
const WORDS = new Int32Array(NUMBER.buffer);
const HIGH = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;
const MANTISSA = 0xf_ff_ff;
/** Half the distance from a double to the next one, by its exponent as doubles hold it. */
const HALF_STEPS = Float64Array.from({ length: 2048 }, (_, biased) => 2 ** (biased - 1023 - 53));
const BEYOND = 1000;
const UNCERTAIN = 1001;

function upperHalf(value: number): number {
  const wide = value * SPLITTER;
  return wide - (wide - value);
}

/** Appends a number without an exponent; false where that has to be done in another way: for whole, very small and very large numbers. */
export function pushDecimal(out: GrowingBytes, value: number): boolean {
  const size = Math.abs(value);
  if (!(size >= SMALLEST && size < LARGEST) || Math.floor(size) === size) return false;
  const exponent = decimalExponent(size);
  out.reserve(DIGITS + 8);
  const { bytes } = out;
  let at = out.length;
  if (value < 0) bytes[at++] = MINUS;
  for (let zero = 0; zero > exponent; zero -= 1) {
    bytes[at++] = ZERO;
    if (zero === 0) bytes[at++] = POINT;
  }
  // One place behind, so that digits before a point are moved to their own.
  const start = exponent >= 0 ? at + 1 : at;
  if (!writeScaled(bytes, start, size, DIGITS - 1 - exponent)) return false;
  let end = start + DIGITS;
  while (bytes[end - 1] === ZERO) end -= 1;
  if (exponent >= 0) {
    for (const point = at + exponent + 1; at < point; at += 1) bytes[at] = bytes[at + 1] ?? 0;
    bytes[at] = POINT;
  }
  out.length = end;
  return true;
}

/** Writes 17 digits, the shortest ones and zeros behind them; false where they are not certain. */
function writeScaled(bytes: Uint8Array, start: number, size: number, steps: number): boolean {
  NUMBER[0] = size;
  const high = WORDS[HIGH] ?? 0;
  // Below a power of two the next number is nearer than above it.
  if ((high & MANTISSA) === 0 && WORDS[1 - HIGH] === 0) return false;
  const power = POWERS_OF_TEN[steps] ?? Number.NaN;
  // Every number that is nearer than this is read as this double.
  const reach = (HALF_STEPS[high >>> 20] ?? 0) * power;
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
  writeDigits(bytes, start, first, DIGITS - LOWER_DIGITS);
  writeDigits(bytes, start + DIGITS - LOWER_DIGITS, second, LOWER_DIGITS);
  return first >= 1e7 && first < 1e8;
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
