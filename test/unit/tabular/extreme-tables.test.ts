// Very long texts, labels beyond Latin letters, numbers at the ends of their types and early days: tools/make-extreme-fixtures.py has the same values.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { csvReader } from '../../../src/tabular/readers/csv/read-csv.ts';
import { savReader } from '../../../src/tabular/readers/spss/read-sav.ts';
import { stataReader } from '../../../src/tabular/readers/stata/read-stata.ts';
import type { Table } from '../../../src/tabular/table.ts';
import { ingested } from './made-table.ts';
import { type Cell, openBytes, rowsOf } from './read-table.ts';

const FOLDER = new URL('../../fixtures/extreme-tables/', import.meta.url);
const ALPHABET = Array.from('abcdefghijklmnopqrstuvwxyzäöü日本語');
const DOUBLES = [5e-324, 2.2250738585072014e-308, 8.98e307, -1.7976931348623157e308, 0.1];
const FLOATS = [1.401298464324817e-45, 1.1754943508222875e-38, 1.7014117331926443e38, -3.4028234663852886e38, Math.fround(0.1)];
const WHOLES = [-2147483647, 2147483620, 0, 1, -1];
const DAYS = ['0001-01-01', '1582-10-15', '1899-12-31', '1969-12-31', '9999-12-31'];
const LABELS = ['γυναίκα', 'мужчина', '女性', 'رجل', 'ज़रूरत 🦜'];
const TITLES = { large: 'Διπλής ακρίβειας', sex: '性別', much: 'длинный текст', forty: 'أربعون' };

const textOf = (length: number): string => Array.from({ length }, (_, at) => ALPHABET[at % ALPHABET.length]).join('');

/** Cells by the names of the variables. */
async function columnsOf(table: Table): Promise<Record<string, Cell[]>> {
  const rows = await rowsOf(table);
  return Object.fromEntries(table.variables.map(({ name }, index) => [name, rows.map((row) => row[index] ?? null)]));
}

function labelsOf({ variables }: Table): unknown {
  return {
    titles: Object.fromEntries(variables.flatMap(({ name, label }) => (label === undefined ? [] : [[name, label]]))),
    categories: variables.find(({ name }) => name === 'sex')?.categories.map(({ value, label }) => [value, label]),
  };
}

const LABELLED = { titles: TITLES, categories: LABELS.map((label, index) => [String(index + 1), label]) };

describe('a table of extremes', () => {
  it('is read from Stata as it was written, and its text holds the same', async () => {
    const table = await openBytes(stataReader, gunzipSync(readFileSync(new URL('extremes.dta.gz', FOLDER))));
    const long = textOf(100_000);
    expect(labelsOf(table)).toEqual(LABELLED);
    expect(await columnsOf(table)).toEqual({
      large: DOUBLES,
      sex: [1, 2, 3, 4, 5],
      whole: WHOLES,
      much: [long, '', 'x', '', '語'],
      forty: [long.slice(0, 40), null, 'x', null, '語'],
      single: FLOATS,
      day: DAYS,
    });
    const { text } = await ingested(table);
    const [line] = text.split('\n');
    expect(line?.split('\t')).toEqual(['4.9E-324', '1', '-2147483647', `"${long}"`, `"${long.slice(0, 40)}"`, '1.4E-45', '0001-01-01']);
  });

  it('is read from SPSS as it was written', async () => {
    const table = await openBytes(savReader, readFileSync(new URL('extremes.zsav', FOLDER)));
    const long = textOf(5000);
    expect(labelsOf(table)).toEqual(LABELLED);
    expect(await columnsOf(table)).toEqual({
      // The least double is what SPSS has for a missing number.
      large: [...DOUBLES.slice(0, 3), null, 0.1],
      sex: [1, 2, 3, 4, 5],
      whole: WHOLES,
      much: [long, ' ', 'x', ' ', '語'],
      forty: [long.slice(0, 40), ' ', 'x', ' ', '語'],
      day: [...DAYS.slice(1), null],
    });
  });

  it('has the fingerprints of its columns in CSV', async () => {
    const table = await openBytes(stataReader, gunzipSync(readFileSync(new URL('extremes.dta.gz', FOLDER))));
    const names = ['large', 'sex', 'whole', 'much', 'day'];
    const columns = await columnsOf(table);
    const lines = columns['sex']?.map((_, row) => names.map((name) => columns[name]?.[row] ?? '').join(','));
    const asCsv = await ingested(await openBytes(csvReader, Buffer.from(`${names.join(',')}\n${lines?.join('\n')}\n`)));
    const fromStata = await ingested(table);
    const unfOf = (name: string): string | undefined => fromStata.variables[table.variables.findIndex((one) => one.name === name)]?.unf;
    expect(asCsv.variables.map(({ unf }) => unf)).toEqual(names.map(unfOf));
  });
});
