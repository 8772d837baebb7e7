// The same values have the same fingerprint, whatever they were read from.
import { describe, expect, it } from 'vitest';
import { csvReader } from '../../../src/tabular/readers/csv/read-csv.ts';
import { readers } from '../../../src/tabular/readers/readers.ts';
import type { Table } from '../../../src/tabular/table.ts';
import { ingested, ingestedFile } from './made-table.ts';
import { type Cell, fixtureBytes, fixtureNames, openBytes, rowsOf } from './read-table.ts';

function csvCell(cell: Cell): string {
  return typeof cell === 'string' ? `"${cell.replaceAll('"', '""')}"` : String(cell ?? '');
}

/** Columns that CSV can hold as they are: it has no missing texts, and knows times of whole seconds only. */
function columnsForCsv(table: Table, rows: readonly (readonly Cell[])[]): number[] {
  return [...table.variables.keys()].filter((index) => {
    const { storage, formatCategory, format } = table.variables[index] ?? {};
    if (formatCategory === 'date') return format === 'yyyy-MM-dd';
    return (
      storage === 'integer' ||
      storage === 'double' ||
      (storage === 'text' && formatCategory === undefined && rows.every((row) => row[index] !== null))
    );
  });
}

describe('the fingerprint of', () => {
  it.each(fixtureNames(''))('%s is that of its columns as CSV', async (name) => {
    const bytes = fixtureBytes(name);
    const reader = readers.find(({ recognises }) => recognises(bytes.subarray(0, 8192)));
    if (reader === undefined) throw new Error(`No reader recognises ${name}.`);
    const table = await openBytes(reader, bytes);
    const rows = await rowsOf(table);
    const columns = columnsForCsv(table, rows);
    const lines = rows.map((row) => columns.map((index) => csvCell(row[index] ?? null)).join(','));
    const asCsv = await ingestedFile(csvReader, `${columns.map((index) => `c${index}`).join(',')}\n${lines.join('\n')}\n`);
    const fromSource = await ingested(table);
    expect(columns.length).toBeGreaterThan(0);
    expect(asCsv.variables.map(({ unf }) => unf)).toStrictEqual(columns.map((index) => fromSource.variables[index]?.unf));
  });
});
