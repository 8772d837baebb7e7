import { expect, test } from 'vitest';
import { monthsLater } from '../../../src/domain/files/dated-files.ts';

test.each([
  ['2026-11-22', 1, '2026-12-22'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2027-12-31', 2, '2028-02-29'],
  ['2026-01-31', 12, '2027-01-31'],
  ['2026-11-22', 12_000, '3026-11-22'],
])('%s and %i months are %s', (from, months, to) => {
  expect(monthsLater(from, months)).toBe(to);
});
