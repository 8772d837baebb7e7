import { expect, test } from 'vitest';
import { DomainError } from '../../../src/errors/domain-error.ts';
import { parseQuery, withRepeated } from '../../../src/rest-compat/query-string.ts';
import { dataOf } from '../../../src/rest-compat/run-operation.ts';

const merged = (text: string) => withRepeated(parseQuery(text), text, ['fq', 'type']);

test('of parameters that may be repeated all values are given, of others the first', () => {
  expect({ ...merged('fq=a&q=one&fq=b+c&q=two&fq=') }).toEqual({ q: 'one', fq: ['a', 'b c', ''] });
  expect({ ...merged('type=file') }).toEqual({ type: ['file'] });
});

test('each value of a repeated parameter is refused as a single one is', () => {
  expect(() => merged('fq=a&fq=%zz')).toThrow(DomainError);
  expect(() => merged('fq=a&fq=%00')).toThrow(DomainError);
});

test('problems of arguments are told of the parameters that they came from', () => {
  const problems = ['/filters/1', '/near/radiusKilometres', '/near/latitude', '/other'].map((pointer) => ({
    pointer,
    message: 'is wrong',
  }));
  const result = { errors: [{ message: 'No.', extensions: { code: 'BAD_USER_INPUT', problems } }] };
  const names = { 'near/radiusKilometres': 'geo_radius', near: 'geo_point', filters: 'fq' };
  let pointers: string[] = [];
  try {
    dataOf(result, names);
  } catch (error) {
    if (error instanceof DomainError) pointers = error.problems.map(({ pointer }) => pointer);
  }
  expect(pointers).toEqual(['/query/fq/1', '/query/geo_radius', '/query/geo_point/latitude', '/other']);
});
