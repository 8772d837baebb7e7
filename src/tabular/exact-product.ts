/** Products of doubles with what rounding leaves of them. */

/** Divides a double into halves whose products are exact. Source: Dekker, A floating-point technique for extending the available precision */
const SPLITTER = 2 ** 27 + 1;

/** The upper half of the bits of a number. */
export function upperHalf(value: number): number {
  const wide = value * SPLITTER;
  return wide - (wide - value);
}

/** What has to be added to a product of two numbers to have it exactly. */
export function productError(one: number, other: number, product: number): number {
  const upper = upperHalf(one);
  const lower = one - upper;
  const otherUpper = upperHalf(other);
  const otherLower = other - otherUpper;
  return lower * otherLower - (product - upper * otherUpper - lower * otherUpper - upper * otherLower);
}
