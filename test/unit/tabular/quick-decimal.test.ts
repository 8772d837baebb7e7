import { expect, it } from 'vitest';
import { decimalValue, isDecimal, quickDecimal } from '../../../src/tabular/readers/csv/cell-number.ts';
import { seededRandom } from '../../integration/domain/seeded-random.ts';

const quick = (text: string): number => quickDecimal(Buffer.from(text), 0, text.length);
const { below } = seededRandom(41);
const whole = (most: number): number => Math.floor(below(most));
const drawnDigits = (count: number): string => Array.from({ length: count }, () => whole(10)).join('');

/** Decimals of every length, and doubles with all of their digits. */
const drawn = Array.from({ length: 60_000 }, (_, at) => {
  const sign = ['', '-', '+'][at % 3] ?? '';
  if (at % 2 === 0) return `${sign}${below(10 ** whole(8)) / 10 ** whole(6)}`;
  const text = drawnDigits(1 + whole(20));
  const point = whole(text.length + 1);
  return `${sign}${text.slice(0, point)}.${text.slice(point)}`;
});

it('decimals are the numbers that the language reads, or left to it', () => {
  const edges = [
    '0',
    '-0',
    '0.1',
    '.5',
    '5.',
    '9007199254740993',
    '9007199254740992.5',
    '0.30000000000000004',
    '999999999999999999',
    '000000000000000000001.5',
  ];
  // Halfway between two doubles, and a digit beside it.
  const halfway = [
    '9007199254740993.0',
    '9007199254740993.1',
    '4503599627370497.5',
    '4503599627370496.5',
    '1.00000000000000011',
    '1.000000000000000111',
  ];
  const texts = [...edges, ...halfway, ...drawn];
  const read = texts.filter((text) => !Number.isNaN(quick(text)));
  expect(read.filter((text) => !Object.is(quick(text), Number(text)))).toStrictEqual([]);
  expect(read.length).toBeGreaterThan(texts.length * 0.8);
});

it('what is no decimal is left to others', () => {
  for (const text of ['', '+', '-', '.', '-.', '1.2.3', '1e5', '1-2', ' 1', 'NaN', '1,5']) expect(quick(text), text).toBeNaN();
});

it('every decimal has a value', () => {
  for (const text of drawn.filter((one) => isDecimal(Buffer.from(one), 0, one.length))) {
    expect(decimalValue(Buffer.from(text), 0, text.length), text).toBe(Number(text));
  }
});
