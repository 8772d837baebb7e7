import { expect, test } from 'vitest';
import { plainConditions, plainMeasures, plainNames, plainOrder } from '../../../src/rest-compat/ingest/plain-question.ts';

test('each sign of comparison has its operator, and the longer one counts', () => {
  const signs = ['=', '!=', '<', '<=', '>', '>=', '^=', '~='];
  expect(signs.map((sign) => plainConditions(`a${sign}1`)?.[0]?.operator)).toEqual([
    'EQ',
    'NE',
    'LT',
    'LE',
    'GT',
    'GE',
    'STARTS_WITH',
    'CONTAINS',
  ]);
  expect(plainConditions('a=b=c')).toEqual([{ column: 'a', operator: 'EQ', values: ['b=c'] }]);
  expect(plainConditions('a<>b')).toEqual([{ column: 'a', operator: 'LT', values: ['>b'] }]);
});

test('bars divide values, semicolons conditions', () => {
  expect(plainConditions('a=x|y;b>1')).toEqual([
    { column: 'a', operator: 'IN', values: ['x', 'y'] },
    { column: 'b', operator: 'GT', values: ['1'] },
  ]);
  // A text without characters is a value among others.
  expect(plainConditions('a=|x')).toEqual([{ column: 'a', operator: 'IN', values: ['', 'x'] }]);
});

test('without a value it is asked whether there is one, and nothing else can be', () => {
  expect(plainConditions('a=;b!=')).toEqual([
    { column: 'a', operator: 'MISSING' },
    { column: 'b', operator: 'PRESENT' },
  ]);
  for (const sign of ['<', '<=', '>', '>=', '^=', '~=']) expect(plainConditions(`a${sign}`)).toBeUndefined();
});

test('a backslash takes the meaning of a sign, and of itself', () => {
  expect(plainConditions(String.raw`a\=b\;c=d\|e\\`)).toEqual([{ column: 'a=b;c', operator: 'EQ', values: ['d|e\\'] }]);
  expect(plainConditions(String.raw`a!\=1`)).toBeUndefined();
  expect(plainNames(String.raw`a\,b,"c"`)).toEqual(['a,b', '"c"']);
  expect(plainOrder(String.raw`-a,\-b,--c`)).toEqual([
    { column: 'a', direction: 'DESC' },
    { column: '-b', direction: 'ASC' },
    { column: '-c', direction: 'DESC' },
  ]);
  // At the end there is nothing that it could take the meaning of.
  expect(plainNames('a\\')).toEqual(['a\\']);
});

test('characters beyond the first plane stay whole', () => {
  expect(plainConditions('größe=𝒳|😀')).toEqual([{ column: 'größe', operator: 'IN', values: ['𝒳', '😀'] }]);
});

test('what has no sign, and an empty part, is no condition', () => {
  for (const text of ['', 'a', 'a=1;', ';', String.raw`a\=1`]) expect(plainConditions(text)).toBeUndefined();
});

test('measures are words of the contract, with a variable of any name', () => {
  expect(plainMeasures(String.raw`count,mean(a\,b),max((c))`)).toEqual([
    { measure: 'COUNT', column: null },
    { measure: 'MEAN', column: 'a,b' },
    { measure: 'MAX', column: '(c)' },
  ]);
  for (const text of ['', 'median(a)', 'COUNT', 'count(', 'count)', 'count;drop', 'constructor', 'sum(a)b']) {
    expect(plainMeasures(text)).toBeUndefined();
  }
});
