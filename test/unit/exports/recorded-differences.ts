// Where our exports differ from those of the software that was recorded, and why.

/** Finds what is recorded and says what we write instead. */
interface Replacement {
  readonly recorded: RegExp | string;
  readonly ours: string;
}

/** A difference between recorded exports and ours. */
export interface Difference extends Replacement {
  /** The section of the contract that says so. */
  readonly because: string;
  /** Which recordings have it, `<dataset> <format>`. Each of them has to. */
  readonly of: readonly string[];
}

const oai = ['survey oai_datacite', 'rich oai_datacite'];
const ore = ['minimal OAI_ORE', 'survey OAI_ORE', 'rich OAI_ORE', 'draft-minimal OAI_ORE'];

/**
 * What is recorded has one element a line, and no line breaks in JSON.
 * Contract sections are those of exports.md.
 */
export const DIFFERENCES: readonly Difference[] = [
  {
    because: 'a defect of the recorded server: nothing is inherited from the entry before; this contact has no affiliation',
    of: ['survey ddi', 'survey oai_ddi'],
    recorded: '<contact affiliation="University of Alto Cávado" email="data@casafria.example.org">',
    ours: '<contact email="data@casafria.example.org">',
  },
  {
    because: '2.1: "Lda." says that this is a company; the software that was recorded had a stand-in for its model of names',
    of: ['survey Datacite', 'survey oai_datacite'],
    recorded:
      '<contributorName nameType="Personal">Campo Aberto Fieldwork, Lda.</contributorName>\n<givenName>Lda.</givenName>\n<familyName>Campo Aberto Fieldwork</familyName>',
    ours: '<contributorName nameType="Organizational">Campo Aberto Fieldwork, Lda.</contributorName>',
  },
  {
    because: '2.1: one comma parts family and given name; first names are in no dictionary of ours, by which contacts could be in doubt',
    of: ['rich oai_datacite'],
    recorded: /<contributorName nameType="Organizational">((LastContact\d), (FirstContact\d))<\/contributorName>/g,
    ours: '<contributorName nameType="Personal">$1</contributorName>\n<givenName>$3</givenName>\n<familyName>$2</familyName>',
  },
  {
    because: '6: ranges of partial dates are kept',
    of: ['survey Datacite'],
    recorded: '<date dateType="Collected">2023-02-06/2023-04-21</date>',
    ours: '<date dateType="Collected">2023-02-06/2023-04-21</date>\n<date dateType="Collected">2023-09/2023-10</date>\n<date dateInformation="Time period covered by the data" dateType="Other">2022-10/2023-04</date>',
  },
  {
    because: 'a defect of the recorded server: the type of another identifier is its agency',
    of: ['survey Datacite'],
    recorded: '<alternateIdentifier alternateIdentifierType=":unav">MSDS',
    ours: '<alternateIdentifier alternateIdentifierType="Minho Social Data Service">MSDS',
  },
  {
    because: 'a defect of the recorded server: the type of another identifier is its agency',
    of: ['rich Datacite'],
    recorded: /<alternateIdentifier alternateIdentifierType=":unav">OtherIDIdentifier(\d)/g,
    ours: '<alternateIdentifier alternateIdentifierType="OtherIDAgency$1">OtherIDIdentifier$1',
  },
  {
    because: 'a defect of the recorded server: DOIs are in the case in which they were entered',
    of: ['survey Datacite'],
    recorded: '10.5555/JIHR.2024.0902',
    ours: '10.5555/jihr.2024.0902',
  },
  {
    because: 'a defect of the recorded server: HTML of abstracts is stripped, and nothing is escaped twice',
    of: ['survey Datacite'],
    recorded: /&amp;lt;\/?p&amp;gt;/g,
    ours: '',
  },
  {
    because: 'a defect of the recorded server: no stray commas between the parts of a place',
    of: ['survey Datacite', 'rich Datacite'],
    recorded: /(?<=<geoLocationPlace>[^<]*),(?=, )|,(?=<\/geoLocationPlace>)/g,
    ours: '',
  },
  {
    because: 'a defect of the recorded server: places of production are written beside a bounding box',
    of: ['survey Datacite'],
    recorded: '</geoLocations>',
    ours: '<geoLocation>\n<geoLocationPlace>Braga, Portugal</geoLocationPlace>\n</geoLocation>\n</geoLocations>',
  },
  {
    because: 'a defect of the recorded server: places of production are written beside a bounding box',
    of: ['rich Datacite'],
    recorded: '</geoLocations>',
    ours: '<geoLocation>\n<geoLocationPlace>ProductionPlace</geoLocationPlace>\n</geoLocation>\n</geoLocations>',
  },
  {
    because: '7: a draft without dates has the current year, since the schema demands one',
    of: ['draft-minimal oai_datacite'],
    recorded: '<publisher>Root</publisher>',
    ours: '<publisher>Root</publisher>\n<publicationYear>2026</publicationYear>',
  },
  {
    because: '9.1: a time has one form',
    of: ['draft-minimal OAI_ORE'],
    recorded: '"Sun Nov 22 17:33:17 UTC 2026"',
    ours: '"2026-11-22 17:33:17.000"',
  },
  {
    because: '9: the product has its own name and address, and calls the form without one',
    of: ore,
    recorded: '"schema:name":"Dataverse","schema:version":"6.9","schema:url":"https://github.com/iqss/dataverse"',
    ours: '"schema:name":"Archivolt","schema:version":"6.9","schema:url":"http://localhost:18080"',
  },
  {
    because: '9: the form of the map has no product in its name',
    of: ore,
    recorded: 'Dataverse OREMap Format',
    ours: 'OREMap Format',
  },
  {
    because: '9.1: collections have another page',
    of: ore,
    recorded: /http:\/\/localhost:18080\/dataverse\//g,
    ours: 'http://localhost:18080/collection/',
  },
];

/**
 * Elements whose order among their neighbours is arbitrary in the recordings and means nothing there; ours is fixed, which other tests hold.
 * Source: exports.md 2, 6.
 */
export const IN_ANY_ORDER: readonly { readonly of: readonly string[]; readonly element: RegExp }[] = [
  { of: ['survey ddi', 'survey oai_ddi', 'rich ddi', 'rich oai_ddi'], element: /^<geogCover>/ },
  { of: ['rich ddi'], element: /^<sumStat / },
  { of: ['rich ddi'], element: /^<catgry>/ },
  { of: ['survey dcterms', 'rich dcterms'], element: /^<dcterms:spatial>/ },
  { of: ['survey Datacite', 'rich Datacite'], element: /^<description descriptionType="(?!Abstract)/ },
  { of: ['rich Datacite'], element: /^<size>/ },
  { of: ['rich Datacite'], element: /^<format>/ },
  { of: oai, element: /^<(?:west|east|south|north)Bound/ },
];
