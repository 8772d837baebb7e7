/** What the bits of doubles say. */

const NUMBER = new Float64Array(1);
const WORDS = new Int32Array(NUMBER.buffer);
/** The upper half of a double is the second word of it, or the first. */
const HIGH = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;
const MANTISSA = 0xf_ff_ff;
const HALF_STEPS = Float64Array.from({ length: 2048 }, (_, biased) => 2 ** (biased - 1023 - 53));

/** The exponent of a number that is not negative, as doubles hold it: from 0 to 2047. */
export function biasedExponent(size: number): number {
  NUMBER[0] = size;
  return (WORDS[HIGH] ?? 0) >>> 20;
}

/** Whether the next smaller number is nearer than the next larger one. */
export function isPowerOfTwo(size: number): boolean {
  NUMBER[0] = size;
  return ((WORDS[HIGH] ?? 0) & MANTISSA) === 0 && WORDS[1 - HIGH] === 0;
}

/** Half the distance from a number that is not negative to the next larger one, by its exponent as doubles hold it. */
export function halfStep(biased: number): number {
  return HALF_STEPS[biased] ?? 0;
}
