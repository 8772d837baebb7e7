import { describe, expect, test } from 'vitest';
import { median } from '../../../bench/compare.ts';
import { hasFileScenario } from '../../../bench/file-scenarios.ts';
import { hasLargeScenario } from '../../../bench/large-scenarios.ts';
import { isChosen, readOptions } from '../../../bench/options.ts';
import { hasVersionScenario } from '../../../bench/version-scenarios.ts';

describe('options of the benchmark', () => {
  test('without any, the run is the one that the results are quoted from', () => {
    expect(readOptions([])).toMatchObject({ datasets: 20_000, seconds: 8, rounds: 3, uploadMegabytes: 1024, json: false });
    expect(readOptions([]).large).toEqual({ listDatasets: 50_000, treeCollections: 10_000 });
    expect(readOptions([]).files).toEqual({ files: 100_000, versions: 50 });
  });

  test('a number that cannot be one is refused by the name of its option', () => {
    expect(() => readOptions(['--datasets', 'many'])).toThrow('--datasets');
    expect(() => readOptions(['--rounds', '0'])).toThrow('--rounds');
    expect(() => readOptions(['--list-datasets', '20'])).toThrow('--list-datasets');
    expect(() => readOptions(['--seconds', '1.5'])).toThrow('--seconds');
  });
});

describe('the choice of rows', () => {
  test('fills the database further only where a row needs it', () => {
    expect(['', 'Large', 'storage size'].map(hasLargeScenario)).toEqual([true, true, true]);
    expect(['REST GET', 'Smallest route', 'GraphQL dataset query'].map(hasLargeScenario)).toEqual([false, false, false]);
    expect(['', 'Files', 'against 1,000', 'add one'].map(hasFileScenario)).toEqual([true, true, true, true]);
    expect(['', 'Datasets', 'publish'].map(hasVersionScenario)).toEqual([true, true, true]);
    expect(['Large', 'REST GET'].flatMap((only) => [hasFileScenario(only), hasVersionScenario(only)])).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test('takes one text or several', () => {
    const rows = ['Files: add one', 'Datasets: create', 'Large: storage size'];
    expect(rows.map((row) => isChosen(row, 'Files|create'))).toEqual([true, true, false]);
    expect(rows.map((row) => isChosen(row, ''))).toEqual([true, true, true]);
    expect(rows.map((row) => isChosen(row, 'add'))).toEqual([true, false, false]);
  });
});

describe('the median', () => {
  test('of an odd number is the middle one, of an even number the mean of the two in the middle', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test('of nothing is refused', () => {
    expect(() => median([])).toThrow('no median');
  });
});
