import { expect, test } from 'vitest';
import { expectedTags } from '../../../src/rest-compat/preconditions.ts';

test.each([
  [undefined, undefined],
  ['*', undefined],
  [' * ', undefined],
  ['"1-2"', ['1-2']],
  ['"1-2", "3-4"', ['1-2', '3-4']],
  ['W/"1-2", "3-4"', ['3-4']],
  ['W/"1-2"', []],
  ['', []],
  ['1-2', []],
])('If-Match %s expects %j', (header, tags) => {
  expect(expectedTags(header)).toEqual(tags);
});
