import { describe, expect, it } from 'vitest';
import { parseMetadataBlocks } from '../../../src/domain/metadata/parse-metadata-blocks.ts';
import { withholdFields } from '../../../src/domain/metadata/withhold-fields.ts';
import { blocks, compound, field, standardCatalog } from './standard-catalog.ts';

const { metadata } = parseMetadataBlocks(
  blocks(
    field('title', 'Finches'),
    field('subject', ['Chemistry', 'Physics']),
    field('author', [compound({ authorName: 'A', authorAffiliation: 'X' }), compound({ authorName: 'B' })]),
    field('targetSampleSize', compound({ targetSampleActualSize: '12', targetSampleSizeFormula: 'n = 12' })),
  ),
  standardCatalog,
  '',
);
const WITHHELD = { multiple: false, typeClass: 'primitive', value: 'withheld' };

function fieldOf(names: readonly string[], typeName: string) {
  return Object.values(withholdFields(metadata, new Set(names)))
    .flat()
    .find((one) => one.typeName === typeName);
}

describe('fields that are withheld', () => {
  it('say the word in place of what they held, of whatever class they are', () => {
    for (const typeName of ['title', 'subject', 'author', 'targetSampleSize']) {
      expect(fieldOf([typeName], typeName)).toEqual({ typeName, ...WITHHELD });
    }
  });

  it('leave the others, and metadata as it was, untouched', () => {
    const before = structuredClone(metadata);
    expect(fieldOf(['author'], 'title')).toEqual(metadata['citation']?.[0]);
    expect(withholdFields(metadata, new Set())).toEqual(metadata);
    expect(withholdFields(metadata, new Set(['nothing']))).toEqual(metadata);
    expect(metadata).toEqual(before);
  });

  it('may be children, of repeated compounds and of single ones', () => {
    expect(fieldOf(['authorName'], 'author')).toMatchObject({
      typeClass: 'compound',
      multiple: true,
      value: [
        { authorName: { typeName: 'authorName', ...WITHHELD }, authorAffiliation: { value: 'X' } },
        { authorName: { typeName: 'authorName', ...WITHHELD } },
      ],
    });
    expect(fieldOf(['targetSampleActualSize'], 'targetSampleSize')).toMatchObject({
      typeClass: 'compound',
      multiple: false,
      value: { targetSampleActualSize: WITHHELD, targetSampleSizeFormula: { value: 'n = 12' } },
    });
  });
});
