// Files that end early, at every kilobyte: those of the fixtures, larger ones made of rows, and with TABLE_CUTS those that it names, divided by colons.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blankSav, rNumbers, stata } from '../../../campaign/dimensions/hostile-tables.ts';
import { readers } from '../../../src/tabular/readers/readers.ts';
import { csvReader } from '../../../src/tabular/readers/csv/read-csv.ts';
import type { TableReader } from '../../../src/tabular/table-reader.ts';
import { workbookOf } from '../../support/workbook-of.ts';
import { refusalOf } from './damage.ts';
import { fixtureBytes, fixtureNames } from './read-table.ts';
import { recordedInput, recordingsExist } from './recorded-table.ts';

const KILOBYTE = 1024;

/** How the beginnings of a file end, in steps of a kilobyte: as a table, or as one that is refused. Throws where one ends in another way. */
async function beginnings(bytes: Buffer, reader: TableReader): Promise<{ readonly read: number; readonly refused: number }> {
  let read = 0;
  let refused = 0;
  for (let length = 0; length < bytes.length; length += KILOBYTE) {
    if ((await refusalOf(reader, bytes.subarray(0, length))) === undefined) read += 1;
    else refused += 1;
  }
  return { read, refused };
}

function readerOf(bytes: Buffer): TableReader {
  return readers.find(({ recognises }) => recognises(bytes.subarray(0, 8192))) ?? csvReader;
}

const row = '<row><c><v>1.5</v></c><c t="inlineStr"><is><t>Zürich</t></is></c></row>';
const made: Readonly<Record<string, () => Buffer>> = {
  'rows of Stata': () => stata({ variables: 10, rows: 20_000 }),
  'rows of SPSS': () => blankSav({ variables: 8, rows: 25_000 }),
  'numbers of R': () => rNumbers(25_000),
  'rows of a workbook': () => workbookOf({ rows: row.repeat(40_000) }),
};

describe('a file that ends at any kilobyte is a shorter table or none:', () => {
  it.each(fixtureNames(''))('%s', async (name) => {
    const bytes = fixtureBytes(name);
    expect((await beginnings(bytes, readerOf(bytes))).refused).toBeGreaterThan(0);
  });

  it.each(Object.entries(made))('%s', async (_, make) => {
    const bytes = make();
    const { read, refused } = await beginnings(bytes, readerOf(bytes));
    // Each says how long it is, or has an end.
    expect(read).toBe(0);
    expect(refused).toBeGreaterThan(10);
  });

  it('rows of CSV, which are a table where they end with a row', async () => {
    const bytes = Buffer.from(`id,name,day\n${'1,"Änne ""A""",2017-06-20\n'.repeat(8000)}`);
    const { read, refused } = await beginnings(bytes, csvReader);
    expect(Math.min(read, refused)).toBeGreaterThan(10);
  });

  it.runIf(recordingsExist).each([['stata13-auto.dta'], ['dct.sav'], ['IngestCSV.csv']])('%s (needs ../shared/samples)', async (name) => {
    const bytes = recordedInput(name, 'samples');
    expect((await beginnings(bytes, readerOf(bytes))).refused).toBeGreaterThan(0);
  });

  it.each((process.env['TABLE_CUTS'] ?? '').split(':').filter((path) => path !== ''))('%s', { timeout: 3_600_000 }, async (path) => {
    const bytes = readFileSync(path);
    const { read, refused } = await beginnings(bytes, readerOf(bytes));
    process.stdout.write(`${basename(path)}: ${refused} of ${read + refused} beginnings are refused\n`);
    expect(refused).toBeGreaterThan(0);
  });
});
