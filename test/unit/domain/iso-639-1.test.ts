import { expect, test } from 'vitest';
import { isLanguageCode } from '../../../src/model/settings/iso-639-1.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
const known = letters.flatMap((first) => letters.map((second) => first + second)).filter(isLanguageCode);

test('there are the 183 codes of the standard, each with a name in Unicode', () => {
  expect(known).toHaveLength(183);
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  expect(known.filter((code) => names.of(code) === undefined)).toEqual([]);
});

test.each(['', 'e', 'EN', 'eng', 'en-US', 'xx', 'iw', 'constructor'])('%j is none', (text) => {
  expect(isLanguageCode(text)).toBe(false);
});
