/** Powers of ten, and which of them a number begins with, without logarithms. */

import { biasedExponent } from './double-bits.ts';

/** 1e0 to 1e22, which doubles hold exactly. */
export const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** The power of ten of the largest number of each power of two, by the exponent as doubles hold it. */
const OF_BINARY = Int32Array.from({ length: 2048 }, (_, biased) => Math.floor((biased - 1022) * Math.LOG10E * Math.LN2));

/** The power of ten of the first digit of a number, or one more, by its exponent as doubles hold it. */
export function roughExponent(biased: number): number {
  return OF_BINARY[biased] ?? 0;
}

/** The power of ten of the first digit of a number from 1e-15 up to 1e22, or of one that is a rounding error below it. */
export function decimalExponent(size: number): number {
  const exponent = roughExponent(biasedExponent(size));
  const isBelow = exponent >= 0 ? size < (POWERS_OF_TEN[exponent] ?? Infinity) : size * (POWERS_OF_TEN[-exponent] ?? Infinity) < 1;
  return isBelow ? exponent - 1 : exponent;
}
