// The example of exports.md 12, value by value.
import { describe, expect, test } from 'vitest';
import type { Exporter } from '../../../src/formats/exports/exporter.ts';
import { exporters } from '../../../src/formats/exports/exporters.ts';
import { compound, field } from '../metadata/standard-catalog.ts';
import { metadataOf, snapshotOf, textOf } from './snapshots.ts';

/** As they are sent, stored and exported. */
const citation = [
  field('title', 'Finch beaks'),
  field('author', [
    compound({
      authorName: 'Finch, Fiona',
      authorAffiliation: 'Birds Inc.',
      authorIdentifierScheme: 'ORCID',
      authorIdentifier: '0000-0002-1825-0097',
    }),
  ]),
  field('datasetContact', [compound({ datasetContactName: 'Finch, Fiona', datasetContactEmail: 'finch@example.org' })]),
  field('dsDescription', [compound({ dsDescriptionValue: 'Beak sizes.', dsDescriptionDate: '2026-01-15' })]),
  field('subject', ['Medicine, Health and Life Sciences']),
  field('keyword', [compound({ keywordValue: 'beak', keywordVocabulary: 'MeSH', keywordVocabularyURI: 'http://mesh.example.org' })]),
  field('depositor', 'Finch, Fiona'),
  field('dateOfDeposit', '2026-02-01'),
  field('kindOfData', ['measurement']),
];
const geospatial = [field('geographicCoverage', [compound({ country: 'Ecuador' })])];

const finches = snapshotOf({
  metadata: metadataOf({
    citation: {
      fields: citation,
    },
    geospatial: { fields: geospatial },
  }),
});

function named(name: string): Exporter {
  const found = exporters.find((exporter) => exporter.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

/** On one line, as white space between elements says nothing. */
const compact = (xml: string): string => xml.replace(/>\s+</g, '><').trim();
const written = async (name: string): Promise<string> => compact(await textOf(named(name), finches));
const json = async (name: string): Promise<unknown> => JSON.parse(await textOf(named(name), finches));

const codeBook =
  compact(`<codeBook xmlns="ddi:codebook:2_5" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="ddi:codebook:2_5 https://ddialliance.org/Specification/DDI-Codebook/2.5/XMLSchema/codebook.xsd" version="2.5">
<docDscr><citation><titlStmt><titl>Finch beaks</titl><IDNo agency="DOI">doi:10.5072/FK2/ABCDEF</IDNo></titlStmt>
<distStmt><distrbtr source="archive">Demo Repository</distrbtr><distDate>2026-02-03</distDate></distStmt>
<verStmt source="archive"><version date="2026-02-03" type="RELEASED">1</version></verStmt>
<biblCit>Finch, Fiona, 2026, "Finch beaks", https://doi.org/10.5072/FK2/ABCDEF, Demo Repository, V1</biblCit></citation></docDscr>
<stdyDscr><citation><titlStmt><titl>Finch beaks</titl><IDNo agency="DOI">doi:10.5072/FK2/ABCDEF</IDNo></titlStmt>
<rspStmt><AuthEnty affiliation="Birds Inc.">Finch, Fiona</AuthEnty></rspStmt><prodStmt/>
<distStmt><distrbtr source="archive">Demo Repository</distrbtr><contact email="finch@example.org">Finch, Fiona</contact><depositr>Finch, Fiona</depositr><depDate>2026-02-01</depDate></distStmt>
<holdings URI="https://doi.org/10.5072/FK2/ABCDEF"/></citation>
<stdyInfo><subject><keyword xml:lang="en">Medicine, Health and Life Sciences</keyword><keyword vocab="MeSH" vocabURI="http://mesh.example.org">beak</keyword></subject>
<abstract date="2026-01-15">Beak sizes.</abstract><sumDscr><nation>Ecuador</nation><dataKind>measurement</dataKind></sumDscr></stdyInfo>
<method><dataColl><sources/></dataColl><anlyInfo/></method>
<dataAccs><setAvail/><useStmt/><notes type="DVN:TOU" level="dv">&lt;a href="http://creativecommons.org/publicdomain/zero/1.0"&gt;CC0 1.0&lt;/a&gt;</notes></dataAccs><othrStdyMat/></stdyDscr></codeBook>`);

describe('the worked example', () => {
  test.each(['ddi', 'oai_ddi'])('in %s', async (name) => {
    expect(await written(name)).toBe(codeBook);
  });

  test('in dcterms', async () => {
    expect(await written('dcterms')).toBe(
      `<?xml version='1.0' encoding='UTF-8'?><metadata xmlns="http://dublincore.org/documents/dcmi-terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dcterms:title>Finch beaks</dcterms:title><dcterms:identifier>https://doi.org/10.5072/FK2/ABCDEF</dcterms:identifier><dcterms:creator>Finch, Fiona</dcterms:creator><dcterms:publisher>Demo Repository</dcterms:publisher><dcterms:issued>2026-02-03</dcterms:issued><dcterms:modified>2026-02-03T09:15:27Z</dcterms:modified><dcterms:description>Beak sizes.</dcterms:description><dcterms:subject>Medicine, Health and Life Sciences</dcterms:subject><dcterms:subject>beak</dcterms:subject><dcterms:date>2026-02-03</dcterms:date><dcterms:contributor>Finch, Fiona</dcterms:contributor><dcterms:dateSubmitted>2026-02-01</dcterms:dateSubmitted><dcterms:type>measurement</dcterms:type><dcterms:spatial>Ecuador</dcterms:spatial><dcterms:license>CC0 1.0</dcterms:license></metadata>`,
    );
  });

  test('in oai_dc', async () => {
    expect(await written('oai_dc')).toBe(
      compact(`<oai_dc:dc xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd">
<dc:title>Finch beaks</dc:title><dc:identifier>https://doi.org/10.5072/FK2/ABCDEF</dc:identifier><dc:creator>Finch, Fiona</dc:creator><dc:publisher>Demo Repository</dc:publisher>
<dc:description>Beak sizes.</dc:description><dc:subject>Medicine, Health and Life Sciences</dc:subject><dc:subject>beak</dc:subject><dc:date>2026-02-03</dc:date>
<dc:contributor>Finch, Fiona</dc:contributor><dc:type>Dataset</dc:type></oai_dc:dc>`),
    );
  });

  test('in Datacite', async () => {
    expect(await written('Datacite')).toBe(
      compact(`<?xml version="1.0" encoding="UTF-8"?>
<resource xmlns="http://datacite.org/schema/kernel-4" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://datacite.org/schema/kernel-4 http://schema.datacite.org/meta/kernel-4.5/metadata.xsd">
<identifier identifierType="DOI">10.5072/FK2/ABCDEF</identifier>
<creators><creator><creatorName nameType="Personal">Finch, Fiona</creatorName><givenName>Fiona</givenName><familyName>Finch</familyName><nameIdentifier schemeURI="https://orcid.org" nameIdentifierScheme="ORCID">https://orcid.org/0000-0002-1825-0097</nameIdentifier><affiliation>Birds Inc.</affiliation></creator></creators>
<titles><title>Finch beaks</title></titles><publisher>Demo Repository</publisher><publicationYear>2026</publicationYear>
<subjects><subject>Medicine, Health and Life Sciences</subject><subject subjectScheme="MeSH" schemeURI="http://mesh.example.org">beak</subject></subjects>
<contributors><contributor contributorType="ContactPerson"><contributorName nameType="Personal">Finch, Fiona</contributorName><givenName>Fiona</givenName><familyName>Finch</familyName></contributor></contributors>
<dates><date dateType="Submitted">2026-02-01</date><date dateType="Available">2026-02-03</date></dates>
<resourceType resourceTypeGeneral="Dataset">measurement</resourceType><version>1.0</version>
<rightsList><rights rightsURI="info:eu-repo/semantics/openAccess"/><rights rightsURI="http://creativecommons.org/publicdomain/zero/1.0" rightsIdentifier="CC0-1.0" rightsIdentifierScheme="SPDX" schemeURI="https://spdx.org/licenses/" xml:lang="en">Creative Commons CC0 1.0 Universal Public Domain Dedication.</rights></rightsList>
<descriptions><description descriptionType="Abstract">Beak sizes.</description></descriptions>
<geoLocations><geoLocation><geoLocationPlace>Ecuador</geoLocationPlace></geoLocation></geoLocations></resource>`),
    );
  });

  test('in oai_datacite', async () => {
    expect(await written('oai_datacite')).toBe(
      compact(`<resource xmlns="http://datacite.org/schema/kernel-4" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://datacite.org/schema/kernel-4 http://schema.datacite.org/meta/kernel-4.1/metadata.xsd">
<identifier identifierType="DOI">10.5072/FK2/ABCDEF</identifier>
<creators><creator><creatorName nameType="Personal">Finch, Fiona</creatorName><givenName>Fiona</givenName><familyName>Finch</familyName><nameIdentifier nameIdentifierScheme="ORCID">0000-0002-1825-0097</nameIdentifier><affiliation>Birds Inc.</affiliation></creator></creators>
<titles><title>Finch beaks</title></titles><publisher>Demo Repository</publisher><publicationYear>2026</publicationYear>
<subjects><subject>Medicine, Health and Life Sciences</subject><subject subjectScheme="MeSH" schemeURI="http://mesh.example.org">beak</subject></subjects>
<contributors><contributor contributorType="ContactPerson"><contributorName nameType="Personal">Finch, Fiona</contributorName><givenName>Fiona</givenName><familyName>Finch</familyName></contributor></contributors>
<dates><date dateType="Submitted">2026-02-01</date><date dateType="Updated">2026-02-03</date></dates>
<resourceType resourceTypeGeneral="Dataset">measurement</resourceType><version>1.0</version>
<rightsList><rights rightsURI="info:eu-repo/semantics/openAccess"/><rights rightsURI="http://creativecommons.org/publicdomain/zero/1.0">CC0 1.0</rights></rightsList>
<descriptions><description descriptionType="Abstract">Beak sizes.</description></descriptions><geoLocations/></resource>`),
    );
  });

  test('in schema.org, with its keys in their order', async () => {
    const url = 'https://orcid.org/0000-0002-1825-0097';
    const affiliation = { '@type': 'Organization', name: 'Birds Inc.' };
    const identified = { sameAs: url, '@id': url, identifier: url };
    const author = { '@type': 'Person', givenName: 'Fiona', familyName: 'Finch', affiliation, ...identified, name: 'Finch, Fiona' };
    const demo = { '@type': 'Organization', name: 'Demo Repository' };
    expect(await textOf(named('schema.org'), finches)).toBe(
      JSON.stringify({
        '@context': 'http://schema.org',
        '@type': 'Dataset',
        '@id': 'https://doi.org/10.5072/FK2/ABCDEF',
        identifier: 'https://doi.org/10.5072/FK2/ABCDEF',
        name: 'Finch beaks',
        creator: [author],
        author: [author],
        datePublished: '2026-02-03',
        dateModified: '2026-02-03',
        version: '1',
        description: 'Beak sizes.',
        keywords: ['Medicine, Health and Life Sciences', 'beak'],
        license: 'http://creativecommons.org/publicdomain/zero/1.0',
        includedInDataCatalog: { '@type': 'DataCatalog', name: 'Demo Repository', url: 'https://repo.example.org' },
        publisher: demo,
        provider: demo,
        spatialCoverage: ['Ecuador'],
      }),
    );
  });

  test('in OAI_ORE', async () => {
    expect(await json('OAI_ORE')).toEqual({
      'dcterms:modified': '2026-02-03',
      'dcterms:creator': 'Demo Repository',
      '@type': 'ore:ResourceMap',
      'schema:additionalType': 'OREMap Format v1.0.1',
      'dvcore:generatedBy': expect.objectContaining({ '@type': 'schema:SoftwareApplication' }) as unknown,
      '@id': 'https://repo.example.org/api/datasets/export?exporter=OAI_ORE&persistentId=https://doi.org/10.5072/FK2/ABCDEF',
      'ore:describes': {
        title: 'Finch beaks',
        author: {
          'citation:authorName': 'Finch, Fiona',
          'citation:authorAffiliation': 'Birds Inc.',
          authorIdentifierScheme: 'ORCID',
          authorIdentifier: '0000-0002-1825-0097',
        },
        'citation:datasetContact': { 'citation:datasetContactName': 'Finch, Fiona', 'citation:datasetContactEmail': 'finch@example.org' },
        'citation:dsDescription': { 'citation:dsDescriptionValue': 'Beak sizes.', 'citation:dsDescriptionDate': '2026-01-15' },
        subject: 'Medicine, Health and Life Sciences',
        'citation:keyword': {
          'citation:keywordValue': 'beak',
          'citation:keywordVocabulary': 'MeSH',
          'citation:keywordVocabularyURI': 'http://mesh.example.org',
        },
        'citation:depositor': 'Finch, Fiona',
        dateOfDeposit: '2026-02-01',
        kindOfData: 'measurement',
        'geospatial:geographicCoverage': { 'geospatial:country': 'Ecuador' },
        '@id': 'https://doi.org/10.5072/FK2/ABCDEF',
        '@type': ['ore:Aggregation', 'schema:Dataset'],
        'schema:version': '1.0',
        'schema:name': 'Finch beaks',
        'schema:dateModified': '2026-02-03 09:15:27.123',
        'schema:datePublished': '2026-02-03',
        'schema:creativeWorkStatus': 'RELEASED',
        'schema:license': 'http://creativecommons.org/publicdomain/zero/1.0',
        'dvcore:fileTermsOfAccess': { 'dvcore:fileRequestAccess': true },
        'schema:includedInDataCatalog': 'Demo Repository',
        'schema:isPartOf': { 'schema:name': 'Root', '@id': 'https://repo.example.org/collection/root' },
        'ore:aggregates': [],
        'schema:hasPart': [],
      },
      '@context': {
        author: 'http://purl.org/dc/terms/creator',
        authorIdentifier: 'http://purl.org/spar/datacite/AgentIdentifier',
        authorIdentifierScheme: 'http://purl.org/spar/datacite/AgentIdentifierScheme',
        citation: 'https://dataverse.org/schema/citation/',
        dateOfDeposit: 'http://purl.org/dc/terms/dateSubmitted',
        dcterms: 'http://purl.org/dc/terms/',
        dvcore: 'https://dataverse.org/schema/core#',
        geospatial: 'https://repo.example.org/schema/geospatial#',
        kindOfData: 'http://rdf-vocabulary.ddialliance.org/discovery#kindOfData',
        ore: 'http://www.openarchives.org/ore/terms/',
        schema: 'http://schema.org/',
        subject: 'http://purl.org/dc/terms/subject',
        title: 'http://purl.org/dc/terms/title',
      },
    });
  });

  // Source: exports.md 10, with the fields of the example.
  test('in service_json, with its keys in their order', async () => {
    const storageIdentifier = 'local://10.5072/FK2/ABCDEF';
    expect(await textOf(named('service_json'), finches)).toBe(
      JSON.stringify({
        id: 5,
        identifier: 'FK2/ABCDEF',
        persistentUrl: 'https://doi.org/10.5072/FK2/ABCDEF',
        protocol: 'doi',
        authority: '10.5072',
        separator: '/',
        publisher: 'Demo Repository',
        publicationDate: '2026-02-03',
        storageIdentifier,
        datasetType: 'dataset',
        datasetVersion: {
          id: 22,
          datasetId: 5,
          datasetPersistentId: 'doi:10.5072/FK2/ABCDEF',
          datasetType: 'dataset',
          storageIdentifier,
          versionNumber: 1,
          internalVersionNumber: 8,
          versionMinorNumber: 0,
          versionState: 'RELEASED',
          latestVersionPublishingState: 'RELEASED',
          lastUpdateTime: '2026-02-03T09:15:27Z',
          releaseTime: '2026-02-03T09:15:27Z',
          createTime: '2026-02-01T10:00:00Z',
          publicationDate: '2026-02-03',
          citationDate: '2026-02-03',
          license: {
            name: 'CC0 1.0',
            uri: 'http://creativecommons.org/publicdomain/zero/1.0',
            rightsIdentifier: 'CC0-1.0',
            rightsIdentifierScheme: 'SPDX',
            schemeUri: 'https://spdx.org/licenses/',
            languageCode: 'en',
          },
          fileAccessRequest: true,
          metadataBlocks: {
            citation: { displayName: 'citation', name: 'citation', fields: citation },
            geospatial: { displayName: 'geospatial', name: 'geospatial', fields: geospatial },
          },
          files: [],
          citation: 'Finch, Fiona, 2026, "Finch beaks", https://doi.org/10.5072/FK2/ABCDEF, Demo Repository, V1',
        },
      }),
    );
  });
});
