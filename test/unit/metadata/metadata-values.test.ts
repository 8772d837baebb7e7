import { describe, expect, it } from 'vitest';
import { childText, compoundsOf, findMetadataField, textOf, textsOf, titleOf } from '../../../src/model/metadata/metadata-values.ts';
import { parseMetadataBlocks } from '../../../src/domain/metadata/parse-metadata-blocks.ts';
import { blocks, compound, field, standardCatalog } from './standard-catalog.ts';

const { metadata } = parseMetadataBlocks(
  blocks(
    field('title', 'Finches'),
    field('subject', ['Chemistry', 'Physics']),
    field('author', [compound({ authorName: 'A', authorAffiliation: 'X' }), compound({ authorName: 'B' })]),
    field('targetSampleSize', compound({ targetSampleActualSize: '12' })),
  ),
  standardCatalog,
  '',
);

describe('reading a version', () => {
  it('gives texts of single, repeated and vocabulary fields', () => {
    expect(titleOf(metadata)).toBe('Finches');
    expect(titleOf({})).toBe('');
    expect(textsOf(metadata, 'subject')).toEqual(['Chemistry', 'Physics']);
    expect(textOf(metadata, 'subject')).toBe('Chemistry');
    expect(textOf(metadata, 'subtitle')).toBeUndefined();
    expect(textsOf(metadata, 'author')).toEqual([]);
  });

  it('gives children over all repetitions of a compound, in any block', () => {
    expect(textsOf(metadata, 'author', 'authorName')).toEqual(['A', 'B']);
    expect(textOf(metadata, 'author', 'authorAffiliation')).toBe('X');
    expect(textOf(metadata, 'targetSampleSize', 'targetSampleActualSize')).toBe('12');
    expect(textOf(metadata, 'title', 'authorName')).toBeUndefined();
    expect(findMetadataField(metadata, 'targetSampleSize')?.typeClass).toBe('compound');
  });

  it('gives the repetitions of a compound', () => {
    const [first, second] = compoundsOf(metadata, 'author');
    expect(first && childText(first, 'authorAffiliation')).toBe('X');
    expect(second && childText(second, 'authorAffiliation')).toBeUndefined();
    expect(compoundsOf(metadata, 'keyword')).toEqual([]);
    expect(compoundsOf(metadata, 'subject')).toEqual([]);
  });
});
