import { expect, it } from 'vitest';
import { GrowingBytes } from '../../../src/tabular/growing-bytes.ts';
import { decimalExponent } from '../../../src/tabular/power-of-ten.ts';
import { pushDecimal } from '../../../src/tabular/shortest-decimal.ts';
import { seededRandom } from '../../integration/domain/seeded-random.ts';

/** What is written for a number; undefined where it is left to the language. */
function written(value: number): string | undefined {
  const out = new GrowingBytes(4);
  return pushDecimal(out, value) ? out.view().toString('latin1') : undefined;
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** Doubles of every bit between 1e-5 and 1e16, and those that people write. */
function drawn(count: number): number[] {
  const { below } = seededRandom(31);
  return Array.from({ length: count }, (_, at) => {
    const sign = at % 2 === 0 ? 1 : -1;
    if (at % 3 === 0) return (sign * Math.floor(below(2 ** 31))) / 10 ** Math.floor(below(10));
    if (at % 3 === 1) return sign * Math.fround(below(2 ** 31) / 2 ** Math.floor(below(31)));
    words[0] = below(2 ** 31) * 2 + (at % 4);
    words[1] = ((1023 - 16 + Math.floor(below(70))) << 20) | Math.floor(below(2 ** 20));
    return sign * (double[0] ?? 0);
  });
}

it('decimals are written as the language writes them, or left to it', () => {
  const edges = [0.1, 0.2, 0.30000000000000004, 1 / 3, 2 / 3, 1.5, 0.001, 0.0001, 9.999999999999998, 999999999999999.9, 1e15 - 0.125];
  const values = [...edges, ...edges.map((edge) => -edge), ...drawn(60_000)];
  const quick = values.filter((value) => written(value) !== undefined);
  expect(quick.filter((value) => written(value) !== String(value))).toStrictEqual([]);
  // Most are, or this would say nothing.
  expect(quick.length).toBeGreaterThan(values.length / 2);
});

it('whole numbers, and those that have an exponent or none, are left to the language', () => {
  expect([0, -0, 1, 2 ** 40, 1e-7, 1e300, Infinity, Number.NaN].map(written)).toStrictEqual(Array(8).fill(undefined));
});

it('the power of ten of a number is that of its first digit', () => {
  for (const value of drawn(20_000)
    .map(Math.abs)
    .filter((size) => size > 0)) {
    expect(decimalExponent(value)).toBe(Number(value.toExponential().split('e')[1]));
  }
});
