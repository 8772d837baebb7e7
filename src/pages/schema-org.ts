import type { PageFileFragment, PageVersionFragment } from '../generated/page-operations.ts';
import { datasetApiPath } from './addresses.ts';
import { authorsOf, descriptionsOf, keywordsOf, type Author, type MetadataReader } from './metadata-reader.ts';
import type { Site } from './page.ts';
import { plainText } from './rich-text.ts';
import { dayOf, versionParameter } from './version-words.ts';

/** Longer descriptions are refused by those who read the record. Source: exports.md 8. */
const LONGEST_DESCRIPTION = 5000;

/** A version of a dataset with what is shown of it. */
export interface DescribedVersion {
  readonly version: PageVersionFragment;
  readonly metadata: MetadataReader;
  readonly dataset: { readonly persistentId: string; readonly persistentUrl: string; readonly landingPageUrl: string };
  readonly files: readonly PageFileFragment[];
}

/** The descriptions in one text without markup, cut at a word where it is too long. */
export function descriptionText(metadata: MetadataReader): string {
  const text = descriptionsOf(metadata).map(plainText).join('\n');
  if (text.length < LONGEST_DESCRIPTION) return text;
  const cut = text.slice(0, LONGEST_DESCRIPTION - 3);
  const space = cut.lastIndexOf(' ');
  return `${(space === -1 ? cut : cut.slice(0, space)).toWellFormed()}...`;
}

function agent({ name, affiliation, identifierUrl }: Author): object {
  return {
    // Names of persons are entered family name first.
    '@type': name.includes(',') || identifierUrl?.startsWith('https://orcid.org/') === true ? 'Person' : 'Organization',
    ...(identifierUrl === undefined ? {} : { '@id': identifierUrl, identifier: identifierUrl }),
    name,
    ...(affiliation === undefined ? {} : { affiliation: { '@type': 'Organization', name: affiliation } }),
  };
}

/** The record of a version that search engines for data read. Source: exports.md 8, schema.org Dataset. */
export function schemaOrg({ version, metadata, dataset, files }: DescribedVersion, { installationName, siteUrl }: Site): object {
  const creators = authorsOf(metadata).map(agent);
  const installation = { '@type': 'Organization', name: installationName };
  const title = plainText(version.title);
  const description = descriptionText(metadata);
  return {
    '@context': 'http://schema.org',
    '@type': 'Dataset',
    '@id': dataset.persistentUrl,
    identifier: dataset.persistentUrl,
    url: dataset.landingPageUrl,
    name: title,
    creator: creators,
    author: creators,
    ...(version.publicationDate === null ? {} : { datePublished: version.publicationDate }),
    dateModified: dayOf(version.releasedAt ?? version.updatedAt),
    version: versionParameter(version),
    description: description === '' ? title : description,
    keywords: keywordsOf(metadata).map(plainText),
    license: version.license?.uri ?? siteUrl + datasetApiPath(dataset.persistentId, `versions/${versionParameter(version)}/customlicense`),
    includedInDataCatalog: { '@type': 'DataCatalog', name: installationName, url: siteUrl },
    publisher: installation,
    provider: installation,
    isAccessibleForFree: true,
    distribution: files.map(({ label, description: about, dataFile }) => ({
      '@type': 'DataDownload',
      name: label,
      encodingFormat: dataFile.contentType,
      contentSize: dataFile.sizeBytes,
      ...(about === null ? {} : { description: plainText(about) }),
      ...(dataFile.persistentUrl === null ? {} : { '@id': dataFile.persistentUrl, identifier: dataFile.persistentUrl }),
      contentUrl: `${siteUrl}/api/access/datafile/${dataFile.databaseId}`,
    })),
  };
}

/** JSON as the content of a script element: no text in it can end the element, or begin a comment there. */
export function scriptJson(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
