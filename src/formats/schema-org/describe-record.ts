/** What schema.org has words for of a dataset and its files. Source: exports.md 8. */
import { childText, compoundsOf, textOf, textsOf } from '../../model/metadata/metadata-values.ts';
import type { CompoundValue, VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { agentIdentifierUrl, agentOf } from '../datacite/agent.ts';
import { FUNDER, termsUrl } from '../datacite/describe-dataset.ts';
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import type { NativeFileFacts } from '../native-json/native-file.ts';
import { plainText } from './plain-text.ts';

/** Longer descriptions are refused by those who read the record. */
const LONGEST_DESCRIPTION = 5000;

type Json = Readonly<Record<string, unknown>>;

/** Keys that have a value, in their order. */
function given(values: Json): Json {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function organization(name: string): Json {
  return { '@type': 'Organization', name };
}

function authorOf(author: CompoundValue): Json[] {
  const entered = childText(author, 'authorName');
  if (entered === undefined) return [];
  const scheme = childText(author, 'authorIdentifierScheme') ?? '';
  const url = agentIdentifierUrl(scheme, childText(author, 'authorIdentifier') ?? '');
  const { name, nameType, givenName, familyName } = agentOf(plainText(entered), { scheme });
  const affiliation = childText(author, 'authorAffiliation');
  const institution = affiliation === undefined ? undefined : organization(plainText(affiliation));
  const identified = { sameAs: url, '@id': url, identifier: url };
  // An identifier that can be followed is that of a person, unless it is one of the registry of organisations.
  if (nameType === 'Organizational' && (url === undefined || scheme === 'ROR')) {
    return [given({ '@type': 'Organization', parentOrganization: institution, ...identified, name })];
  }
  return [given({ '@type': 'Person', givenName, familyName, affiliation: institution, ...identified, name })];
}

function descriptionOf(metadata: VersionMetadata): string {
  const text = textsOf(metadata, 'dsDescription', 'dsDescriptionValue').map(plainText).join('\n');
  if (text.length < LONGEST_DESCRIPTION) return text;
  const cut = text.slice(0, LONGEST_DESCRIPTION - 3);
  const space = cut.lastIndexOf(' ');
  return `${(space === -1 ? cut : cut.slice(0, space)).toWellFormed()}...`;
}

function keywordsOf(metadata: VersionMetadata): string[] {
  return [
    ...textsOf(metadata, 'subject'),
    ...textsOf(metadata, 'topicClassification', 'topicClassValue'),
    ...textsOf(metadata, 'keyword', 'keywordValue'),
  ].map(plainText);
}

function citationOf(publication: CompoundValue): Json[] {
  const citation = childText(publication, 'publicationCitation');
  const url = childText(publication, 'publicationURL');
  if (citation === undefined && url === undefined) return [];
  const name = citation === undefined ? undefined : plainText(citation);
  return [given({ '@type': 'CreativeWork', name, '@id': url, identifier: url, url })];
}

function fundersOf(metadata: VersionMetadata): Json[] {
  const funders = compoundsOf(metadata, 'contributor').flatMap((one) =>
    childText(one, 'contributorType') === FUNDER ? (childText(one, 'contributorName') ?? []) : [],
  );
  return [...funders, ...textsOf(metadata, 'grantNumber', 'grantNumberAgency')].map((name) => organization(plainText(name)));
}

function joinedParts(metadata: VersionMetadata, field: string, parts: readonly string[], separator: string): string[] {
  return compoundsOf(metadata, field)
    .map((one) => parts.flatMap((part) => childText(one, part) ?? []).join(separator))
    .filter((text) => text !== '')
    .map(plainText);
}

function periodsOf(metadata: VersionMetadata): string[] {
  return compoundsOf(metadata, 'timePeriodCovered').map(
    (range) => `${childText(range, 'timePeriodCoveredStart') ?? ''}/${childText(range, 'timePeriodCoveredEnd') ?? ''}`,
  );
}

/** A file, with the address of its bytes. */
export function describeFile({ label, description, dataFile }: NativeFileFacts, siteUrl: string): Json {
  const url = dataFile.persistentUrl ?? undefined;
  return given({
    '@type': 'DataDownload',
    name: label,
    encodingFormat: dataFile.contentType,
    contentSize: dataFile.sizeBytes,
    description: description === null ? undefined : plainText(description),
    '@id': url,
    identifier: url,
    contentUrl: `${siteUrl}/api/access/datafile/${dataFile.databaseId}`,
  });
}

function some<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** A version without its files. */
export function describeRecord(snapshot: ExportSnapshot): Json {
  const { site, pid, dataset, version, metadata } = snapshot;
  const authors = compoundsOf(metadata, 'author').flatMap(authorOf);
  const publisher = organization(dataset.publisher);
  return given({
    '@context': 'http://schema.org',
    '@type': 'Dataset',
    '@id': dataset.persistentUrl,
    identifier: dataset.persistentUrl,
    name: plainText(textOf(metadata, 'title') ?? ''),
    creator: authors,
    author: authors,
    datePublished: dataset.publicationDate ?? undefined,
    dateModified: version.releasedAt?.toISOString().slice(0, 10) ?? '',
    version: version.versionNumber === null ? 'DRAFT' : String(version.versionNumber),
    description: descriptionOf(metadata),
    keywords: keywordsOf(metadata),
    citation: some(compoundsOf(metadata, 'publication').flatMap(citationOf)),
    temporalCoverage: some(periodsOf(metadata)),
    license: version.license?.uri ?? termsUrl({ ...version, pid, siteUrl: site.url }),
    includedInDataCatalog: { '@type': 'DataCatalog', name: dataset.publisher, url: site.url },
    publisher,
    provider: publisher,
    funder: some(fundersOf(metadata)),
    spatialCoverage: some(joinedParts(metadata, 'geographicCoverage', ['city', 'state', 'country', 'otherGeographicCoverage'], ', ')),
  });
}
