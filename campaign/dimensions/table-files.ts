/** Files that are read as tables, of every format, that grow or lie. */
import { gzipSync } from 'node:zlib';
import { workbookOf } from '../../test/support/workbook-of.ts';
import { zipOf } from '../../test/support/zip-archive.ts';
import type { Bound, Dimension } from '../dimension.ts';
import { formOf } from './form.ts';
import { blankSav, portable, rList, rNumbers, rStart, rVector, stata, stataLabels } from './hostile-tables.ts';

/**
 * Reading runs in a thread of its own, for some minutes of a processor where a file is large enough: about ten seconds for what is sent here.
 * The common bound for the main thread stays.
 */
const READING: Partial<Bound> = { total: 5000 };

const times = (text: string, count: number): Buffer => Buffer.from(text.repeat(Math.max(1, Math.floor(count))));
const many = (count: number, write: (index: number) => string): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, index) => write(index)).join(''));
const cell = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const NAMES = `<row>${cell('a')}${cell('b')}</row>`;

type Upload = readonly [to: number, fileName: string, bytes: (size: number) => Buffer];

const texts: Readonly<Record<string, Upload>> = {
  'rows of CSV': [8_000_000, 'a.csv', (n) => Buffer.concat([Buffer.from('a,b\n'), times('1,2\n', n / 4)])],
  'different texts of CSV': [1_000_000, 'a.csv', (n) => many(n, (row) => `${row === 0 ? 'a' : `x${row}`}\n`)],
  'different numbers of CSV': [1_000_000, 'a.csv', (n) => many(n, (row) => `${row === 0 ? 'a' : Math.sin(row)}\n`)],
  'variables of CSV': [
    400_000,
    'a.csv',
    (n) => Buffer.concat([many(n, (column) => `${column === 0 ? '' : ','}v${column}`), times('\n1', 1), times(',1', n - 1)]),
  ],
  'variables of one name in CSV': [
    400_000,
    'a.csv',
    (n) => Buffer.concat([times('v,', n), Buffer.from('v\n'), times('1,', n), Buffer.from('1\n')]),
  ],
  'digits of a number of CSV': [16_000_000, 'a.csv', (n) => Buffer.concat([Buffer.from('a\n'), times('9', n)])],
  'zeros behind a point of CSV': [16_000_000, 'a.csv', (n) => Buffer.concat([Buffer.from('a\n0.'), times('0', n), Buffer.from('1\n')])],
  'quotes of CSV': [16_000_000, 'a.csv', (n) => Buffer.concat([Buffer.from('a\n'), times('"', n)])],
  'a quoted text of CSV': [16_000_000, 'a.csv', (n) => Buffer.concat([Buffer.from('a\n"'), times('x\n', n / 2)])],
  'NUL bytes of CSV': [16_000_000, 'a.csv', (n) => Buffer.concat([Buffer.from('a\n'), Buffer.alloc(n)])],
  'blanks before a date of CSV': [
    8_000_000,
    'a.csv',
    (n) => Buffer.concat([Buffer.from('a\n'), times(`${' '.repeat(99)}2020-01-31\n`, n / 110)]),
  ],
  'tabs of TSV': [200_000, 'a.tsv', (n) => Buffer.concat([times('v\t', n), Buffer.from('v\n'), times('1\t', n), Buffer.from('1\n')])],
};

const binaries: Readonly<Record<string, Upload>> = {
  'rows that a Stata file claims': [4_000_000_000, 'a.dta', (n) => stata({ variables: 1, rows: 10, claimedRows: n })],
  'variables that a Stata file claims': [32_000, 'a.dta', (n) => stata({ variables: 1, rows: 10, claimedVariables: n })],
  'variables of a Stata file': [32_000, 'a.dta', (n) => stata({ variables: n, rows: 2 })],
  'rows of a Stata file': [8_000_000, 'a.dta', (n) => stata({ variables: 1, rows: n })],
  'value labels of a Stata file': [400_000, 'a.dta', (n) => stataLabels(n, n)],
  'value labels that a Stata file claims': [4_000_000_000, 'a.dta', (n) => stataLabels(1, n)],
  'variables of an SPSS file': [100_000, 'a.sav', (n) => blankSav({ variables: n, rows: 2 })],
  'packed rows of an SPSS file': [4_000_000, 'a.sav', (n) => blankSav({ variables: 8, rows: n / 8 })],
  'rows that an SPSS file claims': [2_000_000_000, 'a.sav', (n) => blankSav({ variables: 1, rows: 8, claimedRows: n })],
  'the width of an SPSS text': [2_000_000_000, 'a.sav', (n) => blankSav({ variables: 1, rows: 8, textWidth: n })],
  'digits of a portable SPSS file': [4_000_000, 'a.por', (n) => portable('A'.repeat(n))],
  'slashes of a portable SPSS file': [4_000_000, 'a.por', (n) => portable('/'.repeat(n))],
  'lists in lists of R': [1_000_000, 'a.rds', (n) => Buffer.concat([rStart, ...Array.from({ length: n }, () => rList(1))])],
  'lists in packed lists of R': [
    20_000_000,
    'a.rds',
    (n) => gzipSync(Buffer.concat([rStart, Buffer.concat(Array<Buffer>(1000).fill(rList(1))), Buffer.alloc(n, rList(1))])),
  ],
  'what a list of R claims': [2_000_000_000, 'a.rds', (n) => Buffer.concat([rStart, rList(n)])],
  'what a vector of R claims': [2_000_000_000, 'a.rds', (n) => Buffer.concat([rStart, rVector(14, n)])],
  'packed numbers of R': [16_000_000, 'a.rds', (n) => gzipSync(rNumbers(n))],
  'a packed text of R': [
    100_000_000,
    'a.rds',
    (n) => gzipSync(Buffer.concat([rStart, rVector(16, 1), rVector(9, n), Buffer.alloc(n, 'x')])),
  ],
  'rows of a workbook': [200_000, 'a.xlsx', (n) => workbookOf({ rows: `${NAMES}${'<row><c><v>1</v></c></row>'.repeat(n)}` })],
  'rows of a workbook with a cell at the right edge': [
    4000,
    'a.xlsx',
    (n) => workbookOf({ rows: `${NAMES}${'<row><c r="XFD1"><v>1</v></c></row>'.repeat(n)}` }),
  ],
  'cells of a workbook that name one long text': [
    20_000,
    'a.xlsx',
    (n) =>
      workbookOf({
        rows: `${NAMES}${'<row><c t="s"><v>0</v></c></row>'.repeat(n)}`,
        sharedStrings: `<si><t>${'x'.repeat(1_000_000)}</t></si>`,
      }),
  ],
  'shared texts of a workbook': [400_000, 'a.xlsx', (n) => workbookOf({ rows: NAMES, sharedStrings: '<si><t>x</t></si>'.repeat(n) })],
  'the depth of a sheet': [1_000_000, 'a.xlsx', (n) => workbookOf({ rows: `${NAMES}${'<row>'.repeat(n)}` })],
  'a cell of a workbook': [30_000_000, 'a.xlsx', (n) => workbookOf({ rows: `${NAMES}<row>${cell('x'.repeat(n))}</row>` })],
  'entities of a sheet': [500, 'a.xlsx', (n) => workbookOf({ prolog: doubling(n), rows: `${NAMES}<row>${cell(`&e${n};`)}</row>` })],
  'entries of a workbook': [
    60_000,
    'a.xlsx',
    (n) => zipOf(Array.from({ length: n }, (_, index) => ({ path: `xl/${index === 0 ? 'workbook.xml' : index}`, content: '' }))),
  ],
};

/** Entities that double. */
function doubling(count: number): string {
  const entities = Array.from({ length: count }, (_, index) => `<!ENTITY e${index + 1} "&e${index};&e${index};">`);
  return `<!DOCTYPE x [<!ENTITY e0 "x">${entities.join('')}]>`;
}

/** 128,000 times what a file of R begins with, as one block of bzip2. */
const MEGABYTE_OF_R = Buffer.from(
  '425a683931415926535913c0ce5304e1ffce0000100800040010402000721b400a543d4c004aae8012ab8004aac004aaf000955800901c5dc914e142404f03394c',
  'hex',
);

export const tableFileDimensions: readonly Dimension[] = [
  ...Object.entries({ ...texts, ...binaries }).map(([kind, [to, fileName, bytes]]) => ({
    name: `table files: ${kind}`,
    as: 'depositor' as const,
    sizes: [8, to] as const,
    background: true as const,
    bound: READING,
    // A draft that holds large tables makes the next one dearer.
    writes: true,
    requests: (size: number, { draft }: { readonly draft: { readonly id: number } }) =>
      formOf(`/api/datasets/${draft.id}/add`, [{ name: 'file', fileName, content: bytes(size) }]),
  })),
  {
    name: 'table files: blocks of bzip2 in an archive, of which each could be of R',
    as: 'depositor',
    sizes: [1, 400],
    background: true,
    writes: true,
    requests: (size, { draft }) =>
      formOf(`/api/datasets/${draft.id}/add`, [
        {
          name: 'file',
          fileName: 'a.zip',
          content: zipOf(Array.from({ length: size }, (_, index) => ({ path: `${index}.bin`, content: MEGABYTE_OF_R }))),
        },
      ]),
  },
];
