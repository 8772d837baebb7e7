import { describe, expect, it } from 'vitest';
import { singleSpaced } from '../../../src/formats/values/single-spaced.ts';

describe('white space of a text', () => {
  it.each([
    ['', ''],
    ['a', 'a'],
    ['a\n\t b', 'a b'],
    [' a ', ' a '],
    ['a\u00a0 b', 'a b'],
  ])('makes %j %j', (text, expected) => {
    expect(singleSpaced(text)).toBe(expected);
  });
});
