import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../src/formats/field-query/field-query.ts';
import { matchesFields, searchedFields } from '../../../src/formats/field-query/match-field-query.ts';
import { FieldQueryFault, parseFieldQuery } from '../../../src/formats/field-query/parse-field-query.ts';
import type { MetadataField, VersionMetadata } from '../../../src/model/metadata/version-metadata.ts';

const text = (typeName: string, value: MetadataField['value']): MetadataField => ({
  typeName,
  multiple: Array.isArray(value),
  typeClass: 'primitive',
  value,
});
const keyword = (word: string) => ({ keywordValue: text('keywordValue', word) });
const metadata: VersionMetadata = {
  citation: [
    text('title', 'Tides of the North Sea, 1990–2000'),
    text('subject', ['Earth and Environmental Sciences', 'Physics']),
    text('keyword', [keyword('Wellenhöhe'), keyword('COVID-19')]),
  ],
  geospatial: [text('country', ['Germany'])],
};
const fields = searchedFields(metadata);
const matches = (query: string): boolean => matchesFields(parseFieldQuery(query), fields);

describe('a query over fields', () => {
  test.each([
    'tides',
    'title:TIDES',
    'title:"north sea"',
    'title:Tid*',
    'title:*',
    'keyword:*',
    'keywordValue:wellenhöhe',
    'keywordValue:"covid 19"',
    'keywordValue:COVID-19',
    'subject:physics AND country:germany',
    'subject:physics country:germany',
    'subject:chemistry OR country:germany',
    'subject:chemistry OR country:germany AND title:tides',
    'NOT subject:chemistry',
    'NOT NOT subject:physics',
    '(subject:chemistry OR subject:physics) AND NOT (country:France OR title:storms)',
    'subject:"Environmental Sciences"',
    '1990',
  ])('holds what it asks for: %s', (query) => expect(matches(query)).toBe(true));

  test.each([
    'storms',
    'title:germany',
    'title:"sea north"',
    'title:ide*',
    'title:sea*s',
    'grantNumber:*',
    'subject:"Sciences Physics"',
    '(subject:chemistry OR country:germany) AND title:storms',
    'NOT subject:physics',
    'country:germany NOT title:tides',
  ])('leaves out the rest: %s', (query) => expect(matches(query)).toBe(false));

  test('names its fields', () => {
    expect(fieldsOf(parseFieldQuery('a:x AND (NOT b:"y" OR c) AND d:*'))).toEqual(['a', 'b', 'd']);
  });

  test.each([
    '',
    ' ',
    '()',
    '(tides',
    'tides)',
    'AND tides',
    'tides OR',
    'tides AND AND sea',
    'NOT',
    'title:',
    'title:"north',
    'title::north',
    '"..."',
    '-tides',
    'title:-tides',
    'a:b:c',
    `${'('.repeat(30)}tides${')'.repeat(30)}`,
    'tides '.repeat(101),
    '"'.repeat(2_001),
  ])('is refused with its fault: %s', (query) => expect(() => parseFieldQuery(query)).toThrow(FieldQueryFault));
});
