import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { numeral } from '../../../src/tabular/readers/r/numeral.ts';
import { rReader } from '../../../src/tabular/readers/r/read-r.ts';
import { zoneClock } from '../../../src/tabular/readers/r/zone-clock.ts';
import { createScratchFiles } from '../../../src/tabular/scratch-files.ts';
import type { ScratchFile } from '../../../src/tabular/table-reader.ts';
import { bytesInMemory } from '../../../src/tabular/byte-source.ts';
import { defaultLimits } from '../../../src/tabular/table-reader.ts';
import { readableCuts, readWithTurnedBits, refusalOf } from './damage.ts';
import { fixtureBytes, readTable } from './read-table.ts';

const PLAIN = 'r-3-plain.rds';
const WORKSPACE = 'r-workspace.RData';
const names = [
  WORKSPACE,
  PLAIN,
  'r-2-ascii.rds',
  'r-2-bzip2.rda',
  'r-3-ascii.RData',
  'r-3-gzip.rds',
  'r-3-hexadecimal.rds',
  'r-3-little.rds',
  'r-3-xz.rds',
];

/** What tools/make-r-fixtures.R put into each file, row by row. */
const rows = [
  [1, 1, 1.5, 1, 'b', 'low', '1899-12-31', '1999-12-31 23:59:59.125', '2024-01-01 12:00:00', 'Ann', '6', 'Größe', 1n, 1, '1+2i'],
  [2, null, null, 0, 'a', 'high', '2020-02-29', null, null, 'Çiğdem', '7', 'é', -9007199254740993n, 2, null],
  [3, -5, -2.25, null, null, 'low', null, '1959-12-31 00:00:01.000', '2024-07-01 12:00:00', '日本', '8', '', null, 1, '-1.5-0.25i'],
  [
    4,
    2147483647,
    Number.NaN,
    1,
    'b',
    null,
    '1960-01-01',
    '1970-01-01 00:00:00.000',
    '1970-01-01 00:00:00',
    '',
    '9',
    'a',
    9007199254740995n,
    2,
    '0+0i',
  ],
  [
    5,
    -2147483647,
    Number.POSITIVE_INFINITY,
    0,
    'größer',
    'low',
    '1959-12-31',
    '1899-12-30 12:00:00.500',
    '2024-03-31 03:00:00',
    null,
    '10',
    'b',
    0n,
    null,
    '1e+20+0i',
  ],
  [6, 0, 1e-300, 1, 'a', 'high', '2024-12-31', '2024-02-29 01:02:03.000', '2024-02-29 01:02:03', 'a\tb"c\nd\\', '11', 'c', 5n, 9, '0+1i'],
];

const facts = [
  ['id', 'integer', 'discrete', undefined, undefined],
  ['n', 'integer', 'discrete', undefined, undefined],
  ['x', 'double', 'contin', undefined, undefined],
  ['l', 'integer', 'discrete', 'Boolean', undefined],
  ['f', 'text', 'discrete', undefined, undefined],
  ['o', 'text', 'discrete', undefined, undefined],
  ['d', 'text', 'discrete', 'date', 'yyyy-MM-dd'],
  ['t', 'text', 'discrete', 'time', 'yyyy-MM-dd HH:mm:ss.SSS'],
  ['z', 'text', 'discrete', 'time', 'yyyy-MM-dd HH:mm:ss'],
  ['s', 'text', 'discrete', undefined, undefined],
  ['c', 'text', 'discrete', undefined, undefined],
  ['m', 'text', 'discrete', undefined, undefined],
  ['i', 'int64', 'discrete', undefined, undefined],
  ['y', 'double', 'contin', undefined, undefined],
  ['k', 'text', 'discrete', undefined, undefined],
];

/** A file of one object, from integers, doubles in an array, and texts. */
function objectOf(...words: (number | readonly [number] | string)[]): Buffer {
  const parts = words.map((word) => {
    if (typeof word === 'string') return Buffer.from(word, 'latin1');
    const bytes = Buffer.alloc(typeof word === 'number' ? 4 : 8);
    if (typeof word === 'number') bytes.writeInt32BE(word | 0);
    else bytes.writeDoubleBE(word[0]);
    return bytes;
  });
  return Buffer.concat([Buffer.from('X\n'), objectHeader, ...parts]);
}
/** Version 2, and the versions of R that wrote it and that can read it. */
const objectHeader = Buffer.from('000000020004020000020300', 'hex');

const LIST_WITH_ATTRIBUTES = 0x313;
const PAIR_WITH_TAG = 0x402;
const END = 254;

function symbol(name: string): (number | string)[] {
  return [1, 9, name.length, name];
}

/** A data frame with one column. */
function frameOf(...column: (number | readonly [number] | string)[]): Buffer {
  const text = (content: string): (number | string)[] => [16, 1, 9, content.length, content];
  return objectOf(
    LIST_WITH_ATTRIBUTES,
    1,
    ...column,
    PAIR_WITH_TAG,
    ...symbol('names'),
    ...text('v'),
    PAIR_WITH_TAG,
    ...symbol('class'),
    ...text('data.frame'),
    END,
  );
}

function sequenceOf(length: number): (number | readonly [number] | string)[] {
  const info = [PAIR_WITH_TAG - 0x400, ...symbol('compact_intseq'), 2, ...symbol('base'), 2, 13, 1, 13, END];
  return [238, ...info, 14, 3, [length], [1], [1], END];
}

describe('Files of R', () => {
  it.each(names)('hold in %s what R wrote', async (name) => {
    const table = await readTable(rReader, fixtureBytes(name));
    expect(table.rows).toStrictEqual(rows);
    expect(table.variables.map((one) => [one.name, one.storage, one.interval, one.formatCategory, one.format])).toStrictEqual(facts);
  });

  it('have levels, truth values and labels of values as categories', async () => {
    const { variables } = await readTable(rReader, fixtureBytes(PLAIN));
    const categories = (name: string): string[][] | undefined =>
      variables.find((one) => one.name === name)?.categories.map(({ value, label }) => [value, label]);
    expect(categories('f')).toStrictEqual(['b', 'a', 'größer', 'unused'].map((level) => [level, level]));
    expect(categories('l')).toStrictEqual([
      ['0', 'FALSE'],
      ['1', 'TRUE'],
    ]);
    expect(categories('y')).toStrictEqual([
      ['1.0', 'yes'],
      ['2.0', 'no'],
    ]);
    expect(variables.filter(({ ordered }) => ordered).map(({ name }) => name)).toStrictEqual(['o']);
    expect(variables.find(({ name }) => name === 'y')?.label).toBe('Answer');
  });

  it('are recognised by their content where it is not packed with bzip2 or xz', () => {
    const recognised = names.filter((name) => rReader.recognises(fixtureBytes(name).subarray(0, 8192)));
    expect(recognised).toStrictEqual(names.filter((name) => !/bzip2|xz/.test(name)));
    expect(rReader.recognises(gzipSync('a table'))).toBe(false);
    expect(rReader.recognises(Buffer.from([0x1f, 0x8b]))).toBe(false);
    expect(rReader.recognises(Buffer.alloc(0))).toBe(false);
  });

  it('are unpacked into a scratch file when they are too many bytes to be held', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'archivolt-scratch-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const files = createScratchFiles(folder, 1 << 30);
    const scratch = (): ScratchFile => files.make();
    // Six million cells; more than may be held here.
    const packed = gzipSync(frameOf(13, 500_000, '\u0001'.repeat(2_000_000)));
    const limits = { ...defaultLimits, heldBytes: 1 << 20 };
    const table = await rReader.open(bytesInMemory(packed), { limits, scratch });
    let sum = 0;
    for await (const { columns, rows: count } of table.batches()) {
      const [column] = columns;
      if (column?.kind === 'number') for (let row = 0; row < count; row += 1) sum += column.values[row] ?? 0;
    }
    expect(sum).toBe(500_000 * 0x01010101);
    expect(readdirSync(folder)).toHaveLength(1);
    await files.remove();
    expect(readdirSync(folder)).toStrictEqual([]);
    await expect(rReader.open(bytesInMemory(packed), { limits })).rejects.toMatchObject({ failure: 'TOO_LARGE' });
  });

  it('may have a column that is a sequence', async () => {
    expect((await readTable(rReader, frameOf(...sequenceOf(3)))).rows).toStrictEqual([[1], [2], [3]]);
  });
});

describe('Hostile files of R', () => {
  const nineMegabytes =
    '425a68393141592653592209ffec012122c240c010004000040008200050668029534cd08823328a50a5fdc84411c2ee48a70a1204413ffd80';
  const twoMegabytes = [
    '/Td6WFoAAAFpIt42AgAhARYAAAB0L+Wj//8TAW5dACwCfBv48AOo/whLOB/Vzip3Pu23LiJ7R2IDURcN+QMtYqZGWfNGFagf2gSzyYH0BNpw2HJbHhrIq0U0',
    'cCrBgFMsKJsbH59DnxcpGcRPEFzpXqINuZSRVofAalGi57vVeOX0AX3cncAGmE2Y/div1ZAPxCVT+PWRNjEFpbDub8FwTUcM0ZERqq1gHbrOsScYXFmG6WZS',
    'WL7pdqxZ5OVbBQj5x9qt/PtSK3TNHlsgQvndUz34KWQJO4DLKmzftTvwxL0uX6oPPktmQpATDv8Qk/hxeFn4C83/lShGD6n8fN77mjAuVsCPhfODgcBlxCVT',
    '+PWRNjEFpbDub8FwTUcM0ZERqq1gHbrOsScYXFmG6WZSWL7pdqxZ5OVbBQj5x9qt/PtSK3TNHlsgQvndUz34KWQJO4DLKmzftTvwxL0uX6oPPktmQpATDv8Q',
    'k/hxeFn4C83/lShGD6n8fN77mjAuVsCPhfODgcBlxCVTv3TKhYAA7QAFABymJPEAAAAAAMr6aHsAAZEDgoCAAQamLrg+MA2LAgAAAAABWVo=',
  ].join('');

  it.each([
    ['no object', objectOf(), 'TRUNCATED'],
    ['another version', Buffer.concat([Buffer.from('X\n'), Buffer.from('00000009', 'hex')]), 'UNSUPPORTED'],
    ['no data frame', objectOf(13, 1, 5), 'UNSUPPORTED'],
    ['a reference to nothing', objectOf((7 << 8) | 255), 'MALFORMED'],
    ['a kind of object that there is not', objectOf(99), 'MALFORMED'],
    ['lists in lists', objectOf(...Array.from({ length: 5000 }, () => [19, 1]).flat()), 'TOO_LARGE'],
    ['attributes of attributes', objectOf(...Array.from({ length: 5000 }, () => [0x202, 0x20d, 0]).flat()), 'TOO_LARGE'],
    ['functions in functions', objectOf(21, 0, ...Array.from({ length: 5000 }, () => [13, 0, 1, 21]).flat()), 'TOO_LARGE'],
    ['more elements than bytes', objectOf(14, 2_000_000_000), 'TRUNCATED'],
    ['more elements than a file can have', objectOf(14, -1, -1, -1), 'TRUNCATED'],
    ['a length below zero', objectOf(14, -5), 'MALFORMED'],
    ['a text that is longer than any', frameOf(16, 1, 9, 2_000_000_000), 'TOO_LARGE'],
    ['a level that the factor lacks', frameWithLevels(), 'MALFORMED'],
    ['a column that is a list', frameOf(19, 1, 13, 1, 1), 'UNSUPPORTED'],
    ['a column that is a matrix', frameOf(0x20d, 1, 1, PAIR_WITH_TAG, ...symbol('dim'), 13, 2, 1, 1, END), 'UNSUPPORTED'],
    ['no rows', frameOf(13, 0), 'NO_ROWS'],
    ['a sequence without end', frameOf(...sequenceOf(1e15)), 'TOO_LARGE'],
    ['a sequence of less than nothing', frameOf(...sequenceOf(-1)), 'MALFORMED'],
    ['gzip that becomes a thousand times as much', gzipSync(Buffer.concat([Buffer.from('X\n'), Buffer.alloc(9 << 20)])), 'TOO_LARGE'],
    ['bzip2 that becomes a thousand times as much', Buffer.from(nineMegabytes, 'hex'), 'TOO_LARGE'],
    ['xz that becomes a thousand times as much', Buffer.from(twoMegabytes, 'base64'), 'TOO_LARGE'],
    ['damaged gzip', Buffer.from('1f8b0800000000000003ffff', 'hex'), 'MALFORMED'],
    ['damaged bzip2', Buffer.from('BZh9 and no block of it'), 'MALFORMED'],
    ['damaged xz', Buffer.from('fd377a585a000001ffffffffffffffff', 'hex'), 'MALFORMED'],
  ] satisfies readonly [string, Buffer, string][])('with %s are refused', async (_, bytes, failure) => {
    expect(await refusalOf(rReader, bytes)).toMatchObject({ failure });
  });

  /** A factor of one level with a cell of the second. */
  function frameWithLevels(): Buffer {
    const attributes = [
      PAIR_WITH_TAG,
      ...symbol('levels'),
      16,
      1,
      9,
      1,
      'a',
      PAIR_WITH_TAG,
      ...symbol('class'),
      16,
      1,
      9,
      6,
      'factor',
      END,
    ];
    return frameOf(0x30d, 1, 2, ...attributes);
  }

  it('may hold themselves', async () => {
    // An environment whose enclosing environment, and whose content, is itself.
    const own = [4, 0, (1 << 8) | 255, 2, (1 << 8) | 255, END, END, END];
    expect(await refusalOf(rReader, objectOf(...own))).toMatchObject({ failure: 'UNSUPPORTED' });
    const { rows: read } = await readTable(
      rReader,
      frameOf(0x20d, 1, 7, PAIR_WITH_TAG, ...symbol('self'), ...own.map((word) => (word === 511 ? (2 << 8) | 255 : word)), END),
    );
    expect(read).toStrictEqual([[7]]);
  });

  it.each(names)('are refused wherever %s ends too early', async (name) => {
    expect(await readableCuts(rReader, fixtureBytes(name))).toBe(0);
  });

  it('are read or refused whatever bits are wrong', async () => {
    expect(await readWithTurnedBits(rReader, names.map(fixtureBytes))).toBeGreaterThan(0);
  });
});

describe('Numbers as R writes them', () => {
  it.each([
    [1, '1'],
    [0.1, '0.1'],
    [1e5, '1e+05'],
    [123456, '123456'],
    [1e-5, '1e-05'],
    [0.0001234, '0.0001234'],
    [1 / 3, '0.333333333333333'],
    [1e300, '1e+300'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Inf'],
  ])('%d is %s', (value, text) => {
    expect(numeral(value)).toBe(text);
  });
});

describe('Clocks of time zones', () => {
  it.each([
    ['Europe/Berlin', '2024-07-01T10:00:00Z', 2],
    ['Europe/Berlin', '2024-01-01T10:00:00Z', 1],
    ['Asia/Kolkata', '2024-01-01T10:00:00Z', 5.5],
    ['America/New_York', '1960-01-01T10:00:00Z', -5],
    ['UTC', '2024-01-01T10:00:00Z', 0],
    ['Nowhere/At all', '2024-01-01T10:00:00Z', 0],
    ['', '2024-01-01T10:00:00Z', 0],
  ])('of %s at %s are %d hours ahead of UTC', (zone, moment, hours) => {
    expect(zoneClock(zone)(Date.parse(moment)) / 3_600_000).toBe(hours);
  });
});
