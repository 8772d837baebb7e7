import { describe, expect, it } from 'vitest';
import { sasTransportReader } from '../../../src/tabular/readers/sas-transport/read-sas-transport.ts';
import { hexadecimalFloat } from '../../../src/tabular/readers/sas-transport/hexadecimal-float.ts';
import { temporalFormat } from '../../../src/tabular/readers/sas-transport/temporal-format.ts';
import { readableCuts, readWithTurnedBits, refusalOf } from './damage.ts';
import { expectedFacts, expectedTable, factsOf, fixtureBytes, fixtureNames, readTable } from './read-table.ts';

const names = fixtureNames('.xpt');
const VERSION_5 = 'sas-5.xpt';
const VERSION_8 = 'sas-8.xpt';
/** Where the rows of the fixtures begin. */
const ROWS_OF_5 = 1440;

function changed(name: string, change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(fixtureBytes(name));
  change(bytes);
  return bytes;
}

describe('Transport files of SAS', () => {
  it.each(names)('hold in %s what was written', async (name) => {
    const expected = expectedTable(name);
    expect(sasTransportReader.recognises(fixtureBytes(name).subarray(0, 8192))).toBe(true);
    const { variables, rows } = await readTable(sasTransportReader, fixtureBytes(name));
    expect(rows).toStrictEqual(expected.rows);
    expect(variables.map(factsOf)).toStrictEqual(expected.variables.map(expectedFacts));
  });

  it('are recognised by their first record alone', () => {
    expect(sasTransportReader.recognises(Buffer.from('HEADER RECORD'))).toBe(false);
    expect(sasTransportReader.recognises(Buffer.alloc(0))).toBe(false);
  });

  it.each(['.', '_', 'A', 'Z'])('have cells that are missing as %s', async (code) => {
    const bytes = changed(VERSION_5, (all) => all.write(`${code}\0\0\0\0\0\0\0`, ROWS_OF_5, 'latin1'));
    const { rows } = await readTable(sasTransportReader, bytes);
    expect(rows[0]?.[0]).toBeNull();
  });

  it('keep the numbers of a date that no calendar has', async () => {
    // 1e12 days after 1960, as the date of the first row, behind two numbers and forty characters.
    const bytes = changed(VERSION_5, (all) => all.write('4ae8d4a510000000', ROWS_OF_5 + 56, 'hex'));
    const { variables, rows } = await readTable(sasTransportReader, bytes);
    expect(variables[3]).toMatchObject({ storage: 'integer', formatCategory: undefined });
    expect(rows.map((row) => row[3])).toStrictEqual([1e12, 21974, null, 0, -1, 23741]);
  });

  it('give no rows for the blanks that fill up the last record', async () => {
    // One variable of twenty characters: four rows a record.
    const header = fixtureBytes(VERSION_5).subarray(0, 1440);
    const one = Buffer.from(header.subarray(920, 920 + 140));
    one.writeUInt16BE(20, 4);
    one.writeUInt32BE(0, 84);
    const count = Buffer.from(header.subarray(560, 640));
    count.write('0000000001', 48, 'latin1');
    const file = (cells: string): Buffer =>
      Buffer.concat([header.subarray(0, 560), count, one, Buffer.alloc(20, ' '), header.subarray(1360, 1440), Buffer.from(cells)]);
    const short = file(`${'a'.padEnd(20)}${'b'.padEnd(60)}`);
    expect((await readTable(sasTransportReader, short)).rows).toStrictEqual([['a'], ['b']]);
    const blankRecord = file(`${' '.repeat(80)}${'a'.padEnd(80)}`);
    expect((await readTable(sasTransportReader, blankRecord)).rows).toStrictEqual([[''], [''], [''], [''], ['a']]);
  });

  it('are refused when a second data set follows', async () => {
    for (const name of names) {
      const bytes = fixtureBytes(name);
      const twice = Buffer.concat([bytes, bytes.subarray(240)]);
      expect(await refusalOf(sasTransportReader, twice)).toMatchObject({ failure: 'UNSUPPORTED' });
    }
  });

  it('take long formats of dates from the list behind the variables', async () => {
    const bytes = fixtureBytes(VERSION_8);
    const list = Buffer.alloc(160, ' ');
    list.write('HEADER RECORD*******LABELV9 HEADER RECORD!!!!!!!1', 'latin1');
    for (const [index, size] of [1, 2, 5, 10, 0].entries()) list.writeUInt16BE(size, 80 + 2 * index);
    list.write('IDLabelE8601DA10.', 90, 'latin1');
    // Of six numbers, those that are dates of the years 0 to 9999 are few: the others stay numbers.
    const read = await readTable(sasTransportReader, Buffer.concat([bytes.subarray(0, 1360), list, bytes.subarray(1520)]));
    expect(read.variables[0]).toMatchObject({ name: 'ID', label: 'Label', storage: 'integer' });
    list.writeUInt16BE(2, 80);
    list.write('xx', 90, 'latin1');
    const other = await readTable(sasTransportReader, Buffer.concat([bytes.subarray(0, 1360), list, bytes.subarray(1520)]));
    expect(other.variables[1]).toMatchObject({ name: 'xx', storage: 'double' });
  });

  it('are refused when their variables share bytes or have none', async () => {
    const overlapping = changed(VERSION_5, (all) => all.writeUInt32BE(0, 640 + 4 * 140 + 84));
    expect(await refusalOf(sasTransportReader, overlapping)).toMatchObject({ failure: 'MALFORMED' });
    const empty = changed(VERSION_5, (all) => all.writeUInt16BE(0, 640 + 2 * 140 + 4));
    expect(await refusalOf(sasTransportReader, empty)).toMatchObject({ failure: 'MALFORMED', column: 'S' });
  });

  it('are refused when they have no rows', async () => {
    expect(await refusalOf(sasTransportReader, fixtureBytes(VERSION_5).subarray(0, ROWS_OF_5))).toMatchObject({ failure: 'NO_ROWS' });
  });

  it('are refused where they end too early, unless a record ends there', async () => {
    const version5 = fixtureBytes(VERSION_5);
    const withinRecords = Array.from({ length: 24 }, (_, record) => version5.subarray(0, record * 80 + 41));
    for (const cut of withinRecords) expect(await refusalOf(sasTransportReader, cut)).toBeDefined();
    // Version 8 says how many rows there are; what fills up the last record may be left out.
    expect(await readableCuts(sasTransportReader, fixtureBytes(VERSION_8).subarray(0, -48))).toBe(0);
  });

  it('are read or refused whatever bits are wrong', async () => {
    expect(await readWithTurnedBits(sasTransportReader, names.map(fixtureBytes))).toBeGreaterThan(0);
  });
});

describe('Numbers of System/360', () => {
  it.each([
    ['4110000000000000', 1],
    ['c276a00000000000', -118.625],
    ['7fffffffffffffff', 7.237005577332262e75],
    ['0010000000000000', 5.397605346934028e-79],
    ['4110', 1],
    ['80000000', 0],
  ])('%s is %f', (hex, value) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(hexadecimalFloat(bytes, 0, bytes.length)).toBe(value);
  });
});

describe('Formats of SAS', () => {
  it.each([
    ['DATE', 'date'],
    ['yymmddn', 'date'],
    ['DATETIME', 'time'],
    ['E8601DT', 'time'],
    ['TIME', 'time'],
    ['BEST', undefined],
    ['DOLLAR', undefined],
    ['', undefined],
  ])('%s shows %s', (name, category) => {
    expect(temporalFormat(name)?.category).toBe(category);
  });

  it('count days and seconds from 1960', () => {
    expect(temporalFormat('DATE')?.text(0, false)).toBe('1960-01-01');
    expect(temporalFormat('DATETIME')?.text(-0.5, true)).toBe('1959-12-31 23:59:59.500');
    expect(temporalFormat('TIME')?.text(3661, false)).toBe('01:01:01');
    expect(temporalFormat('TIME')?.text(-1, false)).toBeUndefined();
  });
});
