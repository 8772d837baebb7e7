import { describe, expect, test } from 'vitest';
import { countUsage } from '../../../../src/domain/metrics/count-usage.ts';
import type { UsageEvent } from '../../../../src/kernel/usage-event.ts';

const NOON = Date.UTC(2026, 4, 20, 12, 0, 0);

/** A use at so many seconds after noon; `until` is the time of the last click. */
function use(resource: string, seconds: number, more: Partial<UsageEvent> & { readonly until?: number } = {}): UsageEvent {
  const { until = seconds, ...rest } = more;
  return {
    session: 'aa',
    datasetId: 1,
    resource,
    at: NOON + seconds * 1000,
    lastAt: NOON + until * 1000,
    country: '',
    machine: false,
    ...rest,
  };
}

const trace = (resource: string, seconds: number) => ({ session: 'aa', datasetId: 1, resource, lastAt: NOON + seconds * 1000 });

function counted(events: readonly UsageEvent[], known: Parameters<typeof countUsage>[1] = []): number[][] {
  return countUsage(events, known).increments.map((one) => [one.viewsTotal, one.viewsUnique, one.downloadsTotal, one.downloadsUnique]);
}

describe('a double click', () => {
  test.each([
    ['0 and 29 seconds are one', [0, 29], 1],
    ['0 and 30 seconds are one', [0, 30], 1],
    ['0 and 35 seconds are two', [0, 35], 2],
    ['every click begins the time anew', [0, 20, 40, 60], 1],
    ['a pause ends the chain', [0, 20, 51, 100], 3],
    ['the order in which they are handed in does not matter', [40, 0, 20], 1],
  ])('%s', (_name, seconds, views) => {
    expect(
      counted(seconds.map((at) => use('v1', at)))
        .map(([total]) => total)
        .at(0),
    ).toBe(views);
  });

  test('is one with what the process has gathered of it', () => {
    expect(counted([use('v1', 0, { until: 50 }), use('v1', 75)])).toEqual([[1, 1, 0, 0]]);
  });

  test('is one with what was written before', () => {
    expect(counted([use('v1', 20)], [trace('v1', 0)])).toEqual([]);
    expect(counted([use('v1', 31)], [trace('v1', 0)])).toEqual([[1, 0, 0, 0]]);
    expect(countUsage([use('v1', 20)], [trace('v1', 0)]).traces).toEqual([trace('v1', 20)]);
  });

  test('is of one thing: another version, another file and another session are others', () => {
    expect(counted([use('v1', 0), use('v2', 1), use('f1', 2), use('f2', 3)])).toEqual([[4, 1, 2, 1]]);
    expect(counted([use('v1', 0), use('v1', 1, { session: 'bb' })])).toEqual([[2, 2, 0, 0]]);
  });

  test('does not move the last click back', () => {
    expect(countUsage([use('v1', 10)], [trace('v1', 25)]).traces).toEqual([trace('v1', 25)]);
  });
});

describe('a session', () => {
  test('counts once for a dataset, whatever it did there', () => {
    expect(counted([use('v1', 0), use('v1', 100), use('f1', 200), use('f1', 300)])).toEqual([[4, 1, 2, 1]]);
  });

  test('counts once for each dataset', () => {
    const { increments } = countUsage([use('v1', 0), use('v9', 1, { datasetId: 2 })], []);
    expect(increments.map(({ datasetId, viewsUnique }) => [datasetId, viewsUnique])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  test('that was seen before counts no more among the unique ones', () => {
    expect(counted([use('f1', 100)], [trace('v1', 0)])).toEqual([[1, 0, 1, 1]]);
    expect(counted([use('v1', 100)], [trace('f1', 0)])).toEqual([[1, 0, 0, 0]]);
    expect(counted([use('f2', 100)], [trace('f1', 0)])).toEqual([[1, 0, 1, 0]]);
  });

  test('that downloads has seen the dataset', () => {
    expect(counted([use('f1', 0)])).toEqual([[1, 1, 1, 1]]);
  });
});

test('months, countries and kinds of access are counted each for themselves', () => {
  const { increments } = countUsage(
    [
      use('v1', 0, { country: 'de' }),
      use('v1', 0, { session: 'bb', country: 'fr' }),
      use('v1', 0, { session: 'cc', machine: true, country: 'de' }),
      use('v1', 12 * 86_400, { session: 'dd', country: 'de' }),
    ],
    [],
  );
  expect(increments.map(({ month, country, machine, viewsTotal }) => [month, country, machine, viewsTotal])).toEqual([
    ['2026-05', 'de', false, 1],
    ['2026-05', 'fr', false, 1],
    ['2026-05', 'de', true, 1],
    ['2026-06', 'de', false, 1],
  ]);
});
