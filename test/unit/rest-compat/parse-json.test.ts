import { describe, expect, test } from 'vitest';
import { DomainError } from '../../../src/errors/domain-error.ts';
import { jsonFaultOffset } from '../../../src/rest-compat/json-fault.ts';
import { parseJson } from '../../../src/rest-compat/parse-json.ts';

function refusalOf(text: string): DomainError {
  try {
    parseJson(text, 'The body');
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('the place of a fault', () => {
  test.each([
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['[1,2', 4],
    ['[1 2]', 3],
    ['{"a":tru}', 5],
    ['"abc', 4],
    ['"a\\qb"', 2],
    ['"a\nb"', 2],
    ['01', 0],
    ['[1.]', 1],
    ['{}x', 2],
    ['}', 0],
    ['', 0],
    ['{"a":{"b":[1,{"c":"\\u12G4"}]}}', 19],
    ["{'a':1}", 1],
  ])('%j breaks at %i', (text, offset) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(jsonFaultOffset(text)).toBe(offset);
  });
});

test('a fault is told with line, column and position', () => {
  const refusal = refusalOf('{\n  "a": 1,\n  b: 2\n}');
  expect(refusal.code).toBe('MALFORMED_JSON');
  expect(refusal.message).toContain('line 3, column 3 (position 14)');
});

test('an empty body is called empty', () => {
  expect(refusalOf(' \n').message).toContain('empty');
});

test('a byte order mark is no fault', () => {
  expect(parseJson('\uFEFF{"a":1}', 'The body')).toEqual({ a: 1 });
});

test('nesting that could exhaust the stack is refused', () => {
  expect(refusalOf('['.repeat(200_000) + ']'.repeat(200_000)).code).toBe('BAD_USER_INPUT');
  expect(parseJson('['.repeat(100) + ']'.repeat(100), 'The body')).toBeInstanceOf(Array);
});

const membersOf = (count: number): string => `{${Array.from({ length: count }, (_, index) => `"k${index}":[0,0]`).join(',')}}`;

test('an object with more members than any has to have is refused before it is made, wherever it stands', () => {
  const message = 'The body has an object with more than 5000 members.';
  expect(parseJson(membersOf(5000), 'The body')).toMatchObject({ k4999: [0, 0] });
  for (const text of [membersOf(5001), `[[],{"a":{},"b":${membersOf(5001)}}]`]) {
    expect(refusalOf(text)).toMatchObject({ code: 'BAD_USER_INPUT', message });
  }
  expect(refusalOf(`{"a":"}{","b":${membersOf(5001)}`).message).toBe(message);
});

test('members count for each object of its own, and entries of lists for none', () => {
  expect(parseJson(`[${membersOf(4000)},${membersOf(4000)}]`, 'The body')).toHaveLength(2);
  expect(parseJson(`{"a":[${'0,'.repeat(6000)}0],"b":${membersOf(3000)}}`, 'The body')).toBeTypeOf('object');
  expect(refusalOf(`]]}${'0,'.repeat(6000)}`).code).toBe('MALFORMED_JSON');
});

test('text that cannot be stored is refused, every place named', () => {
  const refusal = refusalOf('{"a":"x\\u0000","b":["ok","\\ud800"],"c~/d":{"e":"\\u0000"}}');
  expect(refusal.code).toBe('BAD_USER_INPUT');
  expect(refusal.problems.map(({ pointer }) => pointer).sort()).toEqual(['/a', '/b/1', '/c~0~1d/e']);
});

test('a proper surrogate pair passes', () => {
  expect(parseJson('["\\ud83d\\ude00"]', 'The body')).toEqual(['😀']);
});

test('values without end are refused before they are parsed, those inside texts not counted', () => {
  expect(refusalOf(`[${'0,'.repeat(200_001)}0]`)).toMatchObject({
    code: 'BAD_USER_INPUT',
    message: expect.stringContaining('200000 values'),
  });
  expect(refusalOf(`[${'[],'.repeat(200_001)}`).code).toBe('BAD_USER_INPUT');
  const text = ',[{'.repeat(200_001);
  expect(parseJson(JSON.stringify([text, `\\"${text}`]), 'The body')).toEqual([text, `\\"${text}`]);
});

test('of faults without end the first are listed, and no long key is repeated for each', () => {
  const { problems } = refusalOf(`{"${'k'.repeat(1_000_000)}":[${String.raw`"\u0000",`.repeat(5000)}0]}`);
  expect(problems).toHaveLength(1001);
  expect(problems.at(-1)?.message).toContain('first 1000');
  expect(JSON.stringify(problems).length).toBeLessThan(1_000_000);
});
