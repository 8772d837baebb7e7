import { expect, test } from 'vitest';
import { jsonReport, readableReport, type StorageSummary } from '../../../src/doctor/storage-report.ts';
import { terminalStreams } from '../../../src/terminal-streams.ts';
import type { StorageFinding } from '../../../src/domain/integrity/storage-doctor/finding.ts';

const location = { driver: 'local', authority: '10.5072', identifier: 'FK2/ABCDEF', storageId: '19a2b3c4d5e-0123456789ab' };
const missing: StorageFinding = {
  kind: 'MISSING',
  fileId: 57,
  datasetId: 12,
  label: 'weights.csv',
  location,
  expectedBytes: 8,
  foundBytes: null,
};
const orphan: StorageFinding = { kind: 'ORPHAN', location, foundBytes: 2048, modifiedAt: new Date('2026-11-19T10:00:00Z') };
const nothing: StorageSummary = {
  files: 2,
  objects: 1,
  missing: 0,
  wrongSize: 0,
  storeUnknown: 0,
  orphans: 0,
  orphanBytes: 0,
  movedAside: 0,
  staleUploads: 0,
  staleUploadsDeleted: false,
  youngObjects: 0,
  youngObjectBytes: 0,
  objectsJudgedFromHours: 24,
  youngUploads: 0,
  uploadsJudgedFromHours: 25,
};

function written(mend: boolean): { readonly lines: string[]; readonly report: ReturnType<typeof readableReport> } {
  const lines: string[] = [];
  return { lines, report: readableReport({ out: (line) => void lines.push(line), transient: undefined }, mend) };
}

test('a difference is a line that names file, dataset and place', () => {
  const { lines, report } = written(false);
  report.finding(missing);
  report.finding(orphan);
  expect(lines[0]).toMatch(/^missing .*file 57 "weights\.csv" of dataset 12.*local:\/\/10\.5072\/FK2\/ABCDEF\/19a2b3c4d5e-0123456789ab$/);
  expect(lines[1]).toMatch(/^without file .*2\.0 KB, of 2026-11-19T10:00:00\.000Z$/);
});

test('the summary says what to do, and that there is nothing to do', () => {
  const { lines, report } = written(false);
  report.summary(nothing);
  expect(lines).toEqual(['2 files in the database, 1 object in the storage.', 'They agree.']);
  lines.length = 0;
  report.summary({ ...nothing, missing: 1, orphans: 2, orphanBytes: 2048 });
  expect(lines.slice(1)).toEqual([
    '1 file lacks its bytes: restore them from a backup.',
    '2 objects without a file, 2.0 KB: nothing needs them; --mend moves them to .quarantine.',
  ]);
});

test('what is too young to judge is named, with the age from which it is judged, and no agreement is claimed for it', () => {
  const { lines, report } = written(false);
  report.finding({ ...orphan, kind: 'YOUNG_OBJECT' });
  report.finding({ kind: 'YOUNG_UPLOAD', handle: '19a2b3c4d5e', foundBytes: 5, modifiedAt: new Date('2026-11-22T10:00:00Z') });
  expect(lines).toEqual([expect.stringMatching(/^too young .*local:\/\//), expect.stringMatching(/^too young .*19a2b3c4d5e/)]);
  lines.length = 0;
  report.summary({ ...nothing, youngObjects: 2, youngObjectBytes: 2048, youngUploads: 1 });
  expect(lines.slice(1)).toEqual([
    '2 objects without a file, 2.0 KB, too young to judge: judged from an age of 24 hours on (--grace-hours).',
    '1 upload too young to judge, in progress or abandoned: judged from an age of 25 hours on.',
    'They agree, except for what is too young to judge.',
  ]);
  lines.length = 0;
  report.summary({ ...nothing, missing: 1, youngObjects: 1 });
  expect(lines.join('\n')).not.toContain('They agree');
});

test('for programs each difference and the summary are a line of JSON', () => {
  const lines: string[] = [];
  const report = jsonReport({ out: (line) => void lines.push(line) });
  report.progress({ step: 'files', done: 1, total: 2 });
  report.finding(orphan);
  report.summary(nothing);
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    { ...orphan, modifiedAt: '2026-11-19T10:00:00.000Z' },
    { kind: 'SUMMARY', ...nothing },
  ]);
});

test('progress is shown to a terminal alone, and wiped before a line', () => {
  const texts: string[] = [];
  const stream = (isTTY: boolean) => ({ isTTY, write: (text: string) => texts.push(text) });
  expect(terminalStreams(stream(false), stream(false)).transient).toBeUndefined();
  const { out, transient } = terminalStreams(stream(false), stream(true));
  transient?.('1 of 2');
  transient?.('2 of 2');
  out('done');
  expect(texts).toEqual(['\r\u001b[K1 of 2', '\r\u001b[K', 'done\n']);
});
