import { describe, expect, it } from 'vitest';
import { relatedWorks } from '../../../src/formats/datacite/related-works.ts';
import type { VersionMetadata } from '../../../src/model/metadata/version-metadata.ts';

const primitive = (typeName: string, value: string) => ({ typeName, multiple: false, typeClass: 'primitive', value });

function metadataOf(fields: readonly unknown[]): VersionMetadata {
  // Only what is read of fields is given.
  return { citation: fields } as unknown as VersionMetadata;
}

const publication = (children: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(children).map(([name, value]) => [name, primitive(name, value)]));

describe('related works', () => {
  it('are publications by DOI, handle or address, each once, with their relation', () => {
    const value = [
      publication({ publicationIDType: 'doi', publicationIDNumber: '10.5555/a', publicationRelationType: 'IsCitedBy' }),
      publication({ publicationIDType: 'doi', publicationIDNumber: 'doi:10.5555/a', publicationRelationType: 'IsCitedBy' }),
      publication({ publicationIDType: 'handle', publicationIDNumber: '1234/5' }),
      publication({ publicationURL: 'https://example.org/paper' }),
    ];
    expect(relatedWorks(metadataOf([{ typeName: 'publication', multiple: true, typeClass: 'compound', value }]), ['publication'])).toEqual([
      { relationType: 'IsCitedBy', address: 'https://doi.org/10.5555/a' },
      { relationType: 'IsSupplementTo', address: 'https://hdl.handle.net/1234/5' },
      { relationType: 'IsSupplementTo', address: 'https://example.org/paper' },
    ]);
  });

  it('are none without an address of the web', () => {
    const value = [
      publication({ publicationIDType: 'isbn', publicationIDNumber: '978-3-16-148410-0' }),
      publication({ publicationURL: 'ftp://example.org/paper' }),
      publication({ publicationCitation: 'A book' }),
    ];
    const metadata = metadataOf([{ typeName: 'publication', multiple: true, typeClass: 'compound', value }]);
    expect(relatedWorks(metadata, ['publication', 'unknown'])).toEqual([]);
  });

  it('of other fields are their texts that are addresses', () => {
    const metadata = metadataOf([
      { typeName: 'relatedMaterial', multiple: true, typeClass: 'primitive', value: ['see https://example.org', 'https://example.org/m'] },
      primitive('originOfSources', 'doi:10.5555/b'),
    ]);
    expect(relatedWorks(metadata, ['relatedMaterial', 'originOfSources'])).toEqual([
      { relationType: 'References', address: 'https://example.org/m' },
      { relationType: 'References', address: 'https://doi.org/10.5555/b' },
    ]);
  });
});
