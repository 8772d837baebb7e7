import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../../../src/tabular/byte-source.ts';
import { describeTable } from '../../../src/tabular/describe-table.ts';
import { csvReader, tsvReader } from '../../../src/tabular/readers/csv/read-csv.ts';
import { defaultLimits } from '../../../src/tabular/table-reader.ts';
import { readWithTurnedBits, refusalOf } from './damage.ts';

const GIGABYTE = 1024 ** 3;
const table = Buffer.from(`id,name,value,day\n${'1,"Änne ""A""",1.5,2017-06-20\n-2,Bob\tx,NA,2016-02-29\n'.repeat(60)}`);

/** A file that is made while it is read: a beginning, and one byte again and again. */
function endless(beginning: string, byte: string, size: number): ByteSource & { readonly bytesRead: () => number } {
  const head = Buffer.from(beginning);
  let bytesRead = 0;
  return {
    size,
    bytesRead: () => bytesRead,
    read: (target, position) => {
      const length = Math.max(0, Math.min(target.length, size - position));
      target.fill(byte.charCodeAt(0), 0, length);
      if (position < head.length) target.set(head.subarray(position, position + target.length));
      bytesRead += length;
      return Promise.resolve(length);
    },
  };
}

describe('a damaged file', () => {
  it('is read or refused wherever it is cut off', async () => {
    for (let length = 0; length < table.length; length += 7) {
      const refusal = await refusalOf(csvReader, table.subarray(0, length));
      expect(refusal === undefined || refusal.message.endsWith('.')).toBe(true);
    }
  });

  it('is read or refused with bits turned over', async () => {
    const small = table.subarray(0, 600);
    expect(await readWithTurnedBits(csvReader, [table, small])).toBeGreaterThan(0);
    expect(await readWithTurnedBits(tsvReader, [Buffer.from(small.toString().replaceAll(',', '\t'))])).toBeGreaterThan(0);
  });

  it.each(['\u0000', '\u0000\u0000\u0000', 'a\u0000,b\n\u0000,\u0000\n', '"', '\n', '\r', ',', '""', '\ufeff', '\ufeff\n'])(
    '%j is read or refused',
    async (content) => {
      for (const reader of [csvReader, tsvReader]) {
        const refusal = await refusalOf(reader, Buffer.from(content));
        expect(refusal?.failure ?? 'read').toMatch(/^(read|BAD_HEADER|NO_ROWS)$/);
      }
    },
  );
});

describe('a line that does not end', () => {
  it.each([
    ['in quotes', 'a\n"', 'x'],
    ['without an end', 'a\n', 'x'],
    ['of empty values', 'a\n', ','],
    ['of names', '', ','],
    ['of quotes', 'a\n"', '"'],
  ])('%s is refused before it is in memory', async (_, beginning, byte) => {
    const source = endless(beginning, byte, 32 * 1024 ** 2);
    const opened = csvReader.open(source, { limits: { ...defaultLimits, recordBytes: 4 * 1024 ** 2 } });
    await expect(opened).rejects.toMatchObject({ failure: 'TOO_LARGE' });
  });

  it('is refused by the usual limits in a file of a gigabyte', async () => {
    const opened = csvReader.open(endless('a,b\n1,"', 'x', GIGABYTE), { limits: defaultLimits });
    await expect(opened).rejects.toMatchObject({ failure: 'TOO_LARGE', row: 1 });
  });

  it('names its row', async () => {
    const source = endless('a,b\n1,2\n"', 'x', 8 * 1024 ** 2);
    const opened = csvReader.open(source, { limits: { ...defaultLimits, recordBytes: 1024 ** 2 } });
    await expect(opened).rejects.toMatchObject({ failure: 'TOO_LARGE', row: 2 });
    expect(source.bytesRead()).toBeLessThan(11 * 1024 ** 2);
  });
});

describe('a cell that takes long to tell', () => {
  it.each([
    ['blanks', `${' '.repeat(3_000_000)}x`],
    ['digits', `${'1'.repeat(3_000_000)}x`],
    ['digits of an integer', '9'.repeat(3_000_000)],
    ['digits after a point', `1.${'1'.repeat(3_000_000)}`],
    ['hexadecimal digits', `0x${'f'.repeat(3_000_000)}p-12000000`],
    ['backslashes', '\\'.repeat(3_000_000)],
    ['blanks in quotes', `"${' '.repeat(3_000_000)}"`],
  ])('for its %s is read in the time of its length', async (_, cell) => {
    const source = Buffer.from(`x\n${cell}\n`);
    const opened = await csvReader.open(
      { size: source.length, read: (target, position) => Promise.resolve(source.copy(target, 0, position)) },
      { limits: defaultLimits },
    );
    expect(await describeTable(opened)).toMatchObject({ rows: 1 });
  });
});

describe('reading', () => {
  it('ends when it is told to', async () => {
    const controller = new AbortController();
    const source = endless('a\n', '\n', GIGABYTE);
    const opened = csvReader.open(
      {
        size: GIGABYTE,
        read: (target, position) => (source.bytesRead() > 1e6 && controller.abort(new Error('Told to.')), source.read(target, position)),
      },
      { limits: defaultLimits, signal: controller.signal },
    );
    await expect(opened).rejects.toThrow('Told to.');
    expect(source.bytesRead()).toBeLessThan(4e6);
  });
});
