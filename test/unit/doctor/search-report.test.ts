import { expect, test } from 'vitest';
import { jsonIndexReport, readableIndexReport } from '../../../src/doctor/search-report.ts';

const nothing = { described: { COLLECTION: 2, DATASET: 3, DATAFILE: 4 }, missing: 0, stale: 0, leftOver: 0, mended: false };
const fault = { fault: 'STALE', kind: 'DATASET', rowId: 7, nodeId: 5 } as const;

test('a fault is a line, and the summary says what to do', () => {
  const lines: string[] = [];
  const report = readableIndexReport({ out: (line) => void lines.push(line), transient: (line) => void lines.push(line) });
  report.progress({ kind: 'DATASET', done: 2, total: 3 });
  report.finding(fault);
  report.summary({ ...nothing, stale: 1 });
  report.summary(nothing);
  expect(lines[0]).toBe('2 of about 3 datasets compared');
  expect(lines[1]).toMatch(/^stale +dataset 5, record 7$/);
  expect(lines[3]).toContain('--mend describes everything anew');
  expect(lines.at(-1)).toBe('The index agrees with them.');
});

test('programs get a line of JSON for each fault, the summary last', () => {
  const lines: string[] = [];
  const report = jsonIndexReport({ out: (line) => void lines.push(line) });
  report.finding(fault);
  report.summary(nothing);
  expect(lines.map((line) => JSON.parse(line))).toEqual([fault, { fault: 'SUMMARY', ...nothing }]);
});
