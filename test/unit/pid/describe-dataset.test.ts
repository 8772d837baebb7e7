import { describe, expect, test } from 'vitest';
import type { CompoundValue, MetadataField, VersionMetadata } from '../../../src/model/metadata/version-metadata.ts';
import { agentIdentifierUrl, agentOf, nameTypeOf } from '../../../src/formats/datacite/agent.ts';
import { dataciteXml } from '../../../src/formats/datacite/datacite-xml.ts';
import { type DescribedVersion, describeDataset, describeTombstone } from '../../../src/formats/datacite/describe-dataset.ts';
import { describePlaces } from '../../../src/formats/datacite/describe-places.ts';
import { describeDates, w3cDate } from '../../../src/formats/datacite/describe-dates.ts';
import { relatedPublication } from '../../../src/formats/datacite/related-identifier.ts';

const pid = { protocol: 'doi', authority: '10.5072', separator: '/', identifier: 'FK2/ABCDEF' };
const SITE = 'https://data.example.org';

function primitive(typeName: string, value: string | readonly string[]): MetadataField {
  return { typeName, multiple: typeof value !== 'string', typeClass: 'primitive', value };
}

function compound(children: Readonly<Record<string, string>>): CompoundValue {
  return Object.fromEntries(Object.entries(children).map(([name, value]) => [name, primitive(name, value)]));
}

function repeated(typeName: string, ...values: Readonly<Record<string, string>>[]): MetadataField {
  return { typeName, multiple: true, typeClass: 'compound', value: values.map(compound) };
}

function citation(...fields: MetadataField[]): VersionMetadata {
  return { citation: fields };
}

/** The dataset of the contract's worked example. Source: exports.md 12. */
const finches: DescribedVersion = {
  pid,
  alternativePersistentIds: [],
  siteUrl: SITE,
  publisher: 'Demo Repository',
  datasetType: 'dataset',
  publicationYear: 2026,
  publishedAt: new Date('2026-02-03T09:15:27Z'),
  metadata: {
    citation: [
      primitive('title', 'Finch beaks'),
      repeated('author', {
        authorName: 'Finch, Fiona',
        authorAffiliation: 'Birds Inc.',
        authorIdentifierScheme: 'ORCID',
        authorIdentifier: '0000-0002-1825-0097',
      }),
      repeated('datasetContact', { datasetContactName: 'Finch, Fiona', datasetContactEmail: 'finch@example.org' }),
      repeated('dsDescription', { dsDescriptionValue: 'Beak <i>sizes</i>.' }),
      primitive('subject', ['Medicine, Health and Life Sciences']),
      repeated('keyword', { keywordValue: 'beak', keywordVocabulary: 'MeSH', keywordVocabularyURI: 'http://mesh.example' }),
      primitive('dateOfDeposit', '2026-02-01'),
      primitive('kindOfData', ['measurement']),
    ],
    geospatial: [repeated('geographicCoverage', { country: 'Ecuador' })],
  },
  versionNumber: 1,
  versionMinorNumber: 0,
  releasedAt: new Date('2026-02-03T09:15:27Z'),
  versionNote: null,
  license: {
    name: 'CC0 1.0',
    uri: 'http://creativecommons.org/publicdomain/zero/1.0',
    shortDescription: 'Creative Commons CC0 1.0 Universal Public Domain Dedication.',
    rightsIdentifier: 'CC0-1.0',
    rightsIdentifierScheme: 'SPDX',
    schemeUri: 'https://spdx.org/licenses/',
    languageCode: 'en',
  },
  fileAccessRequest: true,
  files: { anyRestricted: false, sizesBytes: [], persistentIds: [], contentTypes: [] },
};

test('a version is described as the contract’s example', () => {
  expect(describeDataset(finches)).toEqual({
    creators: [
      {
        name: 'Finch, Fiona',
        nameType: 'Personal',
        givenName: 'Fiona',
        familyName: 'Finch',
        nameIdentifiers: [
          { nameIdentifier: 'https://orcid.org/0000-0002-1825-0097', nameIdentifierScheme: 'ORCID', schemeUri: 'https://orcid.org' },
        ],
        affiliation: [{ name: 'Birds Inc.' }],
      },
    ],
    titles: [{ title: 'Finch beaks' }],
    publisher: 'Demo Repository',
    publicationYear: 2026,
    subjects: [
      { subject: 'Medicine, Health and Life Sciences' },
      { subject: 'beak', subjectScheme: 'MeSH', schemeUri: 'http://mesh.example' },
    ],
    contributors: [
      {
        name: 'Finch, Fiona',
        nameType: 'Personal',
        givenName: 'Fiona',
        familyName: 'Finch',
        nameIdentifiers: [],
        affiliation: [],
        contributorType: 'ContactPerson',
      },
    ],
    dates: [
      { date: '2026-02-01', dateType: 'Submitted' },
      { date: '2026-02-03', dateType: 'Available' },
    ],
    types: { resourceTypeGeneral: 'Dataset', resourceType: 'measurement' },
    alternateIdentifiers: [],
    relatedIdentifiers: [],
    sizes: [],
    formats: [],
    version: '1.0',
    rightsList: [
      { rights: '', rightsUri: 'info:eu-repo/semantics/openAccess' },
      {
        rights: 'Creative Commons CC0 1.0 Universal Public Domain Dedication.',
        rightsUri: 'http://creativecommons.org/publicdomain/zero/1.0',
        rightsIdentifier: 'CC0-1.0',
        rightsIdentifierScheme: 'SPDX',
        schemeUri: 'https://spdx.org/licenses/',
        lang: 'en',
      },
    ],
    descriptions: [{ description: 'Beak sizes.', descriptionType: 'Abstract' }],
    geoLocations: [{ geoLocationPlace: 'Ecuador' }],
    fundingReferences: [],
  });
});

describe('the XML', () => {
  const compact = (xml: string) => xml.replaceAll(/>\s+</g, '><').trim();

  test('is that of the contract’s example', () => {
    expect(compact(dataciteXml(describeDataset(finches), pid, SITE))).toBe(
      compact(`<?xml version="1.0" encoding="UTF-8"?>
<resource xmlns="http://datacite.org/schema/kernel-4" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://datacite.org/schema/kernel-4 http://schema.datacite.org/meta/kernel-4.5/metadata.xsd">
  <identifier identifierType="DOI">10.5072/FK2/ABCDEF</identifier>
  <creators><creator><creatorName nameType="Personal">Finch, Fiona</creatorName><givenName>Fiona</givenName><familyName>Finch</familyName>
    <nameIdentifier schemeURI="https://orcid.org" nameIdentifierScheme="ORCID">https://orcid.org/0000-0002-1825-0097</nameIdentifier><affiliation>Birds Inc.</affiliation></creator></creators>
  <titles><title>Finch beaks</title></titles>
  <publisher>Demo Repository</publisher>
  <publicationYear>2026</publicationYear>
  <subjects><subject>Medicine, Health and Life Sciences</subject><subject subjectScheme="MeSH" schemeURI="http://mesh.example">beak</subject></subjects>
  <contributors><contributor contributorType="ContactPerson"><contributorName nameType="Personal">Finch, Fiona</contributorName><givenName>Fiona</givenName><familyName>Finch</familyName></contributor></contributors>
  <dates><date dateType="Submitted">2026-02-01</date><date dateType="Available">2026-02-03</date></dates>
  <resourceType resourceTypeGeneral="Dataset">measurement</resourceType>
  <version>1.0</version>
  <rightsList><rights rightsURI="info:eu-repo/semantics/openAccess"/>
    <rights rightsURI="http://creativecommons.org/publicdomain/zero/1.0" rightsIdentifier="CC0-1.0" rightsIdentifierScheme="SPDX" schemeURI="https://spdx.org/licenses/" xml:lang="en">Creative Commons CC0 1.0 Universal Public Domain Dedication.</rights></rightsList>
  <descriptions><description descriptionType="Abstract">Beak sizes.</description></descriptions>
  <geoLocations><geoLocation><geoLocationPlace>Ecuador</geoLocationPlace></geoLocation></geoLocations>
</resource>`),
    );
  });

  test('escapes once, and leaves out what XML cannot hold', () => {
    const metadata = citation(primitive('title', 'A & B <c> \u0000\u0008"d"'), repeated('author', { authorName: 'X & Y' }));
    const xml = dataciteXml(describeDataset({ ...finches, metadata }), pid, SITE);
    expect(xml).toContain('<title>A &amp; B &lt;c&gt; "d"</title>');
    expect(xml).toContain('X &amp; Y</creatorName>');
  });

  test('names handles and permalinks by their kind', () => {
    const of = (protocol: string, separator: string) => dataciteXml(describeTombstone('Demo'), { ...pid, protocol, separator }, SITE);
    expect(of('hdl', '/')).toContain('<identifier identifierType="Handle">10.5072/FK2/ABCDEF</identifier>');
    expect(of('perma', '')).toContain(
      `<identifier identifierType="URL">${SITE}/citation?persistentId=perma:10.5072FK2/ABCDEF</identifier>`,
    );
  });
});

describe('names', () => {
  test.each(['Finch, Fiona', 'kcjim11, kcjim11', 'Bergoglio', 'Guido van Rossum', 'Smith,'])('%s is a person', (name) => {
    expect(nameTypeOf(name)).toBe('Personal');
  });

  test.each([
    'Harvard University',
    'IBM',
    'John Smith Center',
    'Max Mustermann GmbH',
    'Geographic Data Technology, Inc. (GDT)',
    'Bibliothek der Universität Bern',
    'Department of Labor, Bureau of Statistics',
  ])('%s is an organisation', (name) => {
    expect(nameTypeOf(name)).toBe('Organizational');
    expect(agentOf(name)).not.toHaveProperty('familyName');
  });

  test('one comma parts family and given name; the whole is kept', () => {
    expect(agentOf(' Finch, Fiona ')).toMatchObject({ name: 'Finch, Fiona', familyName: 'Finch', givenName: 'Fiona' });
    expect(agentOf('Smith,')).toEqual({ name: 'Smith,', nameType: 'Personal', familyName: 'Smith', nameIdentifiers: [], affiliation: [] });
    expect(agentOf('A, B, C')).not.toHaveProperty('givenName');
  });

  test('an identifier of people outweighs the words of a name, one of organisations as well', () => {
    expect(agentOf('Institute, Ivan', { scheme: 'ORCID', identifier: '0000-0002-1825-0097' }).nameType).toBe('Personal');
    expect(agentOf('Bergoglio', { scheme: 'ROR', identifier: '03yrm5c26' }).nameType).toBe('Organizational');
  });

  test('an affiliation that is a ROR is named as such', () => {
    expect(agentOf('A', { affiliation: 'https://ror.org/03yrm5c26' }).affiliation).toEqual([
      {
        name: 'https://ror.org/03yrm5c26',
        affiliationIdentifier: 'https://ror.org/03yrm5c26',
        affiliationIdentifierScheme: 'ROR',
        schemeUri: 'https://ror.org',
      },
    ]);
  });

  test.each([
    ['ORCID', '0000-0002-1825-009X', 'https://orcid.org/0000-0002-1825-009X'],
    ['ORCID', 'https://orcid.org/0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
    ['ORCID', 'http://www.orcid.org/0000-0002-1825-0097/', 'https://orcid.org/0000-0002-1825-0097'],
    ['ORCID', '1825-0097', undefined],
    ['ISNI', '0000000121032683', 'http://www.isni.org/isni/0000000121032683'],
    ['LCNA', 'n82058243', 'http://id.loc.gov/authorities/names/n82058243'],
    ['VIAF', '113230702', 'https://viaf.org/viaf/113230702'],
    ['GND', '4079154-3', 'https://d-nb.info/gnd/4079154-3'],
    ['ResearcherID', 'A-1009-2008', 'https://publons.com/researcher/A-1009-2008/'],
    ['ScopusID', '6602258586', 'https://www.scopus.com/authid/detail.uri?authorId=6602258586'],
    ['ROR', 'https://ror.org/03yrm5c26', 'https://ror.org/03yrm5c26'],
    ['ROR', '03yrm5c2l', undefined],
    ['DAI', '123456789', undefined],
    ['constructor', '1', undefined],
  ])('%s %s leads to %s', (scheme, value, url) => {
    expect(agentIdentifierUrl(scheme, value)).toBe(url);
  });
});

describe('related publications', () => {
  test.each([
    [{ publicationIDType: 'doi', publicationIDNumber: 'https://doi.org/10.1000/xyz' }, 'DOI', '10.1000/xyz'],
    [{ publicationIDType: 'doi', publicationIDNumber: 'doi:10.1000/xyz' }, 'DOI', '10.1000/xyz'],
    [{ publicationIDType: 'handle', publicationIDNumber: 'hdl:1902.1/111012' }, 'Handle', '1902.1/111012'],
    [{ publicationIDType: 'issn', publicationIDNumber: '1234-5678' }, 'ISSN', '1234-5678'],
    [{ publicationIDType: 'arXiv', publicationIDNumber: 'arXiv:0706.0001' }, 'arXiv', 'arXiv:0706.0001'],
    [{ publicationIDType: 'url', publicationIDNumber: 'https://example.org/a' }, 'URL', 'https://example.org/a'],
    [{ publicationIDNumber: '10.1000/xyz' }, 'DOI', '10.1000/xyz'],
    [{ publicationURL: 'https://example.org/paper' }, 'URL', 'https://example.org/paper'],
    [{ publicationIDType: 'issn', publicationURL: 'https://doi.org/10.1000/xyz' }, 'DOI', '10.1000/xyz'],
  ])('%j is a %s', (publication, relatedIdentifierType, relatedIdentifier) => {
    expect(relatedPublication(compound(publication))).toEqual({
      relatedIdentifier,
      relatedIdentifierType,
      relationType: 'IsSupplementTo',
    });
  });

  test.each([
    { publicationIDType: 'doi', publicationIDNumber: 'see journal' },
    { publicationIDType: 'cstr', publicationIDNumber: '17081.11' },
    { publicationIDType: 'DASH-NRS', publicationIDNumber: 'x' },
    { publicationIDNumber: 'Vol. 3' },
    { publicationURL: 'javascript:alert(1)' },
    { publicationCitation: 'Finch, F.: Beaks' },
  ])('%j has nothing that can be told', (publication) => {
    expect(relatedPublication(compound(publication))).toBeUndefined();
  });

  test('keep the relation that was chosen', () => {
    const cited = compound({ publicationRelationType: 'IsCitedBy', publicationIDType: 'doi', publicationIDNumber: '10.1/a' });
    expect(relatedPublication(cited)?.relationType).toBe('IsCitedBy');
  });
});

describe('dates and places', () => {
  test.each([
    ['2020', '2020'],
    ['2020-05', '2020-05'],
    ['2020-05-06', '2020-05-06'],
    ['2020-05-06T10:00:00', '2020-05-06'],
    ['990', '0990'],
    ['79 AD', '0079'],
    ['44 BC', undefined],
    ['[1999?]', undefined],
  ])('%s is told as %s', (text, expected) => {
    expect(w3cDate(text)).toBe(expected);
  });

  test('a range may be open, and says what it is', () => {
    const metadata = citation(
      repeated(
        'timePeriodCovered',
        { timePeriodCoveredStart: '1991' },
        { timePeriodCoveredEnd: '2020-01-01' },
        { timePeriodCoveredEnd: '5 BC' },
      ),
      repeated('dateOfCollection', { dateOfCollectionStart: '2001', dateOfCollectionEnd: '2002' }),
    );
    expect(describeDates({ ...finches, metadata, versionMinorNumber: 1, publishedAt: null })).toEqual([
      { date: '2026-02-03', dateType: 'Updated' },
      { date: '2001/2002', dateType: 'Collected' },
      { date: '1991/', dateType: 'Other', dateInformation: 'Time period covered by the data' },
      { date: '/2020-01-01', dateType: 'Other', dateInformation: 'Time period covered by the data' },
    ]);
  });

  test('a box without extent is a point, one without an edge is nothing', () => {
    const box = { westLongitude: '-5.5', eastLongitude: '8', northLatitude: '46', southLatitude: '45' };
    const metadata = {
      ...citation(primitive('productionPlace', ['Brig'])),
      geospatial: [
        repeated('geographicCoverage', { country: 'France', city: 'Annecy' }),
        repeated('geographicBoundingBox', box, { ...box, westLongitude: '8', southLatitude: '46' }, { westLongitude: '1' }),
      ],
    };
    expect(describePlaces(metadata)).toEqual([
      { geoLocationPlace: 'France, Annecy' },
      { geoLocationBox: { westBoundLongitude: -5.5, eastBoundLongitude: 8, southBoundLatitude: 45, northBoundLatitude: 46 } },
      { geoLocationPoint: { pointLongitude: 8, pointLatitude: 46 } },
      { geoLocationPlace: 'Brig' },
    ]);
  });
});

describe('the rest', () => {
  test('funders are no contributors, and a grant needs its agency', () => {
    const metadata = citation(
      repeated(
        'contributor',
        { contributorType: 'Funder', contributorName: 'Bird Fund' },
        { contributorType: 'Data Collector', contributorName: 'Finch, Fiona' },
        { contributorType: 'Odd Job', contributorName: 'Gull, Guy' },
      ),
      repeated('grantNumber', { grantNumberAgency: 'https://ror.org/03yrm5c26', grantNumberValue: 'B-1' }, { grantNumberValue: 'B-2' }),
    );
    const { contributors, fundingReferences } = describeDataset({ ...finches, metadata });
    expect(contributors.map(({ name, contributorType }) => [name, contributorType])).toEqual([
      ['Finch, Fiona', 'DataCollector'],
      ['Gull, Guy', 'Other'],
    ]);
    expect(fundingReferences).toEqual([
      { funderName: 'Bird Fund' },
      {
        funderName: 'https://ror.org/03yrm5c26',
        funderIdentifier: 'https://ror.org/03yrm5c26',
        funderIdentifierType: 'ROR',
        awardNumber: 'B-1',
      },
    ]);
  });

  test.each([
    [false, true, 'openAccess'],
    [true, true, 'restrictedAccess'],
    [true, false, 'closedAccess'],
  ])('restricted files %s and requests %s are %s', (anyRestricted, fileAccessRequest, access) => {
    const { rightsList } = describeDataset({ ...finches, license: null, fileAccessRequest, files: { ...finches.files, anyRestricted } });
    expect(rightsList[0]).toEqual({ rights: '', rightsUri: `info:eu-repo/semantics/${access}` });
    expect(rightsList[1]?.rightsUri).toBe(
      `${SITE}/api/datasets/:persistentId/versions/1.0/customlicense?persistentId=doi:10.5072/FK2/ABCDEF`,
    );
  });

  test('what is not there is said to be unavailable', () => {
    expect(describeDataset({ ...finches, metadata: {}, publisher: '' })).toMatchObject({
      creators: [{ name: ':unav' }],
      titles: [{ title: ':unav' }],
      publisher: ':unav',
    });
    expect(describeTombstone('Demo')).toMatchObject({ publicationYear: 9999, titles: [{ title: ':unav' }], publisher: 'Demo' });
  });
});
