import { expect, it } from 'vitest';
import { isPlainDate } from '../../../src/tabular/plain-date.ts';

function isPlain(text: string): boolean {
  const bytes = Buffer.from(`x${text}y`);
  return isPlainDate(bytes, 1, bytes.length - 1);
}

it('every day of two thousand years is a plain date, as Date knows days', () => {
  const wrong: string[] = [];
  for (let year = 1; year < 2401; year += 7) {
    for (let month = 0; month <= 13; month += 1) {
      for (const day of [0, 1, 28, 29, 30, 31, 32]) {
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
        if (isPlain(text) !== isDay) wrong.push(text);
      }
    }
  }
  expect(wrong).toEqual([]);
});

it.each(['', '2017-6-20', '2017-06-2', '2017/06/20', '2017-06-20x', '0000-01-01', '-017-01-01', '20170-6-20', '2017-06-2a', '２017-06-20'])(
  '%j is none',
  (text) => {
    expect(isPlain(text)).toBe(false);
  },
);
