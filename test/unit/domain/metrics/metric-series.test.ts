import { expect, test } from 'vitest';
import { addedAfter, type Additions, monthTotals, totalUntil } from '../../../../src/domain/metrics/metric-series.ts';

const additions: Additions = [
  ['2025-11-30', 2],
  ['2026-01-01', 1],
  ['2026-01-31', 4],
  ['2026-02-01', 8],
];

test('a total has all until the last day of a month', () => {
  expect([null, '2025-10', '2025-11', '2025-12', '2026-01', '2026-02'].map((month) => totalUntil(additions, month))).toEqual([
    15, 0, 2, 2, 7, 15,
  ]);
});

test('what is new came after the day, not on it', () => {
  expect(['2025-01-01', '2025-11-30', '2026-01-31', '2026-02-01'].map((day) => addedAfter(additions, day))).toEqual([15, 13, 8, 0]);
});

test('a series has the total of each month in which something was added', () => {
  expect(monthTotals(additions)).toEqual([
    { date: '2025-11', count: 2 },
    { date: '2026-01', count: 7 },
    { date: '2026-02', count: 15 },
  ]);
  expect(monthTotals([])).toEqual([]);
});
