/** DataCite metadata in the profile of OpenAIRE: what differs from what registration agencies get. Source: exports.md 7. */
import { childText, compoundsOf, textOf, textsOf } from '../../model/metadata/metadata-values.ts';
import type { CompoundValue, VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { agentOf } from './agent.ts';
import { CONTRIBUTOR_TYPES, describeDataset, type DescribedVersion, FUNDER } from './describe-dataset.ts';
import { w3cDate } from './describe-dates.ts';
import { boxOf } from './describe-places.ts';
import type { DataciteAgent, DataciteDate, DataciteDescription, DataciteMetadata, DataciteRelatedIdentifier } from './metadata-model.ts';
import { identified } from './related-identifier.ts';

/** An identifier as it was entered; of one in the form of a URL, the path. */
function nameIdentifiers(author: CompoundValue): DataciteAgent['nameIdentifiers'] {
  const value = childText(author, 'authorIdentifier');
  const nameIdentifierScheme = childText(author, 'authorIdentifierScheme');
  if (value === undefined || nameIdentifierScheme === undefined) return [];
  const [, schemeUri, path] = /^(https?:\/\/[^/]+\/)(.+)$/i.exec(value) ?? [];
  if (schemeUri === undefined || path === undefined) return [{ nameIdentifier: value, nameIdentifierScheme }];
  return [{ nameIdentifier: path, nameIdentifierScheme, schemeUri }];
}

function plainAffiliation(text: string | undefined): DataciteAgent['affiliation'] {
  return text === undefined ? [] : [{ name: text }];
}

function creators(metadata: VersionMetadata): DataciteAgent[] {
  return compoundsOf(metadata, 'author').flatMap((author) => {
    const name = childText(author, 'authorName');
    if (name === undefined) return [];
    const scheme = childText(author, 'authorIdentifierScheme');
    return {
      ...agentOf(name, { scheme }),
      nameIdentifiers: nameIdentifiers(author),
      affiliation: plainAffiliation(childText(author, 'authorAffiliation')),
    };
  });
}

type Contributor = DataciteMetadata['contributors'][number];

/** A name is that of a person only if a given name was found. */
function contributor(name: string, contributorType: string, affiliation: string | undefined, inDoubt?: 'Organizational'): Contributor {
  const { nameType, ...agent } = agentOf(name);
  const settled = nameType === 'Personal' && agent.givenName === undefined ? inDoubt : nameType;
  return { ...agent, ...(settled === undefined ? {} : { nameType: settled }), affiliation: plainAffiliation(affiliation), contributorType };
}

function contributors(metadata: VersionMetadata): Contributor[] {
  const named = (field: string, type: string, inDoubt?: 'Organizational'): Contributor[] =>
    compoundsOf(metadata, field).flatMap((entry) => {
      const name = childText(entry, `${field}Name`);
      return name === undefined ? [] : contributor(name, type, childText(entry, `${field}Affiliation`), inDoubt);
    });
  const others = compoundsOf(metadata, 'contributor').flatMap((entry) => {
    const name = childText(entry, 'contributorName');
    const type = (childText(entry, 'contributorType') ?? '').replaceAll(' ', '');
    if (name === undefined || type === FUNDER) return [];
    return contributor(name, CONTRIBUTOR_TYPES.has(type) ? type : 'Other', undefined);
  });
  return [
    ...named('datasetContact', 'ContactPerson', 'Organizational'),
    ...named('producer', 'Producer'),
    ...others,
    ...named('distributor', 'Distributor'),
  ];
}

function dates({ metadata, releasedAt }: DescribedVersion): DataciteDate[] {
  const single: readonly (readonly [DataciteDate['dateType'], string | undefined])[] = [
    ['Issued', w3cDate(textOf(metadata, 'distributionDate'))],
    ['Created', w3cDate(textOf(metadata, 'productionDate'))],
    ['Submitted', w3cDate(textOf(metadata, 'dateOfDeposit'))],
    ['Updated', releasedAt?.toISOString().slice(0, 10)],
  ];
  const collected = compoundsOf(metadata, 'dateOfCollection').flatMap((range): DataciteDate[] => {
    const start = w3cDate(childText(range, 'dateOfCollectionStart'));
    const end = w3cDate(childText(range, 'dateOfCollectionEnd'));
    return start === undefined || end === undefined ? [] : [{ date: `${start}/${end}`, dateType: 'Collected' }];
  });
  return [...single.flatMap(([dateType, date]) => (date === undefined ? [] : { date, dateType })), ...collected];
}

/** The latest of three years; that of today where there is none. */
function publicationYear({ metadata, publishedAt }: DescribedVersion, day: string): number {
  const texts = [textOf(metadata, 'distributionDate'), publishedAt?.toISOString(), textOf(metadata, 'dateOfDeposit')];
  const years = texts.flatMap((text) => /^\d{4}/.exec(text ?? '')?.[0] ?? []).map(Number);
  return years.length === 0 ? Number(day.slice(0, 4)) : Math.max(...years);
}

function subjects(metadata: VersionMetadata): DataciteMetadata['subjects'] {
  const given = (values: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const keywords = compoundsOf(metadata, 'keyword').flatMap((entry) => {
    const subject = childText(entry, 'keywordValue');
    const scheme = { subjectScheme: childText(entry, 'keywordVocabulary'), schemeUri: childText(entry, 'keywordVocabularyURI') };
    return subject === undefined ? [] : { subject, ...given({ ...scheme, valueUri: childText(entry, 'keywordTermURI') }) };
  });
  const topics = compoundsOf(metadata, 'topicClassification').flatMap((entry) => {
    const subject = childText(entry, 'topicClassValue');
    const scheme = { subjectScheme: childText(entry, 'topicClassVocab'), schemeUri: childText(entry, 'topicClassVocabURI') };
    return subject === undefined ? [] : { subject, ...given(scheme) };
  });
  return [...textsOf(metadata, 'subject').map((subject) => ({ subject })), ...keywords, ...topics];
}

/** Only of publications whose identifier has a type; an address stands where addresses stand. */
function relatedIdentifiers(metadata: VersionMetadata): DataciteRelatedIdentifier[] {
  return compoundsOf(metadata, 'publication').flatMap((publication) => {
    const type = childText(publication, 'publicationIDType');
    const text = childText(publication, type === 'url' ? 'publicationURL' : 'publicationIDNumber')?.trim();
    const found = type === undefined || text === undefined ? undefined : identified(type, text);
    return found === undefined ? [] : { ...found, relationType: childText(publication, 'publicationRelationType') ?? 'IsCitedBy' };
  });
}

function descriptions(metadata: VersionMetadata): DataciteDescription[] {
  const of = (descriptionType: DataciteDescription['descriptionType'], texts: readonly string[]) =>
    texts.map((description) => ({ description, descriptionType }));
  const programs = compoundsOf(metadata, 'software').flatMap((program) => {
    const [name, version] = [childText(program, 'softwareName'), childText(program, 'softwareVersion')];
    return name === undefined || version === undefined ? [] : `${name}, ${version}`;
  });
  const methods = ['originOfSources', 'characteristicOfSources', 'accessToSources'].flatMap((field) => textOf(metadata, field) ?? []);
  return [
    ...of('Abstract', textsOf(metadata, 'dsDescription', 'dsDescriptionValue')),
    ...of('TechnicalInfo', programs),
    ...of('Methods', methods),
    ...of('SeriesInformation', textsOf(metadata, 'series', 'seriesInformation')),
    ...of('Other', textsOf(metadata, 'notesText').slice(0, 1)),
  ];
}

/** Describes a version in the profile; `day` is the day of the export. */
export function describeOpenaire(version: DescribedVersion, day: string): DataciteMetadata {
  const { metadata, license, versionNumber } = version;
  const { version: number, ...datacite } = describeDataset({ ...version, alternativePersistentIds: [] });
  const authors = creators(metadata);
  const [kind = ''] = textsOf(metadata, 'kindOfData');
  return {
    ...datacite,
    creators: authors.length > 0 ? authors : datacite.creators,
    publicationYear: publicationYear(version, day),
    subjects: subjects(metadata),
    contributors: contributors(metadata),
    dates: dates(version),
    types: { resourceTypeGeneral: 'Dataset', resourceType: kind },
    relatedIdentifiers: relatedIdentifiers(metadata),
    ...(versionNumber === null || number === undefined ? {} : { version: number }),
    rightsList: [...datacite.rightsList.slice(0, 1), license === null ? { rights: '' } : { rights: license.name, rightsUri: license.uri }],
    descriptions: descriptions(metadata),
    geoLocations: [
      ...textsOf(metadata, 'productionPlace').map((geoLocationPlace) => ({ geoLocationPlace })),
      ...compoundsOf(metadata, 'geographicBoundingBox').flatMap((box) => boxOf(box, { points: false })),
    ],
    fundingReferences: datacite.fundingReferences.map(({ funderName, awardNumber }) => ({
      funderName,
      ...(awardNumber === undefined ? {} : { awardNumber }),
    })),
  };
}
