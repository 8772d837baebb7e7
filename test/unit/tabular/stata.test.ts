import { describe, expect, it } from 'vitest';
import { stataReader } from '../../../src/tabular/readers/stata/read-stata.ts';
import { readableCuts, readWithTurnedBits } from './damage.ts';
import { expectedFacts, expectedTable, factsOf, fixtureBytes, fixtureNames, readTable, type Cell } from './read-table.ts';
import { inRecordedWords, recordedInput, recordedRows, recordedVariables, recordingsExist } from './recorded-table.ts';

const names = fixtureNames('.dta');

/** Floats as 32 bits have them: the recorded text is the shortest of that width. */
function singles(rows: readonly (readonly Cell[])[], floats: readonly boolean[]): Cell[][] {
  return rows.map((row) => row.map((cell, index) => (floats[index] === true && typeof cell === 'number' ? Math.fround(cell) : cell)));
}

describe('Files of Stata', () => {
  it.each(names)('hold in %s what was written', async (name) => {
    const bytes = fixtureBytes(name);
    const expected = expectedTable(name);
    expect(stataReader.recognises(bytes.subarray(0, 8192))).toBe(true);
    const { variables, rows } = await readTable(stataReader, bytes);
    expect(rows).toStrictEqual(expected.rows);
    expect(variables.map(factsOf)).toStrictEqual(expected.variables.map(expectedFacts));
  });

  it.each([
    ['118', '120'],
    ['119', '121'],
  ])('read release %s under the number %s as well', async (release, later) => {
    const bytes = fixtureBytes(`stata-${release}-little.dta`);
    const renamed = Buffer.from(bytes);
    renamed.write(later, renamed.indexOf('<release>') + 9);
    expect(await readTable(stataReader, renamed)).toStrictEqual(await readTable(stataReader, bytes));
  });

  it.each([
    ['stata-108-little.dta', 109],
    ['stata-111-little.dta', 112],
    ['stata-114-little.dta', 115],
  ])('read %s as release %i, which is laid out alike', async (name, later) => {
    const bytes = fixtureBytes(name);
    const renumbered = Buffer.from(bytes);
    renumbered[0] = later;
    expect(stataReader.recognises(renumbered.subarray(0, 8192))).toBe(true);
    expect(await readTable(stataReader, renumbered)).toStrictEqual(await readTable(stataReader, bytes));
  });

  it.each([106, 107])('read release %i, whose labels of variables are longer than before', async (release) => {
    const bytes = fixtureBytes('stata-105-big.dta');
    const { variables } = expectedTable('stata-105-big.dta');
    // Before the labels: the head of 60 bytes; of each variable type, name, place in the order (one more), format, name of its value labels.
    const labels = 60 + variables.length * (1 + 9 + 2 + 12 + 9) + 2;
    const longer = variables.map((_, index) =>
      Buffer.concat([bytes.subarray(labels + 32 * index, labels + 32 * (index + 1)), Buffer.alloc(49)]),
    );
    const head = Buffer.from(bytes.subarray(0, labels));
    head[0] = release;
    const read = await readTable(stataReader, Buffer.concat([head, ...longer, bytes.subarray(labels + 32 * variables.length)]));
    expect(read).toStrictEqual(await readTable(stataReader, bytes));
  });

  it('leave out an alias, whose values are in another file', async () => {
    const bytes = Buffer.from(fixtureBytes('stata-118-little.dta'));
    bytes.write('120', bytes.indexOf('<release>') + 9);
    // The first variable, a long, becomes an alias; its cells go, and so do all positions behind them.
    const types = bytes.indexOf('<variable_types>') + 16;
    bytes.writeUInt16LE(65525, types);
    const start = bytes.indexOf('<data>') + 6;
    const end = bytes.indexOf('</data>');
    const rowBytes = (end - start) / 6;
    const rows = Array.from({ length: 6 }, (_, row) => bytes.subarray(start + row * rowBytes + 4, start + (row + 1) * rowBytes));
    const shorter = Buffer.concat([bytes.subarray(0, start), ...rows, bytes.subarray(end)]);
    const map = shorter.indexOf('<map>') + 5;
    for (const part of [10, 11, 12, 13]) shorter.writeBigUInt64LE(shorter.readBigUInt64LE(map + 8 * part) - 24n, map + 8 * part);
    const whole = await readTable(stataReader, fixtureBytes('stata-118-little.dta'));
    const read = await readTable(stataReader, shorter);
    expect(read.variables.map(({ name }) => name)).toStrictEqual(whole.variables.slice(1).map(({ name }) => name));
    expect(read.rows).toStrictEqual(whole.rows.map((row) => row.slice(1)));
  });

  it('keep the numbers of a variable with a date outside the years 0 to 9999', async () => {
    const bytes = Buffer.from(fixtureBytes('stata-118-little.dta'));
    const start = bytes.indexOf('<data>') + 6;
    const rowBytes = (bytes.indexOf('</data>') - start) / 6;
    // The last two variables are dates in eight bytes each.
    bytes.writeDoubleLE(1e30, start + 5 * rowBytes - 16);
    const { variables, rows } = await readTable(stataReader, bytes);
    expect(variables.slice(-2)).toMatchObject([
      { name: 'd', storage: 'double', formatCategory: undefined },
      { name: 't', storage: 'text', formatCategory: 'time' },
    ]);
    expect(rows.map((row) => row.at(-2))).toStrictEqual([-21915, 21974, null, 0, 1e30, 23741]);
  });

  it('are refused wherever they end too early', async () => {
    // A set of value labels may be the last thing of an old file, and is not announced.
    const announced = names.filter((name) => /-1(1[789]|2)/.test(name));
    for (const name of names) {
      const read = await readableCuts(stataReader, fixtureBytes(name));
      expect(read).toBeLessThanOrEqual(announced.includes(name) ? 0 : 1);
    }
  });

  it('are read or refused, whatever bits are wrong', async () => {
    expect(await readWithTurnedBits(stataReader, names.map(fixtureBytes))).toBeGreaterThan(0);
  });

  it.runIf(recordingsExist)('have the variables that were recorded (needs ../shared/golden)', async () => {
    for (const [recording, bytes] of [
      ['ingest-dataTables-made.dta', recordedInput('made.dta')],
      ['ingest-dataTables-made-dates.dta', recordedInput('made-dates.dta')],
      ['ingest-dataTables-stata13-auto-withstrls.dta', recordedInput('stata13-auto-withstrls.dta')],
      ['ingest-dataTables-120745.dta', recordedInput('120745.dta')],
      ['file-dataTables-dta', recordedInput('stata13-auto.dta', 'samples')],
    ] as const) {
      const words = inRecordedWords(await readTable(stataReader, bytes));
      expect(words).toMatchObject(recordedVariables(recording).map(({ variableCategories, ...rest }) => ({ ...rest, variableCategories })));
    }
  });

  it.runIf(recordingsExist)(
    'have the cells that were recorded, where the recording has its own texts right (needs ../shared/golden)',
    async () => {
      for (const [recording, bytes] of [
        ['ingest-tab-made.dta', recordedInput('made.dta')],
        ['ingest-tab-made-dates.dta', recordedInput('made-dates.dta')],
        ['ingest-tab-stata13-auto-withstrls.dta', recordedInput('stata13-auto-withstrls.dta')],
        ['access-dta-tab', recordedInput('stata13-auto.dta', 'samples')],
      ] as const) {
        const { variables, rows } = await readTable(stataReader, bytes);
        const floats = variables.map(({ storage }) => storage === 'float');
        const recorded = singles(recordedRows(recording), floats);
        // Bytes beyond ASCII were lost there.
        const readable = rows.map((row, index) =>
          row.map((cell, column) => (String(recorded[index]?.[column]).includes('\ufffd') ? recorded[index]?.[column] : cell)),
        );
        expect(readable).toStrictEqual(recorded);
      }
    },
  );
});
