import { describe, expect, test } from 'vitest';
import { parseMetadataBlocks } from '../../../src/domain/metadata/parse-metadata-blocks.ts';
import type { VersionMetadata } from '../../../src/model/metadata/version-metadata.ts';
import { dataciteXml } from '../../../src/formats/datacite/datacite-xml.ts';
import { type DescribedVersion, describeDataset, describeTombstone } from '../../../src/formats/datacite/describe-dataset.ts';
import { describeFile } from '../../../src/formats/datacite/describe-file.ts';
import { dataciteFaults, hasDataciteSchema } from '../../support/datacite-schema.ts';
import { blocks, compound, field, readExample, standardCatalog } from '../metadata/standard-catalog.ts';

const SITE = 'https://data.example.org';
const pid = { protocol: 'doi', authority: '10.5072', separator: '/', identifier: 'FK2/ABCDEF' };
const licence = {
  name: 'CC BY 4.0',
  uri: 'http://creativecommons.org/licenses/by/4.0',
  shortDescription: 'Creative Commons Attribution 4.0 International License.',
  rightsIdentifier: 'CC-BY-4.0',
  rightsIdentifierScheme: 'SPDX',
  schemeUri: 'https://spdx.org/licenses/',
  languageCode: 'en',
};

function version(metadata: VersionMetadata, more: Partial<DescribedVersion> = {}): DescribedVersion {
  return {
    pid,
    alternativePersistentIds: [],
    siteUrl: SITE,
    publisher: 'Demo Repository',
    datasetType: 'dataset',
    publicationYear: 2026,
    publishedAt: new Date('2026-02-03T09:15:27Z'),
    metadata,
    versionNumber: 1,
    versionMinorNumber: 0,
    releasedAt: new Date('2026-02-03T09:15:27Z'),
    versionNote: null,
    license: licence,
    fileAccessRequest: true,
    files: { anyRestricted: false, sizesBytes: [], contentTypes: [], persistentIds: [] },
    ...more,
  };
}

function metadataOf(metadataBlocks: unknown): VersionMetadata {
  const { metadata, problems } = parseMetadataBlocks(metadataBlocks, standardCatalog, '');
  expect(problems).toEqual([]);
  return metadata;
}

const example = (name: string) => metadataOf(readExample(name).datasetVersion.metadataBlocks);
const minimal = () => example('minimal');
const xmlOf = (described: DescribedVersion) => dataciteXml(describeDataset(described), described.pid, SITE, { kernel: '4.7' });

const author = (children: Record<string, string>) => field('author', [compound(children)]);
const titled = (...fields: unknown[]) => metadataOf(blocks(field('title', 'Tides'), author({ authorName: 'Spruce, Sabrina' }), ...fields));

/** What people write, and what is left out. */
const edgeCases: Readonly<Record<string, DescribedVersion>> = {
  'no field at all': version({}),
  'markup, control characters and quotation marks': version(
    metadataOf(
      blocks(
        field('title', 'Tides & <b>"waves"</b> \u0007 \u{1F30A} ]]>'),
        author({ authorName: "O'Brien, <Pat>", authorAffiliation: 'A & B "Ltd"' }),
        field('dsDescription', [compound({ dsDescriptionValue: '<p>One</p><p>Two &amp; three</p> 3 < 4' })]),
      ),
    ),
  ),
  'agents with identifiers of every scheme': version(
    metadataOf(
      blocks(
        field('title', 'Agents'),
        field('author', [
          compound({ authorName: 'Finch, Fiona', authorIdentifierScheme: 'ORCID', authorIdentifier: '0000-0002-1825-0097' }),
          compound({ authorName: 'University of Oslo', authorIdentifierScheme: 'ROR', authorIdentifier: 'https://ror.org/01xtthb56' }),
          compound({ authorName: 'Cher', authorIdentifierScheme: 'VIAF', authorIdentifier: '113230702' }),
          compound({ authorName: 'Nobody', authorIdentifierScheme: 'ORCID', authorIdentifier: 'not an identifier' }),
        ]),
        field('contributor', [
          compound({ contributorType: 'Funder', contributorName: 'Wave Fund' }),
          compound({ contributorType: 'Work Package Leader', contributorName: 'Tide, Tom' }),
          compound({ contributorType: 'Other', contributorName: 'Ebb, Eva' }),
        ]),
        field('grantNumber', [
          compound({ grantNumberAgency: 'https://ror.org/01xtthb56', grantNumberValue: 'G-1' }),
          compound({ grantNumberAgency: 'Sea Council' }),
        ]),
      ),
    ),
  ),
  'dates of every precision': version(
    titled(
      field('productionDate', '1999'),
      field('distributionDate', '2020-05'),
      field('dateOfDeposit', '2026-02-01'),
      field('timePeriodCovered', [compound({ timePeriodCoveredStart: '500 AD', timePeriodCoveredEnd: '1066' })]),
      field('dateOfCollection', [compound({ dateOfCollectionStart: '2024-03-01' })]),
    ),
    { versionNumber: 2, versionMinorNumber: 3 },
  ),
  'publications of every kind': version(
    titled(
      field('publication', [
        compound({ publicationRelationType: 'IsCitedBy', publicationIDType: 'doi', publicationIDNumber: '10.1234/abc' }),
        compound({ publicationIDType: 'arXiv', publicationIDNumber: '2101.00001' }),
        compound({ publicationURL: 'https://example.org/a?b=c&d=e' }),
        compound({ publicationIDType: 'url', publicationIDNumber: 'no address' }),
      ]),
      field('otherId', [compound({ otherIdAgency: 'Archive', otherIdValue: '17/4' }), compound({ otherIdValue: 'alone' })]),
    ),
  ),
  'a point, a box and a box without an edge': version({
    ...titled(),
    ...metadataOf({
      geospatial: {
        fields: [
          field('geographicBoundingBox', [
            compound({ westLongitude: '10', eastLongitude: '10', northLatitude: '60', southLatitude: '60' }),
            compound({ westLongitude: '-10.5', eastLongitude: '10', northLatitude: '60', southLatitude: '59.25' }),
          ]),
          field('geographicCoverage', [compound({ country: 'Norway', city: 'Bergen' })]),
          field('productionPlace', ['Bergen']),
        ].filter(({ typeName }) => typeName !== 'productionPlace'),
      },
    }),
  }),
  'custom terms, a note, restricted files and files with identifiers': version(titled(), {
    license: null,
    fileAccessRequest: false,
    versionNote: 'Corrected <units>',
    files: {
      anyRestricted: true,
      sizesBytes: [0, 1_234_567_890_123],
      contentTypes: ['text/csv', 'application/x-stata; version=14'],
      persistentIds: ['doi:10.5072/FK2/ABCDEF/XYZ123'],
    },
  }),
  'a licence of which little is known': version(titled(), {
    license: {
      ...licence,
      shortDescription: ' ',
      rightsIdentifier: null,
      rightsIdentifierScheme: null,
      schemeUri: null,
      languageCode: null,
    },
  }),
  'a permalink': version(titled(), {
    pid: { protocol: 'perma', authority: 'archivolt', separator: '', identifier: 'ABCDEF' },
    files: { anyRestricted: false, sizesBytes: [1], contentTypes: ['text/plain'], persistentIds: ['perma:archivoltABCDEF/1'] },
  }),
  'a handle, software, and an installation without a name': version(titled(), {
    pid: { ...pid, protocol: 'hdl', authority: '20.500' },
    datasetType: 'software',
    publisher: '',
  }),
};

describe.skipIf(!hasDataciteSchema)('DataCite XML fits the schema of the registration agency (needs ../shared/schemas)', () => {
  test.each(['minimal', 'climate-grid', 'social-science-survey'])('for the example %s, its files and its draft', async (name) => {
    const metadata = example(name);
    const file = { label: 'a&b.csv', description: 'Rows < 10', restricted: true, sizeBytes: 10, contentType: 'text/csv' };
    const described = version(metadata);
    const documents = [
      xmlOf(described),
      dataciteXml(describeFile(described, file), { ...pid, identifier: 'FK2/ABCDEF/XYZ123' }, SITE, { kernel: '4.7' }),
      dataciteXml(describeFile(described, { ...file, description: null }), pid, SITE, { kernel: '4.7' }),
      xmlOf(version(metadata, { versionNumber: null, versionMinorNumber: null, publishedAt: null, releasedAt: null })),
    ];
    expect(await dataciteFaults(documents)).toEqual(documents.map(() => []));
  });

  test('for everything that is unusual', async () => {
    const names = Object.keys(edgeCases);
    const faults = await dataciteFaults(Object.values(edgeCases).map(xmlOf));
    expect(Object.fromEntries(names.map((name, position) => [name, faults[position]]))).toEqual(
      Object.fromEntries(names.map((name) => [name, []])),
    );
  });

  test('for what is left of a dataset that is gone', async () => {
    const documents = [
      dataciteXml(describeTombstone('Demo Repository'), pid, SITE),
      dataciteXml(describeTombstone('', 'workflow'), pid, SITE),
    ];
    expect(await dataciteFaults(documents)).toEqual([[], []]);
  });

  test('and the schema is one that finds faults', async () => {
    const valid = xmlOf(version(minimal()));
    const [withoutCreators, withUnknownType] = await dataciteFaults([
      valid.replace(/<creators>.*<\/creators>/s, ''),
      valid.replace('dateType="Available"', 'dateType="Sometime"'),
    ]);
    expect(withoutCreators).not.toEqual([]);
    expect(withUnknownType).not.toEqual([]);
  });
});
