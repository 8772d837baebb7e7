import { describe, expect, it } from 'vitest';
import { bytesInMemory } from '../../../src/tabular/byte-source.ts';
import { csvReader } from '../../../src/tabular/readers/csv/read-csv.ts';
import { openTabText } from '../../../src/tabular/readers/tab-text/read-tab-text.ts';
import { defaultLimits } from '../../../src/tabular/table-reader.ts';
import type { Table } from '../../../src/tabular/table.ts';
import { drawnTable } from './drawn-table.ts';
import { type Ingested, ingested, ingestedFile } from './made-table.ts';
import { rowsOf } from './read-table.ts';

function storedTable({ table, text, header, rows }: Ingested, withHeader: boolean): Table {
  const bytes = Buffer.from(withHeader ? header + text : text);
  return openTabText(bytesInMemory(bytes), { variables: table.variables, rowCount: rows, withHeader }, { limits: defaultLimits });
}

describe('the stored text', () => {
  it.each([1, 2, 3, 4])('read again is the table that it was written from (seed %i)', async (seed) => {
    const table = drawnTable(seed, 400);
    const written = await ingested(table);
    for (const withHeader of [false, true]) {
      const again = storedTable(written, withHeader);
      expect(await rowsOf(again)).toStrictEqual(await rowsOf(table));
      const { unf, text } = await ingested(again);
      expect({ unf, text }).toStrictEqual({ unf: written.unf, text: written.text });
    }
  });

  it('keeps numbers as they were typed, and reads typed escapes as what they stand for', async () => {
    const written = await ingestedFile(csvReader, 'n,x,s\n007,1.00,a\\tb\n+5,1e5,"c""d\\"\n');
    const again = storedTable(written, false);
    expect(await rowsOf(again)).toStrictEqual([
      [7, 1, 'a\tb'],
      [5, 100_000, 'c"d\\'],
    ]);
    expect((await ingested(again)).text.split('\n')[0]).toBe('007\t1.00\t"a\\tb"');
  });

  it('is refused when it was damaged', async () => {
    const written = await ingestedFile(csvReader, 'a,b\n1,2\n3,4\n');
    await expect(rowsOf(storedTable({ ...written, text: '1\t2\n3\n' }, false))).rejects.toMatchObject({ failure: 'MALFORMED', row: 2 });
    await expect(rowsOf(storedTable({ ...written, text: '1\t2\n3\t4' }, false))).rejects.toMatchObject({ failure: 'TRUNCATED' });
  });

  it('is read across the ends of chunks', async () => {
    const written = await ingestedFile(csvReader, `a,b\n${`${'x'.repeat(100_000)},1\n`.repeat(20)}`);
    expect(await rowsOf(storedTable(written, true))).toStrictEqual(await rowsOf(written.table));
  });
});
