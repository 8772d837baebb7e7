import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createScratchFiles } from '../../../src/tabular/scratch-files.ts';
import { statisticTexts } from '../../../src/tabular/statistics/statistics.ts';
import { seededRandom } from '../../integration/domain/seeded-random.ts';
import { ingested, madeTable } from './made-table.ts';
import type { Cell } from './read-table.ts';
import type { Storage } from '../../../src/tabular/table.ts';

async function statisticsOf(cells: readonly Cell[], storage: Storage = 'double', heldValues?: number): Promise<Record<string, string>> {
  const options = heldValues === undefined ? {} : { heldValues };
  const { variables } = await ingested(madeTable([{ name: 'x', storage, cells }]), options);
  const statistics = variables[0]?.statistics;
  if (statistics === undefined) throw new Error('A numeric variable has statistics.');
  return statisticTexts(statistics);
}

describe('statistics of a variable', () => {
  it('are those of the contract, as texts in their order', async () => {
    expect(Object.entries(await statisticsOf([40, 17, 21], 'integer'))).toStrictEqual([
      ['mean', '26.0'],
      ['medn', '21.0'],
      ['mode', '.'],
      ['vald', '3.0'],
      ['invd', '0.0'],
      ['min', '17.0'],
      ['max', '40.0'],
      ['stdev', '12.288205727444508'],
    ]);
  });

  it('leave missing cells and NaN out, and count them', async () => {
    expect(await statisticsOf([1, null, Number.NaN, 2, null])).toMatchObject({
      mean: '1.5',
      medn: '1.5',
      vald: '2.0',
      invd: '3.0',
      max: '2.0',
    });
  });

  it('take the lower of the middle values and half the way to the upper', async () => {
    expect(await statisticsOf([4, 1, 3, 2])).toMatchObject({ medn: '2.5' });
    expect(await statisticsOf([1.5e308, 1e308])).toMatchObject({ medn: '1.25E308' });
  });

  it('have no deviation for one value, and for values that are all the same', async () => {
    expect(await statisticsOf([7])).toMatchObject({ mean: '7.0', stdev: '0.0', medn: '7.0' });
    expect(await statisticsOf([0.1, 0.1, 0.1, 0.1])).toMatchObject({ stdev: '0.0', min: '0.1', max: '0.1' });
  });

  it('are NaN without valid values', async () => {
    const none = { mean: 'NaN', medn: 'NaN', min: 'NaN', max: 'NaN', stdev: 'NaN', vald: '0.0', invd: '2.0' };
    expect(await statisticsOf([null, Number.NaN])).toMatchObject(none);
  });

  it('take infinities as valid, for which there is neither mean nor deviation', async () => {
    const mixed = { mean: 'NaN', stdev: 'NaN', min: '-Infinity', max: 'Infinity', vald: '3.0' };
    expect(await statisticsOf([Infinity, -Infinity, 0])).toMatchObject({ ...mixed, medn: '0.0' });
  });

  it('write small and large numbers with an exponent', async () => {
    expect(await statisticsOf([1e-7])).toMatchObject({ mean: '1.0E-7', min: '1.0E-7' });
    expect(await statisticsOf([20170620, 20170620], 'integer')).toMatchObject({ mean: '2.017062E7' });
  });

  it('widen numbers of 32 bits', async () => {
    expect(await statisticsOf([Math.fround(1.1)], 'float')).toMatchObject({ mean: '1.100000023841858' });
  });

  it('count 64-bit integers by their nearest doubles', async () => {
    expect(await statisticsOf([2n ** 62n, -(2n ** 62n)], 'int64')).toMatchObject({ mean: '0.0', max: '4.611686018427388E18' });
  });

  it.each(['whole numbers', 'many of the same', 'any doubles', 'neighbours'])(
    'find the median of %s when they are too many to be held',
    async (kind) => {
      const { below } = seededRandom(19);
      const draws: Record<string, () => number> = {
        'whole numbers': () => below(2000) - 1000,
        'many of the same': () => below(3) - 1,
        'any doubles': () => (below(2) === 0 ? -1 : 1) * (below(1_000_000) + 0.25) * 10 ** (below(600) - 300),
        neighbours: () => 1 + below(1000) * Number.EPSILON,
      };
      for (const count of [1, 2, 999, 1000]) {
        const values = Array.from({ length: count }, () => draws[kind]?.() ?? 0);
        expect((await statisticsOf(values, 'double', 10))['medn']).toBe((await statisticsOf(values))['medn']);
      }
    },
  );

  it('keep numbers that are too many to be held in a file, so that the table is read once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'archivolt-spool-'));
    const files = createScratchFiles(folder, 100 * 1024 * 1024);
    const { below } = seededRandom(23);
    // More than a piece of the file holds, so that runs are divided.
    const drawn = [70_001, 70_001].map((count) => Array.from({ length: count }, () => below(5_000_000) / 8 - 1000));
    const made = madeTable(
      drawn.map((cells, index) => ({ name: `v${index}`, storage: 'double' as const, cells })),
      30_000,
    );
    let looks = 0;
    const table = { ...made, batches: () => ((looks += 1), made.batches()) };
    try {
      const { variables } = await ingested(table, { heldValues: 1000, scratch: () => files.make() });
      const medians = drawn.map((cells) => cells.toSorted((left, right) => left - right)[35_000]);
      expect(variables.map(({ statistics }) => statistics?.median)).toStrictEqual(medians);
      expect(looks).toBe(1);
      // What is held is found in bins as well where it is much.
      const held = await ingested(made);
      expect(held.variables.map(({ statistics }) => statistics?.median)).toStrictEqual(medians);
    } finally {
      await files.remove();
      rmSync(folder, { recursive: true });
    }
  });

  it('hold the medians of 200 variables in small bins', async () => {
    const cells = Array.from({ length: 50 }, (_, row) => row * 3 - 20);
    const table = madeTable(Array.from({ length: 200 }, (_, index) => ({ name: `v${index}`, storage: 'integer' as const, cells })));
    const { variables } = await ingested(table, { heldValues: 1000 });
    expect(new Set(variables.map(({ statistics }) => statistics?.median))).toStrictEqual(new Set([53.5]));
  });

  it('lose little by rounding', async () => {
    const values = Array.from({ length: 10_000 }, (_, row) => 1e9 + (row % 2));
    expect(Number((await statisticsOf(values))['stdev'])).toBeCloseTo(Math.sqrt((0.25 * 10_000) / 9_999), 6);
  });
});

describe('frequencies of categories', () => {
  const category = (value: string) => ({ value, label: `label of ${value}`, missing: false });

  it('count cells of their value, and none of a value that does not occur', async () => {
    const numbers = { name: 'n', storage: 'integer', categories: ['1', '2', '3', '.a'].map(category), cells: [1, 2, 1, null] } as const;
    const texts = { name: 's', storage: 'text', categories: ['m', 'f', ' '].map(category), cells: ['m', 'm', 'x', ' '] } as const;
    const { variables } = await ingested(madeTable([numbers, texts]));
    expect(variables.map(({ frequencies }) => frequencies)).toStrictEqual([
      [2, 1, 0, 0],
      [2, 0, 1],
    ]);
  });

  it('compare numbers as those of 32 bits', async () => {
    const { variables } = await ingested(
      madeTable([{ name: 'f', storage: 'float', categories: [category('1.1')], cells: [Math.fround(1.1), 2, Number.NaN] }]),
    );
    expect(variables[0]?.frequencies).toStrictEqual([1]);
  });
});
