import { describe, expect, it } from 'vitest';
import { GrowingBytes } from '../../../src/tabular/growing-bytes.ts';
import { variable } from '../../../src/tabular/table.ts';
import { tabHeader } from '../../../src/tabular/writers/tab-text.ts';
import { seededRandom } from '../../integration/domain/seeded-random.ts';
import { ingested, type MadeVariable, madeTable } from './made-table.ts';
import type { Cell } from './read-table.ts';

async function lines(...made: MadeVariable[]): Promise<string[]> {
  return (await ingested(madeTable(made))).text.split('\n').slice(0, -1);
}

const column = (storage: MadeVariable['storage'], ...cells: Cell[]): MadeVariable => ({ name: 'x', storage, cells });

describe('the tab text', () => {
  it('has a line for each row, with cells divided by tabs', async () => {
    expect(await lines(column('text', 'Marshall', 'Tiger'), column('integer', 40, 17), column('text', 'dog', 'cat'))).toStrictEqual([
      '"Marshall"\t40\t"dog"',
      '"Tiger"\t17\t"cat"',
    ]);
  });

  it('writes doubles with a digit after the point, and large and small ones with an exponent', async () => {
    const values = [1, -2, 0, -0, 1e7, 9999999, 0.001, 0.0001, 1e-7, 123456789.123, 5e-324, 1.7976931348623157e308];
    expect(await lines(column('double', ...values))).toStrictEqual([
      '1.0',
      '-2.0',
      '0.0',
      '-0.0',
      '1.0E7',
      '9999999.0',
      '0.001',
      '1.0E-4',
      '1.0E-7',
      '1.23456789123E8',
      '4.9E-324',
      '1.7976931348623157E308',
    ]);
  });

  it('writes numbers of 32 bits in the shortest form of their own width', async () => {
    const values = [1.1, 2.7, 3e10, 16777216, 3.4028234663852886e38, 1.401298464324817e-45].map((value) => Math.fround(value));
    expect(await lines(column('float', ...values))).toStrictEqual(['1.1', '2.7', '3.0000001E10', '1.6777216E7', '3.4028235E38', '1.4E-45']);
  });

  it('writes numbers without an exponent where the notation is plain', async () => {
    const values = [1, 1.5, 1e10, 1e-10, 1e22, -0.25];
    expect(await lines({ ...column('double', ...values), notation: 'plain' })).toStrictEqual([
      '1',
      '1.5',
      '10000000000',
      '0.0000000001',
      '10000000000000000000000',
      '-0.25',
    ]);
  });

  it('writes integers whole, of 64 bits to the last digit', async () => {
    expect(await lines(column('integer', 1, -5, 1e21))).toStrictEqual(['1', '-5', '1000000000000000000000']);
    expect(await lines(column('int64', 2n ** 63n - 1n, -(2n ** 63n)))).toStrictEqual(['9223372036854775807', '-9223372036854775808']);
  });

  it('leaves missing cells empty, and tells an empty string from them', async () => {
    expect(await lines(column('text', '', null, 'x'), column('double', null, 1, 2))).toStrictEqual(['""\t', '\t1.0', '"x"\t2.0']);
  });

  it('writes what is no number, and infinities, as words', async () => {
    expect(await lines(column('double', Number.NaN, Infinity, -Infinity))).toStrictEqual(['NaN', 'Inf', '-Inf']);
  });

  it('escapes quotes, tabs and line breaks of texts, and no backslash', async () => {
    expect(await lines(column('text', 'a"b', 'a\tb', 'a\nb', 'a\rb', 'a\\b\\'))).toStrictEqual([
      String.raw`"a\"b"`,
      String.raw`"a\tb"`,
      String.raw`"a\nb"`,
      String.raw`"a\rb"`,
      String.raw`"a\b\"`,
    ]);
  });

  it('writes dates and times without quotes', async () => {
    const made = { ...column('text', '2017-06-20', null), formatCategory: 'date', format: 'yyyy-MM-dd' } as const;
    expect(await lines(made)).toStrictEqual(['2017-06-20', '']);
  });

  it('has a header of names, in which what would break it is a blank', () => {
    const names = ['a', 'b "c"', 'd\te', 'f\r\ng'].map((name) => variable({ name, storage: 'text' }));
    expect(tabHeader(names)).toBe('a\tb  c \td e\tf  g\n');
  });
});

describe('a table without rows', () => {
  it('is refused, for it has no fingerprint', async () => {
    await expect(ingested(madeTable([column('text')]))).rejects.toMatchObject({ failure: 'NO_ROWS' });
  });
});

it('whole numbers of 32 bits are written as the language writes them', () => {
  const { below } = seededRandom(5);
  const edges = [0, -0, 1, -1, 9, 10, 99, 100, 999_999_999, 1_000_000_000, 2 ** 31 - 1, -(2 ** 31)];
  const drawn = Array.from({ length: 2000 }, (_, at) => Math.floor((below(2 ** 31) - 2 ** 30) / 10 ** (at % 10)));
  for (const value of [...edges, ...drawn]) {
    const out = new GrowingBytes(8);
    out.pushWhole(value);
    expect(out.view().toString()).toBe(String(value));
  }
});
