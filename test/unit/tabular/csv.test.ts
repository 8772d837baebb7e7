import { describe, expect, it } from 'vitest';
import { csvReader, tsvReader } from '../../../src/tabular/readers/csv/read-csv.ts';
import type { TableReader } from '../../../src/tabular/table-reader.ts';
import { seededRandom } from '../../integration/domain/seeded-random.ts';
import { ingestedFile } from './made-table.ts';
import { readTable } from './read-table.ts';

/** The cells, each as text, number or null. */
async function rowsOf(content: string | Uint8Array, reader: TableReader = csvReader): Promise<unknown[][]> {
  return (await readTable(reader, Buffer.from(content))).rows.map((row) => [...row]);
}

/** What a column of these cells is, and how they read in the tab text. */
async function column(...cells: readonly string[]): Promise<[type: string, ...texts: string[]]> {
  const { table, text } = await ingestedFile(csvReader, `x,n\n${cells.map((cell) => `"${cell.replaceAll('"', '""')}",1\n`).join('')}`);
  const [{ storage, interval, formatCategory, format } = {}] = table.variables;
  const type = formatCategory === undefined ? `${storage} ${interval}` : `${formatCategory} ${format}`;
  return [
    type,
    ...text
      .split('\n')
      .slice(0, -1)
      .map((line) => line.replace(/\t1$/, '')),
  ];
}

const names = async (content: string | Uint8Array, reader: TableReader = csvReader): Promise<string[]> =>
  (await readTable(reader, Buffer.from(content))).variables.map(({ name }) => name);

const refused = (content: string | Uint8Array, reader: TableReader = csvReader): Promise<unknown> =>
  rowsOf(content, reader).then(
    () => 'read',
    (error: unknown) => error,
  );

describe('records of CSV', () => {
  it.each(['a,b\nx,y\nz,w\n', 'a,b\nx,y\nz,w', 'a,b\r\nx,y\r\nz,w\r\n', 'a,b\rx,y\rz,w', 'a,b\nx,y\r\nz,w\r'])(
    'end in any line break: %j',
    async (content) => {
      expect(await rowsOf(content)).toStrictEqual([
        ['x', 'y'],
        ['z', 'w'],
      ]);
    },
  );

  it('have quoted values, with quotes doubled, commas and line breaks', async () => {
    expect(await rowsOf('a,b\n"x,y","say ""so"""\n"one\ntwo\r\nthree",""\n')).toStrictEqual([
      ['x,y', 'say "so"'],
      ['one\ntwo\r\nthree', ''],
    ]);
  });

  it('take quotes elsewhere as they are, and what follows a closing one as a part of the value', async () => {
    expect(await rowsOf(`a,b,c\nx"y,y"","x"y\n"x" ,'a,b'\n`)).toStrictEqual([
      ['x"y', 'y""', 'xy'],
      ['x ', "'a", "b'"],
    ]);
  });

  it('run to the end of the file when a quote is not closed', async () => {
    expect(await rowsOf('a\nx\n"y\nz')).toStrictEqual([['x'], ['y\nz']]);
    expect(await rowsOf('a\nx\n"y""')).toStrictEqual([['x'], ['y"']]);
    expect(await rowsOf('a\nx\n"')).toStrictEqual([['x'], ['']]);
  });

  it('keep blanks around values, and values that are empty', async () => {
    expect(await rowsOf('a, b,c\n x ,,y\n, ,\n')).toStrictEqual([
      [' x ', '', 'y'],
      ['', ' ', ''],
    ]);
    expect(await names('a, b,c\n x ,,y\n')).toStrictEqual(['a', ' b', 'c']);
    expect(await rowsOf('a,b\nx,')).toStrictEqual([['x', null]]);
  });

  it('are blank lines too, which one column takes as empty values', async () => {
    expect(await rowsOf('a\nx\n\ny\n\n')).toStrictEqual([['x'], [''], ['y'], ['']]);
    expect(await refused('a,b\nx,y\n\n')).toMatchObject({ failure: 'WRONG_WIDTH', row: 2 });
  });

  it('know neither other dividers nor comments', async () => {
    expect(await rowsOf('a;b\n#x;y\n')).toStrictEqual([['#x;y']]);
  });

  it('keep control characters', async () => {
    expect(await rowsOf('a\nx\u0000\u0001y\n')).toStrictEqual([['x\u0000\u0001y']]);
  });
});

describe('records of TSV', () => {
  it('have no blanks around values, but those in quotes', async () => {
    expect(await rowsOf(' a \tb\n x \t" y "  \n\t  z\n', tsvReader)).toStrictEqual([
      ['x', ' y '],
      ['', 'z'],
    ]);
    expect(await names(' a \t" b"\nx\ty\n', tsvReader)).toStrictEqual(['a', ' b']);
  });

  it('are no blank lines', async () => {
    expect(await rowsOf('\na\tb\n\nx\ty\r\n\r\n\n', tsvReader)).toStrictEqual([['x', 'y']]);
    expect(await rowsOf('a\nx\n""\n', tsvReader)).toStrictEqual([['x'], ['']]);
  });
});

describe('names of columns', () => {
  it('are name and label, unchanged', async () => {
    const { table, header } = await ingestedFile(csvReader, '"a ""b""","c\td","e\nf",a,A\n1,2,3,4,5\n');
    expect(table.variables.map(({ name, label }) => [name, label])).toStrictEqual(
      ['a "b"', 'c\td', 'e\nf', 'a', 'A'].map((name) => [name, name]),
    );
    expect(header).toBe('a  b \tc d\te f\ta\tA\n');
  });

  it.each([
    ['', { failure: 'BAD_HEADER', row: 0 }],
    ['a,,c\n1,2,3\n', { failure: 'BAD_HEADER', row: 0, column: 2 }],
    ['a,b,\n1,2,3\n', { failure: 'BAD_HEADER', row: 0, column: 3 }],
    ['a, ,c\n1,2,3\n', { failure: 'BAD_HEADER', column: 2 }],
    ['a,b,a\n1,2,3\n', { failure: 'BAD_HEADER', column: 3 }],
    ['a,b\n', { failure: 'NO_ROWS' }],
    ['a,b', { failure: 'NO_ROWS' }],
    ['a,b\n1,2,\n', { failure: 'WRONG_WIDTH', row: 1, message: 'Row 1 has 3 values, but the first line names 2 variables.' }],
    ['a,b\n1,2\n"x\ny",2\n1\n', { failure: 'WRONG_WIDTH', row: 3, message: 'Row 3 has 1 values, but the first line names 2 variables.' }],
  ])('are refused with what is wrong in %j', async (content, expected) => {
    expect(await refused(content)).toMatchObject(expected);
  });

  it('may be long, and many', async () => {
    expect(await names(`${'n'.repeat(5000)}\n1\n`)).toStrictEqual(['n'.repeat(5000)]);
    const many = Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(',');
    expect(await names(`${many}\n${'1,'.repeat(9999)}2\n`)).toHaveLength(10_000);
  });
});

describe('encodings', () => {
  const content = 'näme,b\nÄpfel “quoted”,€\n';

  it('are UTF-8, with a mark that is no part of the first name', async () => {
    expect(await names(`\ufeff${content}`)).toStrictEqual(['näme', 'b']);
    expect(await rowsOf(content)).toStrictEqual([['Äpfel “quoted”', '€']]);
  });

  it('are UTF-16 with its mark', async () => {
    const little = Buffer.from(`\ufeff${content}`, 'utf16le');
    expect(await rowsOf(little)).toStrictEqual(await rowsOf(content));
    expect(await names(Buffer.from(little).swap16())).toStrictEqual(['näme', 'b']);
  });

  it('are Windows-1252 for what is not UTF-8, were it the last byte', async () => {
    const windows = Buffer.from('n\xe4me,b\n\xc4pfel \x93quoted\x94,\x80\n', 'latin1');
    expect(await rowsOf(windows)).toStrictEqual(await rowsOf(content));
    expect(await names(windows)).toStrictEqual(['näme', 'b']);
    const late = Buffer.concat([Buffer.from(`a\n${'ascii only\n'.repeat(60_000)}`), Buffer.from([0xfc])]);
    expect((await rowsOf(late)).at(-1)).toStrictEqual(['ü']);
  });

  it('are seen across the ends of chunks', async () => {
    for (const padding of [262_139, 262_140, 262_141, 262_142, 262_143]) {
      expect(await rowsOf(`a,b\n${'x'.repeat(padding - 4)}😀,"y""z"\n`)).toStrictEqual([[`${'x'.repeat(padding - 4)}😀`, 'y"z']]);
    }
  });
});

describe('the type of a column', () => {
  // Source: files.md 19.5
  it.each([
    [
      ['-199', '2', '0', 'null'],
      ['integer discrete', '-199', '2', '0', '0'],
    ],
    [
      ['007', '+5', '-0', ''],
      ['integer discrete', '007', '+5', '-0', ''],
    ],
    [
      ['', ''],
      ['integer discrete', '', ''],
    ],
    [
      ['1', 'NA'],
      ['double contin', '1', ''],
    ],
    [
      [' 1 ', '2'],
      ['double contin', ' 1 ', '2'],
    ],
    [
      ['null', 'INF', '-inf', '3.14', 'nan'],
      ['double contin', '0.0', 'Inf', '-Inf', '3.14', 'NaN'],
    ],
    [
      ['1', '2', '6.000001'],
      ['double contin', '1', '2', '6.000001'],
    ],
    [
      ['1.', '.5', '1e5', 'Infinity', '1d', '2.5f', '0x1p3', '1e400', '1e-400'],
      ['double contin', '1.', '.5', '1e5', 'Infinity', '1d', '2.5f', '0x1p3', '1e400', '1e-400'],
    ],
    [
      ['+Inf', 'NULL', '1.00'],
      ['double contin', 'Inf', '0.0', '1.00'],
    ],
    [
      ['2', 'NaN', 'inf', '4.8', 'Inf+11'],
      ['text discrete', '"2"', '"NaN"', '"inf"', '"4.8"', '"Inf+11"'],
    ],
    [
      ['9223372036854775807', '9223372036854775808', '1'],
      ['int64 discrete', '9223372036854775807', '9223372036854775808', '1'],
    ],
    [
      ['2017-06-20', '17-06-20', '12017-06-20', '', '2017-6-2 foo'],
      ['date yyyy-MM-dd', '2017-06-20', '17-06-20', '12017-06-20', '', '2017-6-2 foo'],
    ],
    [
      ['2017/06/20', '06-20-2011', '2017-03-12'],
      ['text discrete', '"2017/06/20"', '"06-20-2011"', '"2017-03-12"'],
    ],
    [
      ['2013-04-08 13:14:23', '2013-04-08 13:14:72', '2013-4-8 1:2:3', ''],
      ['time yyyy-MM-dd HH:mm:ss', '2013-04-08 13:14:23', '2013-04-08 13:14:72', '2013-4-8 1:2:3', ''],
    ],
    [
      ['2013-04-08 13:14:23 EST', '2013-04-08 13:14:23 GMT+02:00', '2013-04-08 13:14:23 -0500'],
      ['time yyyy-MM-dd HH:mm:ss z', '2013-04-08 13:14:23 EST', '2013-04-08 13:14:23 GMT+02:00', '2013-04-08 13:14:23 -0500'],
    ],
    [
      ['\n1\t', '2.5\r'],
      ['double contin', '1', '2.5'],
    ],
    [['2017-06-20\tfoo\n"bar"'], ['date yyyy-MM-dd', '2017-06-20\\tfoo\\n"bar"']],
    [
      ['hello', 'null', ''],
      ['text discrete', '"hello"', '"null"', '""'],
    ],
    [
      ['\\casdf', '"adf\\0\\na\\td\nsf"'],
      ['text discrete', '"\\casdf"', '"\\"adf\\0\\na\\td\\nsf\\""'],
    ],
  ])('of %j', async (cells, expected) => {
    expect(await column(...cells)).toStrictEqual(expected);
  });

  it.each(['.', 'N/A', 'TRUE', 'T', '1,000', ' ', '-', '--1', '1 2', '١٢', '３', '0x10', '1e', 'infinity', '1_000'])(
    'is text for a cell %j',
    async (cell) => {
      expect((await column('1', cell))[0]).toBe('text discrete');
    },
  );

  it.each([
    '2017-06-20T10:00:00Z',
    '2013-04-08 13:14:23 +02:00',
    '2013-04-08 13:14:23 Z',
    '2013-04-08 13:14:23.5',
    '2013-04-08 13:14',
    '2016-02-29',
  ])('is a date for a cell %j', async (cell) => {
    expect((await column(cell))[0]).toBe('date yyyy-MM-dd');
  });

  it.each(['2017-02-30', '2017-02-29', '0-01-01', '-2017-01-01', '2017-06', '13:14:23', '06/20/2017', '2017-13-01'])(
    'is no date for a cell %j',
    async (cell) => {
      expect((await column(cell))[0]).toBe('text discrete');
    },
  );

  it('is that of the first cell that is no number, and of those after it', async () => {
    expect((await column('1', '2017-06-20'))[0]).toBe('date yyyy-MM-dd');
    expect((await column('NA', '2017-02-03'))[0]).toBe('date yyyy-MM-dd');
    expect((await column('1', '2017-06-20', '3'))[0]).toBe('text discrete');
    expect((await column('2017-06-20', '1'))[0]).toBe('text discrete');
    expect((await column('2017-06-20', '2013-04-08 13:14:23'))[0]).toBe('date yyyy-MM-dd');
    expect((await column('2013-04-08 13:14:23', '2017-06-20'))[0]).toBe('text discrete');
    expect((await column('2013-04-08 13:14:23 EST', '2013-04-08 13:14:23'))[0]).toBe('text discrete');
  });
});

describe('values', () => {
  const unfOf = async (...cells: readonly string[]): Promise<string | undefined> =>
    (await ingestedFile(csvReader, `x,n\n${cells.map((cell) => `"${cell}",1\n`).join('')}`)).variables[0]?.unf.slice('UNF:6:'.length);

  // Source: files.md 20.3
  it.each([
    ['7aO9Xi8qlh154n3I+j01dA==', ['9223372036854775807', '-9223372036854775808']],
    ['S0HKulcT9nXmkhtksjUoYQ==', ['9223372036854775808', '5']],
    ['zWJt9gTKnyehuJseERUdKA==', ['1e400', '1']],
    ['HTvUNPdQYtE3GB+qga3WXw==', ['1e-400', '3']],
    ['3qV0LcVhoVPGSlJkYW3vxA==', ['007', '+5', '-0', '00']],
    ['zfbYGnpjmJcsTmGeCmp5kQ==', ['1.5', '', '2.0']],
    ['zfbYGnpjmJcsTmGeCmp5kQ==', ['1.5', 'Infinity', '2.0']],
    ['zfbYGnpjmJcsTmGeCmp5kQ==', ['1.5', 'NaN', '0x1p1']],
    ['rktcGL2Gktsl8MQ8o81Xzw==', ['2013-04-08', '2013-04-09', '']],
    ['OcOhwAySJFWnLbiNPxfvVQ==', ['2013-04-08 13:14:23 -0500', '2013-04-09 00:00:00 +0530']],
    ['z4cgfR7E6uwwBpkJ6wXxGQ==', ['2017-06-20x', '2016-02-29 foo']],
  ])('have the fingerprint %s: %j', async (unf, cells) => {
    expect(await unfOf(...cells)).toBe(unf);
  });

  it('make the fingerprint of the contract', async () => {
    const pets = 'name,pounds,species\nMarshall,40,dog\nTiger,17,cat\nPanther,21,cat\n';
    expect((await ingestedFile(csvReader, pets)).unf).toBe('UNF:6:pZmxR+HCyezWT94Tp3MPxA==');
    expect((await ingestedFile(tsvReader, pets.replaceAll(',', '\t'))).unf).toBe('UNF:6:pZmxR+HCyezWT94Tp3MPxA==');
    const across = 'i,x,s\n1,1.5,a\n2,,b b\n3,-2.25,c\n';
    expect((await ingestedFile(csvReader, across)).unf).toBe('UNF:6:Ju3sxbDLoHcA2CGJl4kinA==');
  });

  it('are read as JavaScript reads them, to the last bit', async () => {
    const { below, chance } = seededRandom(5);
    const texts = Array.from({ length: 5000 }, () => {
      const digits = String(below(10 ** (1 + below(15)))) + (chance(0.5) ? String(below(1e9)) : '');
      const point = below(digits.length);
      return `${chance(0.5) ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}${chance(0.2) ? `e${below(600) - 300}` : ''}`;
    });
    const rows = await rowsOf(`x\n${texts.join('\n')}\n`);
    expect(rows.flat()).toStrictEqual(texts.map(Number));
  });

  it('are those that were written, whatever they hold', async () => {
    const { below, pick, chance } = seededRandom(23);
    const pieces = ['a', 'é', '😀', '"', ',', '\n', '\r', '\t', ' ', '1', '-', '\\', '\u0000', '""', 'long '.repeat(40)];
    const cells = Array.from({ length: 3000 }, () =>
      Array.from({ length: 3 }, () => `s${Array.from({ length: below(6) }, () => pick(pieces)).join('')}`),
    );
    const quoted = (cell: string): string => (chance(0.3) || /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const content = [['a', 'b', 'c'], ...cells].map((row) => row.map(quoted).join(',')).join(chance(0.5) ? '\r\n' : '\n');
    expect(await rowsOf(content)).toStrictEqual(cells);
  });
});
