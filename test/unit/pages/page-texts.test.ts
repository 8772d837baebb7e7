import { describe, expect, test } from 'vitest';
import { webAddress } from '../../../src/pages/addresses.ts';
import { fileSize } from '../../../src/pages/file-size.ts';
import { pageNumber } from '../../../src/pages/page-number.ts';
import { authorsOf, metadataReader } from '../../../src/pages/metadata-reader.ts';
import { scriptJson } from '../../../src/pages/script-json.ts';
import { versionReference } from '../../../src/pages/version-words.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 KB'],
  [123_456, '123 KB'],
  [999_949, '1,000 KB'],
  [999_950, '1.0 MB'],
  [5_000_000_000_000_000_000, '5,000 PB'],
])('%d bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});

test('JSON in a script element holds nothing that ends it, and says the same', () => {
  const value = { name: '</script><!-- \u2028', ok: '&amp;' };
  const text = scriptJson(JSON.stringify(value));
  expect(text).not.toMatch(/<|\u2028/);
  expect(JSON.parse(text)).toEqual(value);
});

test.each([
  ['https://example.org/a b', true],
  ['http://[::1]/', true],
  ['javascript:alert(1)', false],
  ['//example.org', false],
  ['https://', false],
  ['mailto:a@example.org', false],
])('%s leads to the web: %s', (text, leads) => {
  expect(webAddress(text) !== undefined).toBe(leads);
});

test.each([
  [undefined, ':latest'],
  ['', ':latest'],
  ['draft', ':draft'],
  ['1.0', '1.0'],
])('the version %j of an address is %s', (parameter, reference) => {
  expect(versionReference(parameter)).toBe(reference);
});

test.each([
  [undefined, 1],
  ['0', 1],
  ['-1', 1],
  ['2', 2],
  ['9999999', 1_000_000],
  ['1e9', 1],
])('page %j is page %d', (parameter, page) => {
  expect(pageNumber(parameter)).toBe(page);
});

describe('an author', () => {
  function author(scheme: string, identifier: string) {
    const texts = { authorName: 'Brandl, Tove', authorIdentifierScheme: scheme, authorIdentifier: identifier };
    const fields = Object.entries(texts).map(([typeName, text]) => ({ typeName, values: [text] }));
    return authorsOf(metadataReader([{ fields: [{ typeName: 'author', values: [], compounds: [{ fields }] }] }]))[0];
  }

  test.each([
    ['ORCID', '0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
    ['ORCID', 'https://orcid.org/0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
    ['ROR', 'https://ror.org/04wxnsj81', 'https://ror.org/04wxnsj81'],
    ['ISNI', '0000000121032683', 'https://isni.org/isni/0000000121032683'],
    ['ORCID', 'javascript:alert(1)', undefined],
    ['Other', '0000-0002-1825-0097', undefined],
  ])('with %s %s leads to %s', (scheme, identifier, url) => {
    expect(author(scheme, identifier)?.identifierUrl).toBe(url);
  });
});
