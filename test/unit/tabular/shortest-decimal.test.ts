import { expect, it } from 'vitest';
import { GrowingBytes } from '../../../src/tabular/growing-bytes.ts';
import { floatNotation } from '../../../src/tabular/number-notation.ts';
import { decimalExponent } from '../../../src/tabular/power-of-ten.ts';
import { pushDecimal } from '../../../src/tabular/shortest-decimal.ts';
import { pushFloat } from '../../../src/tabular/shortest-float.ts';
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

it('numbers of 32 bits are written as the notation by strings writes them, or left to it', () => {
  const { below } = seededRandom(32);
  const bits = new Uint32Array(1);
  const float = new Float32Array(bits.buffer);
  const drawn32 = Array.from({ length: 60_000 }, (_, at) => {
    if (at % 3 === 0) return Math.fround((at % 2 === 0 ? 1 : -1) * (Math.floor(below(2 ** 24)) / 10 ** Math.floor(below(8))));
    bits[0] = ((at % 2) * 2 ** 31 + ((127 - 11 + Math.floor(below(36))) << 23) + Math.floor(below(2 ** 23))) >>> 0;
    return float[0] ?? 0;
  });
  const edges = [0.1, 0.001, 9_999_999.5, 8_388_607.5, 0.99999994, 1.0000001, 0.3, 2.19, 16_777_216, 0.125].map(Math.fround);
  const values = [...edges, ...drawn32];
  const text = (value: number): string | undefined => {
    const out = new GrowingBytes(4);
    return pushFloat(out, value) ? out.view().toString('latin1') : undefined;
  };
  const quick = values.filter((value) => text(value) !== undefined);
  expect(quick.filter((value) => text(value) !== floatNotation(value))).toStrictEqual([]);
  expect(quick.length).toBeGreaterThan(values.length / 2);
});

it('whole numbers of 32 bits are written with all their digits', () => {
  const wholes = [0, 1, -1, 9, 10, 99, 100, 999, 1000, 9999, 10_000, 99_999_999, 100_000_000, 2 ** 31 - 1, -(2 ** 31)];
  const { below } = seededRandom(33);
  for (const whole of [
    ...wholes,
    ...Array.from({ length: 20_000 }, (_, at) => Math.floor(below(2 ** (at % 32))) * (at % 2 === 0 ? 1 : -1)),
  ]) {
    const out = new GrowingBytes(4);
    out.pushWhole(whole);
    expect(out.view().toString('latin1')).toBe(String(whole));
  }
});
