/** Numbers of the portable format, which are written to the base 30. Source: PSPP developers' guide, Portable File Format */

const BASE = 30;
/** 30 to the 13th and its lower powers are exact as doubles. */
const EXACT_POWERS = Array.from({ length: 14 }, (_, exponent) => BASE ** exponent);
/** From here on every number with digits is infinite, or nothing below its negative. */
const GREATEST_EXPONENT = 1000;

function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  return byte >= 0x41 && byte <= 0x54 ? byte - 0x41 + 10 : -1;
}

/** A quotient as the nearest double. */
function quotient(numerator: bigint, denominator: bigint): number {
  const bits = (value: bigint): number => value.toString(16).length * 4;
  // Enough bits that the last of them, which says that there are more, does not count for the rounding.
  const shift = bits(denominator) - bits(numerator) + 72;
  const [dividend, divisor] = shift >= 0 ? [numerator << BigInt(shift), denominator] : [numerator, denominator << BigInt(-shift)];
  const whole = dividend / divisor;
  return dividend % divisor === 0n ? scaledDown(whole, shift) : scaledDown(whole | 1n, shift);
}

/** A whole number divided by a power of two, which is done twice so that neither divisor is beyond a double. */
function scaledDown(whole: bigint, shift: number): number {
  const half = Math.trunc(shift / 2);
  return Number(whole) / 2 ** half / 2 ** (shift - half);
}

function scaled(mantissa: bigint, exponent: number): number {
  if (mantissa === 0n || exponent < -GREATEST_EXPONENT) return 0;
  if (exponent > GREATEST_EXPONENT) return Infinity;
  const power = BigInt(BASE) ** BigInt(Math.abs(exponent));
  return exponent >= 0 ? Number(mantissa * power) : quotient(mantissa, power);
}

/** The number that some bytes write: `-3.7F`, `39TTTTT7QI8TS-E`; undefined when they write none. */
export function base30(bytes: Uint8Array, length: number): number | undefined {
  let at = 0;
  while (at < length && bytes[at] === 0x20) at += 1;
  const negative = bytes[at] === 0x2d;
  if (negative) at += 1;
  let mantissa = 0;
  let digits = 0;
  let fraction = -1;
  const first = at;
  for (; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x2e && fraction < 0) {
      fraction = 0;
      continue;
    }
    const digit = digitOf(byte);
    if (digit < 0) break;
    mantissa = mantissa * BASE + digit;
    digits += 1;
    if (fraction >= 0) fraction += 1;
  }
  if (digits === 0) return undefined;
  const end = at;
  let exponent = 0;
  if (at < length) {
    const sign = bytes[at];
    if ((sign !== 0x2b && sign !== 0x2d) || at + 1 === length) return undefined;
    for (at += 1; at < length; at += 1) {
      const digit = digitOf(bytes[at] ?? 0);
      if (digit < 0) return undefined;
      exponent = Math.min(exponent * BASE + digit, 2 * GREATEST_EXPONENT);
    }
    if (sign === 0x2d) exponent = -exponent;
  }
  exponent -= Math.max(0, fraction);
  const size =
    mantissa <= Number.MAX_SAFE_INTEGER && Math.abs(exponent) < EXACT_POWERS.length
      ? exactly(mantissa, exponent)
      : scaled(bigMantissa(bytes, first, end), exponent);
  return negative ? -size : size;
}

/** Both numbers are exact, so that one operation rounds once. */
function exactly(mantissa: number, exponent: number): number {
  const power = EXACT_POWERS[Math.abs(exponent)] ?? 1;
  return exponent >= 0 ? mantissa * power : mantissa / power;
}

function bigMantissa(bytes: Uint8Array, start: number, end: number): bigint {
  let mantissa = 0n;
  for (let at = start; at < end; at += 1) if (bytes[at] !== 0x2e) mantissa = mantissa * BigInt(BASE) + BigInt(digitOf(bytes[at] ?? 0));
  return mantissa;
}
