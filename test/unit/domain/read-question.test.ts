import { expect, test } from 'vitest';
import { DomainError } from '../../../src/errors/domain-error.ts';
import { type AskedCondition, type AskedVariable, readGroups, readRows } from '../../../src/domain/files/table-questions/read-question.ts';

const VARIABLES: readonly AskedVariable[] = [
  { name: 'who, "quoted" \'x\'); --', formatType: 'CHARACTER' },
  { name: 'n', formatType: 'NUMERIC' },
  { name: '', formatType: 'CHARACTER' },
  { name: 'n', formatType: 'CHARACTER' },
  { name: '__proto__', formatType: 'NUMERIC' },
];

function pointers(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'BAD_USER_INPUT') return (error.problems ?? []).map(({ pointer }) => pointer);
    throw error;
  }
  return [];
}

function where(...conditions: AskedCondition[]): () => unknown {
  return () => readRows({ where: conditions }, VARIABLES);
}

test('variables go by their places, whatever their names; of equal names the first counts', () => {
  const names = VARIABLES.map(({ name }) => name);
  expect(readRows({ columns: names }, VARIABLES).columns).toEqual([0, 1, 2, 1, 4]);
  expect(pointers(() => readRows({ columns: ['constructor', 'N', 'c1'] }, VARIABLES))).toEqual(['/columns/0', '/columns/1', '/columns/2']);
});

test('the first 100 columns are answered where none are named', () => {
  const wide = Array.from({ length: 250 }, (_, index): AskedVariable => ({ name: `v${index}`, formatType: 'NUMERIC' }));
  expect(readRows({}, wide).columns).toEqual(Array.from({ length: 100 }, (_, place) => place));
  expect(readRows({ columns: null, where: null, orderBy: null, first: null }, wide).limit).toBe(100);
});

test('empty lists are refused where something has to be in them', () => {
  expect(pointers(() => readRows({ columns: [] }, VARIABLES))).toEqual(['/columns']);
  expect(pointers(() => readGroups({ measures: [] }, VARIABLES))).toEqual(['/measures']);
  expect(pointers(where({ column: 'n', operator: 'IN', values: [] }))).toEqual(['/where/0/values']);
  expect(pointers(() => readRows({ where: [], orderBy: [] }, VARIABLES))).toEqual([]);
  expect(pointers(() => readGroups({ groupBy: [], measures: [{ measure: 'COUNT' }] }, VARIABLES))).toEqual([]);
});

test('entries of a list that is too long are not looked at', () => {
  const never = (length: number): never[] =>
    new Proxy(Array.from<never>({ length }), {
      get: (target, key) => {
        if (key === 'length') return target.length;
        throw new Error(`${String(key)} was looked at.`);
      },
    });
  expect(pointers(() => readRows({ columns: never(101), where: never(1_000_000), orderBy: never(4) }, VARIABLES))).toEqual([
    '/columns',
    '/where',
    '/orderBy',
  ]);
  expect(pointers(() => readGroups({ groupBy: never(4), measures: never(21) }, VARIABLES))).toEqual(['/measures', '/groupBy']);
  expect(pointers(where({ column: 'n', operator: 'IN', values: never(101) }))).toEqual(['/where/0/values']);
});

test('numbers are written in decimal; whole ones keep all digits', () => {
  const read = (values: string[]): unknown => readRows({ where: [{ column: 'n', operator: 'IN', values }] }, VARIABLES).where[0]?.values;
  expect(read(['1', '+7', '-0', '007', '9223372036854775807', '-9223372036854775807'])).toEqual([
    1n,
    7n,
    0n,
    7n,
    9223372036854775807n,
    -9223372036854775807n,
  ]);
  expect(read(['9223372036854775808', '1.', '.5', '-2.5E-3', '1e9999', 'NaN', 'Inf', '-Inf'])).toEqual([
    9223372036854775808,
    1,
    0.5,
    -0.0025,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]);
  for (const text of [
    '',
    ' 1',
    '1 ',
    '0x10',
    '1_000',
    '1e',
    '.',
    'Infinity',
    'nan',
    '١',
    '1e99999',
    'constructor',
    `${'9'.repeat(5000)}x`,
  ]) {
    expect(pointers(where({ column: 'n', operator: 'EQ', values: [text] }))).toEqual(['/where/0/values/0']);
  }
});

test('texts are taken as they stand', () => {
  const values = ["' or 1=1 --", '$1', '\\', ''];
  expect(readRows({ where: [{ column: '', operator: 'IN', values }] }, VARIABLES).where).toEqual([{ column: 2, operator: 'IN', values }]);
});

test('everything that is wrong is told at once', () => {
  expect(
    pointers(() =>
      readRows(
        {
          columns: ['none'],
          where: [
            { column: 'n', operator: 'MISSING', values: ['1'] },
            { column: 'n', operator: 'LT' },
            { column: 'n', operator: 'EQ', values: ['1', '2'] },
            { column: 'n', operator: 'CONTAINS', values: ['1'] },
          ],
          orderBy: [{ column: 'none' }],
          first: 0,
        },
        VARIABLES,
      ),
    ),
  ).toEqual(['/columns/0', '/where/0/values', '/where/1/values', '/where/2/values', '/where/3/operator', '/orderBy/0/column', '/first']);
});

test('sums are of numbers, and only a count needs no variable', () => {
  const bad = [{ measure: 'SUM', column: '' }, { measure: 'MEAN' }, { measure: 'MIN', column: 'none' }] as const;
  expect(pointers(() => readGroups({ measures: bad }, VARIABLES))).toEqual([
    '/measures/0/column',
    '/measures/1/column',
    '/measures/2/column',
  ]);
  const read = readGroups({ groupBy: ['n'], measures: [{ measure: 'COUNT' }, { measure: 'MAX', column: '' }] }, VARIABLES);
  expect(read.names).toEqual(['n', 'count', 'max()']);
});

test('a page has 1000 rows at most', () => {
  expect(() => readRows({ first: 1001 }, VARIABLES)).toThrow(expect.objectContaining({ code: 'PAGE_TOO_LARGE' }));
  expect(readRows({ first: 1000 }, VARIABLES).limit).toBe(1000);
});
