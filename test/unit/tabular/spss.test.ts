import { describe, expect, it } from 'vitest';
import { savReader } from '../../../src/tabular/readers/spss/read-sav.ts';
import { readableCuts, readWithTurnedBits, refusalOf } from './damage.ts';
import { expectedFacts, expectedTable, factsOf, fixtureBytes, fixtureNames, readTable } from './read-table.ts';
import { inRecordedWords, recordedInput, recordedRows, recordedVariables, recordingsExist } from './recorded-table.ts';

const names = [...fixtureNames('.sav'), ...fixtureNames('.zsav')];

describe('System files of SPSS', () => {
  it.each(names)('hold in %s what was written', async (name) => {
    const bytes = fixtureBytes(name);
    const expected = expectedTable(name);
    expect(savReader.recognises(bytes.subarray(0, 8192))).toBe(true);
    const { variables, rows } = await readTable(savReader, bytes);
    expect(rows).toStrictEqual(expected.rows);
    expect(variables.map(factsOf)).toStrictEqual(expected.variables.map(expectedFacts));
  });

  it('keep the numbers of a variable with a date outside the years 0 to 9999', async () => {
    const bytes = Buffer.from(fixtureBytes('spss-plain.sav'));
    const first = Buffer.alloc(8);
    first.writeDoubleLE((Date.UTC(1899, 11, 31) - Date.UTC(1582, 9, 14)) / 1000);
    bytes.writeDoubleLE(1e30, bytes.indexOf(first));
    const { variables, rows } = await readTable(savReader, bytes);
    expect(variables.slice(-2)).toMatchObject([
      { name: 'd', storage: 'double', formatCategory: undefined },
      { name: 't', storage: 'text', formatCategory: 'time' },
    ]);
    expect(rows[0]?.at(-2)).toBe(1e30);
  });

  it.each([
    ['spss-plain.sav', 'the length of a label', 208, 2 ** 31 - 1, { failure: 'TOO_LARGE' }],
    ['spss-zlib.zsav', 'the bytes of a block', -8, 2 ** 31 - 1, { failure: 'TOO_LARGE' }],
    ['spss-zlib.zsav', 'fewer bytes of a block than it has', -8, 100, { failure: 'MALFORMED' }],
    ['spss-zlib.zsav', 'the packed bytes of a block', -4, 2 ** 30, { failure: 'MALFORMED' }],
    ['spss-zlib.zsav', 'a number of blocks', -28, 2 ** 30, { failure: 'MALFORMED' }],
  ])('are refused when they claim too much: %s, %s', async (name, _, place, value, refusal) => {
    const bytes = Buffer.from(fixtureBytes(name));
    bytes.writeInt32LE(value, place < 0 ? bytes.length + place : place);
    expect(await refusalOf(savReader, bytes)).toMatchObject(refusal);
  });

  it.each([
    ['spss-plain.sav', { failure: 'TRUNCATED', row: 7 }],
    ['spss-bytecode.sav', { failure: 'TRUNCATED' }],
    ['spss-zlib.zsav', { failure: 'TRUNCATED', row: 7 }],
  ])('are refused when they claim more cases than they have: %s', async (name, refusal) => {
    const bytes = Buffer.from(fixtureBytes(name));
    // The extension with the number of cases: its type and number, the size and number of its fields, a one, the cases.
    bytes.writeBigInt64LE(1000n, bytes.indexOf(Buffer.from([7, 0, 0, 0, 16, 0, 0, 0])) + 24);
    expect(await refusalOf(savReader, bytes)).toMatchObject(refusal);
  });

  it('are refused wherever they end too early', async () => {
    for (const name of names) {
      const readable = await readableCuts(savReader, fixtureBytes(name));
      // The last codes are filled up to eight; where the number of cases is unknown, the end of a case may be the end of the file.
      const mayLack = { 'spss-bytecode.sav': 1, 'spss-formats.sav': 1, 'spss-long-string.sav': 1, 'spss-big-1252.sav': 2 }[name] ?? 0;
      expect(readable).toBeLessThanOrEqual(mayLack);
    }
  });

  it('are read or refused, whatever bits are wrong', async () => {
    expect(await readWithTurnedBits(savReader, names.map(fixtureBytes))).toBeGreaterThan(0);
  });

  it.runIf(recordingsExist)('have the variables and cells that were recorded (needs ../shared/golden)', async () => {
    for (const [variables, rows, bytes] of [
      ['ingest-dataTables-made.sav', 'ingest-tab-made.sav', recordedInput('made.sav')],
      ['file-dataTables-sav', 'access-sav-tab', recordedInput('dct.sav', 'samples')],
    ] as const) {
      const table = await readTable(savReader, bytes);
      expect(inRecordedWords(table)).toMatchObject(recordedVariables(variables));
      expect(table.rows).toStrictEqual(recordedRows(rows));
    }
  });
});
