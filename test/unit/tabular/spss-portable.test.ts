import { describe, expect, it } from 'vitest';
import { base30 } from '../../../src/tabular/readers/spss/base30.ts';
import { porReader } from '../../../src/tabular/readers/spss/read-por.ts';
import { readableCuts, readWithTurnedBits, refusalOf, seededNumbers } from './damage.ts';
import { expectedFacts, expectedTable, factsOf, fixtureBytes, fixtureNames, readTable } from './read-table.ts';
import { inRecordedWords, recordedInput, recordedRows, recordedVariables, recordingsExist } from './recorded-table.ts';

const names = fixtureNames('.por');

function read30(text: string): number | undefined {
  return base30(Buffer.from(text, 'latin1'), text.length);
}

/** A double to the base 30 without rounding, from its parts: of a power of two below zero there are as many digits. */
function written30(mantissa: bigint, exponent: number): string {
  const whole = exponent >= 0 ? mantissa * 2n ** BigInt(exponent) : mantissa * 15n ** BigInt(-exponent);
  const digits = whole.toString(30).toUpperCase();
  return exponent >= 0 ? digits : `${digits}-${(-exponent).toString(30).toUpperCase()}`;
}

describe('Portable files of SPSS', () => {
  it.each(names)('hold in %s what was written', async (name) => {
    const bytes = fixtureBytes(name);
    const expected = expectedTable(name);
    expect(porReader.recognises(bytes.subarray(0, 8192))).toBe(true);
    const { variables, rows } = await readTable(porReader, bytes);
    expect(rows).toStrictEqual(expected.rows);
    expect(variables.map(factsOf)).toStrictEqual(expected.variables.map(expectedFacts));
  });

  it('are read the same with other ends of lines, and in other characters', async () => {
    const bytes = fixtureBytes('spss-portable.por');
    const table = await readTable(porReader, bytes);
    const text = bytes.toString('latin1');
    expect(await readTable(porReader, Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1'))).toStrictEqual(table);
    expect(await readTable(porReader, Buffer.from(text.replaceAll('\r\n', ''), 'latin1'))).toStrictEqual(table);
    // A machine whose characters are all greater by 128, ends of lines apart.
    const other = bytes.map((byte) => (byte === 0x0d || byte === 0x0a || byte >= 0x80 ? byte : byte + 0x80));
    expect(porReader.recognises(other)).toBe(true);
    expect(await readTable(porReader, other)).toStrictEqual(table);
  });

  it('have numbers to the base 30, each of which is the nearest double', () => {
    expect(['1.F', '-3.7F', '0', '1+A', '39TTTT7QI8TS-E'].map(read30)).toStrictEqual([1.5, -3.25, 0, 30 ** 10, 0.000123456789]);
    expect(['', '-', '.', '1+', 'U', '1.2.3', '1-U'].map(read30)).toStrictEqual([...Array<undefined>(7)].map(() => undefined));
    const next = seededNumbers(30);
    for (let round = 0; round < 2000; round += 1) {
      const mantissa = (BigInt(next()) << 21n) | BigInt(next() >>> 11);
      const exponent = (next() % 600) - 300;
      expect(read30(written30(mantissa, exponent))).toBe(Number(mantissa) * 2 ** exponent);
    }
  });

  it('name the row of what is no number', async () => {
    const bytes = Buffer.from(fixtureBytes('spss-portable.por'));
    bytes.write('?', bytes.indexOf('-2.7F/') + 1);
    expect(await refusalOf(porReader, bytes)).toMatchObject({ failure: 'MALFORMED', row: 3 });
  });

  it('are refused wherever they end too early', async () => {
    for (const name of names) {
      const bytes = fixtureBytes(name);
      expect(await readableCuts(porReader, bytes.subarray(0, bytes.indexOf('ZZZ')))).toBe(0);
    }
  });

  it('are refused where line breaks become too many blanks', async () => {
    const bytes = fixtureBytes('spss-portable.por');
    const grown = Buffer.concat([bytes.subarray(0, bytes.indexOf('ZZZ')), Buffer.alloc(100_000, '\n')]);
    expect(await refusalOf(porReader, grown)).toMatchObject({ failure: 'TOO_LARGE' });
  });

  it('are read or refused, whatever bits are wrong', async () => {
    expect(await readWithTurnedBits(porReader, names.map(fixtureBytes))).toBeGreaterThan(0);
  });

  it.runIf(recordingsExist)('have the variables and cells that were recorded (needs ../shared/golden)', async () => {
    const table = await readTable(porReader, recordedInput('made.por'));
    expect(inRecordedWords(table)).toMatchObject(recordedVariables('ingest-dataTables-made.por'));
    expect(table.rows).toStrictEqual(recordedRows('ingest-tab-made.por'));
  });
});
