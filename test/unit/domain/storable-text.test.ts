import { expect, test } from 'vitest';
import { unstorableTexts } from '../../../src/kernel/storable-text.ts';

test('texts that no row can hold are found wherever they stand', () => {
  const input = { a: ['fine', 'x\0'], 'b/c': { d: '\ud800' }, e: Object.assign(Object.create(null), { f: '\0' }) };
  expect(unstorableTexts(input).map(({ pointer }) => pointer)).toEqual(['/a/1', '/b~1c/d', '/e/f']);
  expect(unstorableTexts('\0')).toMatchObject([{ pointer: '' }]);
});

test('ordinary input has none, and bytes are not read', () => {
  const input = { text: 'Å 𝒳 \t\n', none: null, absent: undefined, number: 5, moment: new Date(0), bytes: Buffer.from('\0') };
  expect(unstorableTexts(input)).toEqual([]);
});

test('a flood of them is cut short', () => {
  expect(unstorableTexts(Array.from({ length: 1000 }, () => '\0'))).toHaveLength(20);
});
