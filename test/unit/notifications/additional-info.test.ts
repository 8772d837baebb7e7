import { expect, test } from 'vitest';
import { additionalInfo } from '../../../src/model/notifications/additional-info.ts';

test.each([
  ['{"citing-work":{"title":"A"}}', { 'citing-work': { title: 'A' } }],
  ['cited in A', 'cited in A'],
  ['{"cut', '{"cut'],
  ['', ''],
  [null, null],
])('%j is told as %j', (text, told) => {
  expect(additionalInfo({ additionalInfo: text })).toEqual(told);
});

test('where nothing was said there is nothing', () => {
  expect(additionalInfo({})).toBeNull();
});
