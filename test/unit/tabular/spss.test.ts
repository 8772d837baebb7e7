import { describe, expect, it } from 'vitest';
import { savReader } from '../../../src/tabular/readers/spss/read-sav.ts';
import { readableCuts, readWithTurnedBits } from './damage.ts';
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
