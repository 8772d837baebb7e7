/** Decimals of more digits than a double holds, read without a string: a quotient of two sums of doubles, rounded once. */
import { biasedExponent, halfStep, isPowerOfTwo } from '../../double-bits.ts';
import { productError } from '../../exact-product.ts';

/** The quotient is known far better than this part of a step. */
const CERTAIN = 1e-6;

/**
 * The double nearest to `(upper * scale + lower) / power`; NaN where that is too close to the middle between two of them.
 * @param upper `upper`, `lower` and `scale` are whole numbers below 2^31, `power` is at most 1e22
 */
export function nearestQuotient(upper: number, scale: number, lower: number, power: number): number {
  const product = upper * scale;
  const rest = productError(upper, scale, product) + lower;
  const rough = product / power;
  const back = rough * power;
  const correction = (product - back - productError(rough, power, back) + rest) / power;
  const nearest = rough + correction;
  if (isPowerOfTwo(nearest)) return Number.NaN;
  const left = Math.abs(rough - nearest + correction);
  return left > halfStep(biasedExponent(nearest)) * (1 - CERTAIN) ? Number.NaN : nearest;
}
