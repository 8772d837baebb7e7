import { describe, expect, test } from 'vitest';
import { csvOf } from '../../../src/rest-compat/records/csv.ts';
import { curationStatesCsv, curationStatusRecord } from '../../../src/rest-compat/datasets/records/curation-record.ts';

const STATE = {
  dataset: { landingPageUrl: 'https://repo.example.org/dataset.xhtml?persistentId=doi:10.5072/FK2/ABC' },
  title: 'Tides',
  draftCreatedAt: '2025-11-19T23:59:59.999Z',
  draftUpdatedAt: '2025-11-20T00:00:00.000Z',
  status: { label: 'Author contacted', createdAt: '2025-11-20T10:00:00.123Z', userName: 'finch' },
  curators: [{ role: { alias: 'curator' }, assignees: ['@finch', '&explicit/1-team'] }],
};
const ROLES = [{ alias: 'admin' }, { alias: 'curator' }];

function cellsOf(states: readonly (typeof STATE | (Omit<typeof STATE, 'status'> & { status: null }))[]): string[] {
  const [, line = ''] = curationStatesCsv({ publishingRoles: ROLES, states }).split('\r\n');
  return [...line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );
}

describe('curation states as CSV', () => {
  test('have a column for each role that can publish, empty if it has no holders', () => {
    const [headings] = curationStatesCsv({ publishingRoles: ROLES, states: [] }).split('\r\n');
    expect(headings).toBe('Dataset,Date Created,Last Modified Date,Curation Status,Status Set Time,Status Set By,admin,curator');
    expect(cellsOf([STATE])).toEqual([
      '=HYPERLINK("https://repo.example.org/dataset.xhtml?persistentId=doi:10.5072/FK2/ABC","Tides")',
      '2025-11-19',
      '2025-11-20',
      'Author contacted',
      '2025-11-20 10:00:00',
      'finch',
      '',
      '@finch;&explicit/1-team',
    ]);
  });

  test('say <none> where no status was ever set, and where one was cleared', () => {
    expect(cellsOf([{ ...STATE, status: null }]).slice(3, 6)).toEqual(['<none>', '<none>', '<none>']);
  });

  test('keep a title inside the text of the formula', () => {
    const title = 'A"),HYPERLINK("https://evil.example","B\nC';
    expect(cellsOf([{ ...STATE, title }])[0]).toMatch(/,"A""\),HYPERLINK\(""https:\/\/evil\.example"",""B C"\)$/);
  });
});

test('CSV quotes cells with commas, quotes and line breaks, and no others', () => {
  const cells = ['a,b', 'say "x"', 'two\nlines', '', 'plain text; =1'];
  expect(csvOf([cells])).toBe('"a,b","say ""x""","two\nlines",,plain text; =1\r\n');
});

test('the record of a status leaves out what there is none of', () => {
  expect(curationStatusRecord(STATE.status)).toEqual({
    label: 'Author contacted',
    createTime: '2025-11-20 10:00:00.123',
    assigner: '@finch',
  });
  expect(curationStatusRecord({ label: null, createdAt: '2025-11-20T10:00:00.123Z', userName: null })).toEqual({
    createTime: '2025-11-20 10:00:00.123',
  });
});
