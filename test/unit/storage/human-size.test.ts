import { expect, it } from 'vitest';
import { humanSize } from '../../../src/storage/human-size.ts';

it.each([
  [0, '0 B'],
  [718, '718 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1740, '1.7 KB'],
  [3_355_443, '3.2 MB'],
  [1_048_575, '1.0 MB'],
  [5 * 1024 ** 4, '5.0 TB'],
  [2048 * 1024 ** 6, '2048.0 EB'],
])('%d bytes read %s', (bytes, text) => {
  expect(humanSize(bytes)).toBe(text);
});
