/** DataCite metadata of a version of a dataset: a pure function of what is stored. Source: exports.md 6. */
import { childText, compoundsOf, textOf, textsOf } from '../../model/metadata/metadata-values.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { type PersistentIdParts, persistentIdText } from '../../model/persistent-id.ts';
import { agentOf, rorUrl } from './agent.ts';
import { describeDates } from './describe-dates.ts';
import { describePlaces } from './describe-places.ts';
import { type DataciteDescription, type DataciteMetadata, type DataciteRights, UNAVAILABLE } from './metadata-model.ts';
import { relatedPid, relatedPublication } from './related-identifier.ts';

/** The licence of a version, where it has one. */
export interface DescribedLicense {
  readonly name: string;
  readonly uri: string;
  readonly shortDescription: string;
  readonly rightsIdentifier: string | null;
  readonly rightsIdentifierScheme: string | null;
  readonly schemeUri: string | null;
  readonly languageCode: string | null;
}

/** What the description of a version is made of. */
export interface DescribedVersion {
  readonly pid: PersistentIdParts;
  /** Identifiers that the dataset had before, in scheme form. */
  readonly alternativePersistentIds: readonly string[];
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** Name of the installation; may be empty. */
  readonly publisher: string;
  readonly datasetType: string;
  /** Year that a citation names. */
  readonly publicationYear: number;
  /** First publication of the dataset. */
  readonly publishedAt: Date | null;
  readonly metadata: VersionMetadata;
  /** Both null for a draft. */
  readonly versionNumber: number | null;
  readonly versionMinorNumber: number | null;
  readonly releasedAt: Date | null;
  readonly versionNote: string | null;
  readonly license: DescribedLicense | null;
  readonly fileAccessRequest: boolean;
  readonly files: {
    readonly anyRestricted: boolean;
    readonly sizesBytes: readonly number[];
    readonly contentTypes: readonly string[];
    /** Of the files that have one of their own, in scheme form. */
    readonly persistentIds: readonly string[];
  };
}

/** Types of contributor that DataCite knows, without the one that is no contributor there, the funder. */
export const CONTRIBUTOR_TYPES: ReadonlySet<string> = new Set(
  'ContactPerson DataCollector DataCurator DataManager Distributor Editor HostingInstitution Other Producer ProjectLeader ProjectManager ProjectMember RegistrationAgency RegistrationAuthority RelatedPerson ResearchGroup RightsHolder Researcher Sponsor Supervisor WorkPackageLeader'.split(
    ' ',
  ),
);

export const FUNDER = 'Funder';

function describeCreators(metadata: VersionMetadata): DataciteMetadata['creators'] {
  const creators = compoundsOf(metadata, 'author').flatMap((author) => {
    const name = childText(author, 'authorName');
    if (name === undefined) return [];
    return agentOf(name, {
      affiliation: childText(author, 'authorAffiliation'),
      scheme: childText(author, 'authorIdentifierScheme'),
      identifier: childText(author, 'authorIdentifier'),
    });
  });
  return creators.length > 0 ? creators : [{ name: UNAVAILABLE, nameIdentifiers: [], affiliation: [] }];
}

function describeTitles(metadata: VersionMetadata): DataciteMetadata['titles'] {
  return [
    { title: textOf(metadata, 'title') ?? UNAVAILABLE },
    ...textsOf(metadata, 'subtitle').map((title) => ({ title, titleType: 'Subtitle' as const })),
    ...textsOf(metadata, 'alternativeTitle').map((title) => ({ title, titleType: 'AlternativeTitle' as const })),
  ];
}

function describeSubjects(metadata: VersionMetadata): DataciteMetadata['subjects'] {
  const ofVocabulary = (field: string, value: string, scheme: string, schemeUri: string): DataciteMetadata['subjects'] =>
    compoundsOf(metadata, field).flatMap((entry) => {
      const subject = childText(entry, value);
      if (subject === undefined) return [];
      const subjectScheme = childText(entry, scheme);
      const uri = childText(entry, schemeUri);
      return { subject, ...(subjectScheme === undefined ? {} : { subjectScheme }), ...(uri === undefined ? {} : { schemeUri: uri }) };
    });
  return [
    ...textsOf(metadata, 'subject').map((subject) => ({ subject })),
    ...ofVocabulary('keyword', 'keywordValue', 'keywordVocabulary', 'keywordVocabularyURI'),
    ...ofVocabulary('topicClassification', 'topicClassValue', 'topicClassVocab', 'topicClassVocabURI'),
  ];
}

function describeContributors(metadata: VersionMetadata): DataciteMetadata['contributors'] {
  const named = (field: string, contributorType: string): DataciteMetadata['contributors'] =>
    compoundsOf(metadata, field).flatMap((entry) => {
      const name = childText(entry, `${field}Name`);
      return name === undefined ? [] : { ...agentOf(name, { affiliation: childText(entry, `${field}Affiliation`) }), contributorType };
    });
  const others = compoundsOf(metadata, 'contributor').flatMap((entry) => {
    const name = childText(entry, 'contributorName');
    const type = (childText(entry, 'contributorType') ?? '').replaceAll(' ', '');
    if (name === undefined || type === FUNDER) return [];
    return { ...agentOf(name), contributorType: CONTRIBUTOR_TYPES.has(type) ? type : 'Other' };
  });
  return [...named('producer', 'Producer'), ...named('distributor', 'Distributor'), ...named('datasetContact', 'ContactPerson'), ...others];
}

function describeFunding(metadata: VersionMetadata): DataciteMetadata['fundingReferences'] {
  const funders = compoundsOf(metadata, 'contributor').flatMap((entry) => {
    const funderName = childText(entry, 'contributorName');
    return funderName === undefined || childText(entry, 'contributorType') !== FUNDER ? [] : { funderName };
  });
  const grants = compoundsOf(metadata, 'grantNumber').flatMap((grant) => {
    const funderName = childText(grant, 'grantNumberAgency');
    if (funderName === undefined) return [];
    const funderIdentifier = rorUrl(funderName);
    const awardNumber = childText(grant, 'grantNumberValue');
    return {
      funderName,
      ...(funderIdentifier === undefined ? {} : { funderIdentifier, funderIdentifierType: 'ROR' as const }),
      ...(awardNumber === undefined ? {} : { awardNumber }),
    };
  });
  return [...funders, ...grants];
}

/** How DataCite calls the schemes of identifiers. Source: exports.md 6. */
const ALTERNATE_TYPES: Readonly<Record<string, string>> = { doi: 'DOI', hdl: 'Handle' };

/** A former identifier, without its scheme where its type says that. */
function formerIdentifier(persistentId: string): DataciteMetadata['alternateIdentifiers'][number] {
  const colon = persistentId.indexOf(':');
  const type = ALTERNATE_TYPES[persistentId.slice(0, colon)];
  return type === undefined
    ? { alternateIdentifier: persistentId, alternateIdentifierType: UNAVAILABLE }
    : { alternateIdentifier: persistentId.slice(colon + 1), alternateIdentifierType: type };
}

function otherIdentifiers(metadata: VersionMetadata): DataciteMetadata['alternateIdentifiers'] {
  return compoundsOf(metadata, 'otherId').flatMap((other) => {
    const alternateIdentifier = childText(other, 'otherIdValue');
    if (alternateIdentifier === undefined) return [];
    return { alternateIdentifier, alternateIdentifierType: childText(other, 'otherIdAgency') ?? UNAVAILABLE };
  });
}

/** Markup is taken out of a description, since it is shown as plain text. Source: exports.md 2. */
function withoutTags(html: string): string {
  return html
    .replace(/<(?:br\s*\/?|\/p|\/li|\/div|\/h\d)>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function describeText({ metadata, versionNote }: DescribedVersion): DataciteMetadata['descriptions'] {
  const of = (descriptionType: DataciteDescription['descriptionType'], texts: readonly (string | null | undefined)[]) =>
    texts.flatMap((text) => (text === null || text === undefined || text === '' ? [] : { description: text, descriptionType }));
  const programs = compoundsOf(metadata, 'software').map((program) => {
    const parts = [childText(program, 'softwareName'), childText(program, 'softwareVersion')];
    return parts[0] === undefined ? undefined : parts.filter((part) => part !== undefined).join(', ');
  });
  return [
    ...of('Abstract', textsOf(metadata, 'dsDescription', 'dsDescriptionValue').map(withoutTags)),
    ...of('Other', textsOf(metadata, 'notesText')),
    ...of('SeriesInformation', textsOf(metadata, 'series', 'seriesName')),
    ...of('TechnicalInfo', programs),
    ...of(
      'Methods',
      ['originOfSources', 'characteristicOfSources', 'accessToSources'].map((field) => textOf(metadata, field)),
    ),
    ...of('TechnicalInfo', [versionNote]),
  ];
}

function versionText({ versionNumber, versionMinorNumber }: Pick<DescribedVersion, 'versionNumber' | 'versionMinorNumber'>): string {
  return versionNumber === null ? 'DRAFT' : `${versionNumber}.${versionMinorNumber ?? 0}`;
}

/** Where the custom terms of a version are. Source: exports.md 6.2. */
export function termsUrl(version: Pick<DescribedVersion, 'siteUrl' | 'pid' | 'versionNumber' | 'versionMinorNumber'>): string {
  const { siteUrl, pid } = version;
  return `${siteUrl}/api/datasets/:persistentId/versions/${versionText(version)}/customlicense?persistentId=${persistentIdText(pid)}`;
}

/** How files can be had, and the licence or where the terms are. Source: exports.md 6.2. */
function describeRights(version: DescribedVersion): DataciteMetadata['rightsList'] {
  const { files, fileAccessRequest, license } = version;
  const access = !files.anyRestricted ? 'openAccess' : fileAccessRequest ? 'restrictedAccess' : 'closedAccess';
  const second: DataciteRights =
    license === null
      ? { rights: 'Custom terms specific to this dataset', rightsUri: termsUrl(version) }
      : {
          rights: license.shortDescription.trim() === '' ? license.name : license.shortDescription,
          rightsUri: license.uri,
          ...(license.rightsIdentifier === null ? {} : { rightsIdentifier: license.rightsIdentifier }),
          ...(license.rightsIdentifierScheme === null ? {} : { rightsIdentifierScheme: license.rightsIdentifierScheme }),
          ...(license.schemeUri === null ? {} : { schemeUri: license.schemeUri }),
          lang: license.languageCode ?? 'en',
        };
  return [{ rights: '', rightsUri: `info:eu-repo/semantics/${access}` }, second];
}

function resourceTypes(datasetType: string, metadata: VersionMetadata): DataciteMetadata['types'] {
  const general = datasetType === 'software' ? 'Software' : datasetType === 'workflow' ? 'Workflow' : 'Dataset';
  return { resourceTypeGeneral: general, resourceType: textsOf(metadata, 'kindOfData').join(';') };
}

/** Describes a version as DataCite wants a dataset described. */
export function describeDataset(version: DescribedVersion): DataciteMetadata {
  const { metadata, files } = version;
  return {
    creators: describeCreators(metadata),
    titles: describeTitles(metadata),
    publisher: version.publisher || UNAVAILABLE,
    publicationYear: version.publicationYear,
    subjects: describeSubjects(metadata),
    contributors: describeContributors(metadata),
    dates: describeDates(version),
    types: resourceTypes(version.datasetType, metadata),
    alternateIdentifiers: [...version.alternativePersistentIds.map(formerIdentifier), ...otherIdentifiers(metadata)],
    relatedIdentifiers: [
      ...compoundsOf(metadata, 'publication').flatMap((publication) => relatedPublication(publication) ?? []),
      ...files.persistentIds.map((persistentId) => relatedPid(persistentId, version.siteUrl, 'HasPart')),
    ],
    sizes: files.sizesBytes.map(String),
    formats: files.contentTypes,
    version: versionText(version),
    rightsList: describeRights(version),
    descriptions: describeText(version),
    geoLocations: describePlaces(metadata),
    fundingReferences: describeFunding(metadata),
  };
}

/** What is left to say of a dataset that was withdrawn as a whole, or destroyed. Source: exports.md 6. */
export function describeTombstone(publisher: string, datasetType = 'dataset'): DataciteMetadata {
  return {
    creators: [{ name: UNAVAILABLE, nameIdentifiers: [], affiliation: [] }],
    titles: [{ title: UNAVAILABLE }],
    publisher: publisher || UNAVAILABLE,
    publicationYear: 9999,
    subjects: [],
    contributors: [],
    dates: [],
    types: resourceTypes(datasetType, {}),
    alternateIdentifiers: [],
    relatedIdentifiers: [],
    sizes: [],
    formats: [],
    rightsList: [],
    descriptions: [{ description: UNAVAILABLE, descriptionType: 'Abstract' }],
    geoLocations: [],
    fundingReferences: [],
  };
}
