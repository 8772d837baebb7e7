import { expect, test } from 'vitest';
import type { VersionRow } from '../../../src/db/queries/versions/versions.ts';
import { StoredMetadata } from '../../../src/db/stored-metadata.ts';
import { diffTerms } from '../../../src/domain/versions/diff-terms.ts';

const license = (name: string): NonNullable<VersionRow['license']> => ({
  name,
  uri: name,
  iconUri: null,
  rightsIdentifier: null,
  rightsIdentifierScheme: null,
  schemeUri: null,
  languageCode: null,
});

function version(more: Partial<VersionRow>): VersionRow {
  return {
    id: 1,
    datasetId: 1,
    ordinal: 1,
    state: 'RELEASED',
    latestState: 'RELEASED',
    versionNumber: 1,
    versionMinorNumber: 0,
    title: '',
    metadata: StoredMetadata.of({}),
    license: null,
    licenseId: null,
    terms: {},
    fileAccessRequest: true,
    versionNote: null,
    deaccessionNote: null,
    deaccessionLink: null,
    unf: null,
    internalVersionNumber: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    releasedAt: null,
    ...more,
  };
}

test('licence and terms differ by their texts, an absent one being empty', () => {
  const from = version({ license: license('CC0 1.0'), terms: { termsOfAccess: 'Ask', dataAccessPlace: 'Here' } });
  const to = version({ terms: { termsOfUse: 'Mine', dataAccessPlace: 'Here' }, fileAccessRequest: false });
  expect(diffTerms(from, to)).toEqual([
    { key: 'license', label: 'License', oldValue: 'CC0 1.0', newValue: '' },
    { key: 'termsOfUse', label: 'Terms of Use', oldValue: '', newValue: 'Mine' },
    { key: 'termsOfAccess', label: 'Terms of Access for Restricted Files', oldValue: 'Ask', newValue: '' },
    { key: 'fileAccessRequest', label: 'Request Access', oldValue: 'true', newValue: 'false' },
  ]);
  expect(diffTerms(from, from)).toEqual([]);
});
