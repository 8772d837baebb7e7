import { describe, expect, it } from 'vitest';
import { cellNumber } from '../../../src/tabular/readers/xlsx/cell-number.ts';
import { xlsxReader } from '../../../src/tabular/readers/xlsx/read-xlsx.ts';
import { columnLetters } from '../../../src/tabular/readers/xlsx/sheet-rows.ts';
import { readableCuts, readWithTurnedBits, refusalOf } from './damage.ts';
import { fixtureBytes, readTable, type Cell } from './read-table.ts';
import { inRecordedWords, recordedInput, recordedRows, recordedVariables, recordingsExist } from './recorded-table.ts';
import { workbookOf, type WorkbookParts } from '../../support/workbook-of.ts';

const OPENPYXL = 'workbook-openpyxl.xlsx';
const XLSXWRITER = 'workbook-xlsxwriter.xlsx';
const NAMES = '<row><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c></row>';

/** Serial numbers of the three days in the fixtures, which count from 1900 or 1904. */
function fixtureRows([first, second, third]: readonly [number, number, number], more: readonly Cell[]): Cell[][] {
  return [
    [1, 'Ann', 1.5, 'x', first, 1, '1', ...more],
    [2, 'Bob, "Jr."\n\tline', -2, '', second, 0, 'a', ...more],
    [null, '日本', 1e-7, '', null, null, '', ...more],
    [4, 'quoted', null, null, third, 1, '123456789.123', ...more],
  ];
}

async function rowsOf(parts: WorkbookParts): Promise<readonly (readonly Cell[])[]> {
  return (await readTable(xlsxReader, workbookOf(parts))).rows;
}

async function namesOf(parts: WorkbookParts): Promise<string[]> {
  return (await readTable(xlsxReader, workbookOf(parts))).variables.map(({ name }) => name);
}

describe('Workbooks', () => {
  it('hold what openpyxl wrote', async () => {
    expect(xlsxReader.recognises(fixtureBytes(OPENPYXL).subarray(0, 8192))).toBe(true);
    const { variables, rows } = await readTable(xlsxReader, fixtureBytes(OPENPYXL));
    expect(rows).toStrictEqual(fixtureRows([43831, 44259.5, 36525], []));
    expect(variables.map(({ name, interval, storage }) => [name, interval, storage])).toStrictEqual([
      ['anid', 'contin', 'double'],
      ['firstname', 'discrete', 'text'],
      ['value', 'contin', 'double'],
      ['D', 'discrete', 'text'],
      ['day', 'contin', 'double'],
      ['flag', 'contin', 'double'],
      ['mixed', 'discrete', 'text'],
    ]);
  });

  it('hold what XlsxWriter wrote, with cells beyond the names', async () => {
    const { variables, rows } = await readTable(xlsxReader, fixtureBytes(XLSXWRITER));
    expect(rows).toStrictEqual([
      ...fixtureRows([42369, 42797.5, 35063], [null, '']),
      [null, 'two runs', 0.25, 'ab', null, null, '', null, ''],
      [null, '', null, '', null, null, '', null, 'beyond the names'],
    ]);
    expect(variables.slice(7).map(({ name }) => name)).toStrictEqual(['H', 'I']);
  });

  it('are told from other zip archives', () => {
    expect(xlsxReader.recognises(workbookOf({ rows: '' }))).toBe(true);
    expect(xlsxReader.recognises(workbookOf({ rows: '' }).subarray(0, 20))).toBe(false);
    expect(xlsxReader.recognises(Buffer.from('PK\u0003\u0004 and nothing of a workbook'))).toBe(false);
  });

  it('are numbers where every cell is one or stands for one', async () => {
    const cell = (text: string): string => `<c t="str"><v>${text}</v></c>`;
    const values = ['.', 'NA', 'nan', 'INF', '+Inf', '-inf', 'Null', ' 12 ', '1e3'];
    const rows = await rowsOf({ rows: NAMES + values.map((text) => `<row>${cell(text)}${cell('x')}</row>`).join('') });
    expect(rows.map(([value]) => value)).toStrictEqual([
      null,
      null,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      0,
      12,
      1000,
    ]);
  });

  it('are texts where one cell is none, numbers as they stand', async () => {
    const rows = await rowsOf({
      rows: `${NAMES}<row><c><v>1.50</v></c></row><row><c t="e"><v>#DIV/0!</v></c></row><row><c t="b"><v>1</v></c><c><v>2</v></c></row>`,
    });
    expect(rows).toStrictEqual([
      ['1.50', null],
      ['#DIV/0!', null],
      ['1', 2],
    ]);
  });

  it('have names without blanks, from letters where there is none, and twice', async () => {
    const text = (content: string): string => `<c t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;
    const names = `<row/><row spans="1:5">${text('a_b c&#10;d&#9;e')}${text('  ')}${text('x')}${text('x')}</row>`;
    expect(await namesOf({ rows: `${names}<row><c><v>1</v></c></row>` })).toStrictEqual(['abcde', 'B', 'x', 'x', 'E']);
  });

  it('take cells by their references, in whatever order', async () => {
    expect(await rowsOf({ rows: `${NAMES}<row r="2"><c r="B2"><v>2</v></c><c r="A2"><v>1</v></c></row>` })).toStrictEqual([[1, 2]]);
  });

  it('have texts of several runs, without their pronunciation and with characters that XML lacks', async () => {
    const sharedStrings = '<si><r><t>two </t></r><r><t>runs</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si><si><t>a_x000D_b</t></si>';
    const shared = (index: number): string => `<row><c t="s"><v>${index}</v></c></row>`;
    expect(await rowsOf({ rows: NAMES + shared(0) + shared(1), sharedStrings })).toStrictEqual([
      ['two runs', null],
      ['a\rb', null],
    ]);
  });

  it('are the sheet with the relation rId1, else the first one', async () => {
    const rows = `${NAMES}<row><c><v>1</v></c></row>`;
    expect(await rowsOf({ rows, sheetIds: ['rId4', 'rId5'] })).toHaveLength(1);
    expect(await refusalOf(xlsxReader, workbookOf({ rows, sheetIds: ['rId4', 'rId1'] }))).toMatchObject({ failure: 'NO_ROWS' });
  });

  it('may have prefixes in their XML', async () => {
    const content =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c><x:v>7</x:v></x:c></x:row><x:row><x:c><x:v>8</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(
      await rowsOf({
        rows: '',
        replaced: [
          { path: 'XL/worksheets/Sheet0.xml', content },
          { path: 'xl/worksheets/sheet0.xml', content },
        ],
      }),
    ).toStrictEqual([[8]]);
  });

  it.runIf(recordingsExist)('have the variables and cells that were recorded', async () => {
    const table = await readTable(xlsxReader, recordedInput('made3.xlsx'));
    expect(inRecordedWords(table)).toStrictEqual(recordedVariables('ingest-dataTables-made3.xlsx'));
    expect(table.rows).toStrictEqual(recordedRows('ingest-tab-made3.xlsx'));
  });
});

describe('Hostile workbooks', () => {
  const row = '<row><c><v>1</v></c></row>';

  it.each([
    ['nothing of a workbook', { replaced: [{ path: '_rels/.rels', content: '<Relationships/>' }] }, 'MALFORMED'],
    ['no sheet', { sheetIds: [] }, 'UNSUPPORTED'],
    ['names alone', { rows: NAMES }, 'NO_ROWS'],
    ['no rows', { rows: '' }, 'NO_ROWS'],
    ['a text that is not there', { rows: `${NAMES}<row><c t="s"><v>5</v></c></row>` }, 'MALFORMED'],
    ['a column that no sheet has', { rows: `${NAMES}<row><c r="ZZZ2"><v>5</v></c></row>` }, 'MALFORMED'],
    ['a document type', { prolog: '<!DOCTYPE worksheet [<!ENTITY a "aaaa">]>' }, 'UNSUPPORTED'],
    ['elements in elements', { rows: '<x>'.repeat(100) }, 'MALFORMED'],
    ['XML that ends early', { rows: `${NAMES}<row>` }, 'MALFORMED'],
    [
      'another encoding',
      { replaced: [{ path: 'xl/worksheets/sheet0.xml', content: Buffer.from('<worksheet>\xff', 'latin1') }] },
      'UNSUPPORTED',
    ],
    ['many attributes', { rows: `<row ${Array.from({ length: 99 }, (_, index) => `a${index}=""`).join(' ')}/>` }, 'MALFORMED'],
    ['a long attribute', { rows: `<row a="${'a'.repeat(3 << 20)}"/>` }, 'TOO_LARGE'],
    ['a long text', { rows: `${NAMES}<row><c t="str"><v>${'a'.repeat(3 << 20)}</v></c></row>` }, 'TOO_LARGE'],
    ['a long shared text', { rows: NAMES + row, sharedStrings: `<si>${`<t>${'a'.repeat(1 << 19)}</t>`.repeat(3)}</si>` }, 'TOO_LARGE'],
    ['many shared texts', { rows: NAMES + row, sharedStrings: `<si><t>${'a'.repeat(1000)}</t></si>`.repeat(1100) }, 'TOO_LARGE'],
    ['many cells in a row', { rows: `${NAMES}<row>${'<c r="A2"><v>1</v></c>'.repeat(20_000)}</row>` }, 'TOO_LARGE'],
    ['more cells than a sheet has columns', { rows: `${NAMES}<row>${'<c/>'.repeat(20_000)}</row>` }, 'MALFORMED'],
    ['a part of a wrong checksum', { replaced: [{ path: 'xl/worksheets/sheet0.xml', content: row + row, claimedCrc: 1 }] }, 'MALFORMED'],
    [
      'a part that is encrypted',
      { replaced: [{ path: 'xl/worksheets/sheet0.xml', content: row, deflated: true, flags: 1 }] },
      'UNSUPPORTED',
    ],
    [
      'a part that grows a thousandfold',
      { replaced: [{ path: 'xl/worksheets/sheet0.xml', content: Buffer.alloc(70 << 20, ' '), deflated: true }] },
      'TOO_LARGE',
    ],
    [
      'a part that grows beyond what it says',
      { replaced: [{ path: 'xl/worksheets/sheet0.xml', content: Buffer.alloc(1 << 20, ' '), deflated: true, claimedBytes: 10 }] },
      'MALFORMED',
    ],
    // The last column of a sheet in each of ten thousand rows: 160 million cells of 10,000.
    ['few cells far apart', { rows: NAMES + '<row><c r="XFD2"><v>1</v></c></row>'.repeat(10_000) }, 'TOO_LARGE'],
  ] satisfies readonly [string, Partial<WorkbookParts>, string][])('with %s are refused', async (_, parts, failure) => {
    expect(await refusalOf(xlsxReader, workbookOf({ rows: NAMES + row, ...parts }))).toMatchObject({ failure });
  });

  it('are refused wherever they end too early', async () => {
    expect(await readableCuts(xlsxReader, fixtureBytes(OPENPYXL))).toBe(0);
  });

  it('are read or refused whatever bits are wrong', async () => {
    expect(await readWithTurnedBits(xlsxReader, [fixtureBytes(OPENPYXL), fixtureBytes(XLSXWRITER)])).toBeGreaterThan(0);
  });

  it('are read or refused whatever is wrong in their XML', async () => {
    const whole = `${NAMES}<row r="2" spans="1:2"><c r="A2" t="s"><v>0</v></c><c r="B2"><f>1</f><v>1.5</v></c></row>`;
    const sharedStrings = '<si><t>text</t></si>';
    const places = Array.from({ length: 40 }, (_, index) => Math.floor((index * whole.length) / 40));
    const damaged = places.flatMap((at) => [
      workbookOf({ rows: whole.slice(0, at) + whole.slice(at + 1), sharedStrings }),
      workbookOf({ rows: `${whole.slice(0, at)}&${whole.slice(at)}`, sharedStrings }),
    ]);
    let refused = 0;
    for (const bytes of damaged) if ((await refusalOf(xlsxReader, bytes)) !== undefined) refused += 1;
    expect(refused).toBeGreaterThan(0);
  });
});

describe('Cells of workbooks', () => {
  it.each(['1', '-1.5', '.5', '1.', '1e5', '1E-400', '2.5f', '1d', ' 3 '])('%s is a number', (text) => {
    expect(cellNumber(text)).toBeTypeOf('number');
  });

  it.each(['', ' ', 'e5', '1,000', '0x10', '1 2', 'N/A', 'Infinity', '١', '--1'])('%s is none', (text) => {
    expect(cellNumber(text)).toBeUndefined();
  });

  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16383, 'XFD'],
  ])('column %i is %s', (column, letters) => {
    expect(columnLetters(column)).toBe(letters);
  });
});
