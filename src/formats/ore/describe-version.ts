/** A version of a dataset as one object of JSON-LD. Source: exports.md 9.1, datasets.md 14.4. */
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS, type VersionState } from '../../vocabulary/datasets.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { describeFields, type JsonLd } from '../json-ld/describe-fields.ts';
import { PREFIXES } from '../json-ld/term-uris.ts';

type TermsKey = (typeof TERMS_OF_USE_KEYS)[number] | (typeof TERMS_OF_ACCESS_KEYS)[number];

/** What a description is made of. */
export interface DescribedSource {
  readonly dataset: { readonly persistentUrl: string; readonly publicationDate: string | null; readonly metadataLanguage: string | null };
  readonly version: {
    readonly state: VersionState;
    readonly title: string;
    readonly versionNumber: number | null;
    readonly versionMinorNumber: number | null;
    readonly versionNote: string | null;
    readonly deaccessionNote: string | null;
    readonly deaccessionLink: string | null;
    readonly updatedAt: Date;
    readonly license: { readonly uri: string } | null;
    readonly terms: { readonly [Key in TermsKey]?: string | null | undefined };
    readonly fileAccessRequest: boolean;
  };
  /** As shown to readers. */
  readonly metadata: VersionMetadata;
  /** From the owner up to the root. */
  readonly owners: readonly { readonly alias: string; readonly name: string; readonly description: string | null }[];
  readonly installation: { readonly name: string; readonly siteUrl: string; readonly catalog: BlockCatalog };
}

function statusOf({ state, deaccessionNote, deaccessionLink }: DescribedSource['version']): unknown {
  if (state !== 'DEACCESSIONED') return state;
  return {
    'schema:name': state,
    ...(deaccessionNote === null ? {} : { 'dvcore:reason': deaccessionNote }),
    ...(deaccessionLink === null ? {} : { 'dvcore:forwardUrl': deaccessionLink }),
  };
}

function presentTerms(terms: DescribedSource['version']['terms'], keys: readonly TermsKey[]): JsonLd {
  return Object.fromEntries(keys.flatMap((key) => (terms[key] ? [[`dvcore:${key}`, terms[key]]] : [])));
}

function termsOf({ license, terms, fileAccessRequest }: DescribedSource['version']): JsonLd {
  const [first, ...others] = TERMS_OF_ACCESS_KEYS;
  return {
    ...(license === null ? presentTerms(terms, TERMS_OF_USE_KEYS) : { 'schema:license': license.uri }),
    'dvcore:fileTermsOfAccess': {
      ...presentTerms(terms, [first]),
      'dvcore:fileRequestAccess': fileAccessRequest,
      ...presentTerms(terms, others),
    },
  };
}

function ownerOf([owner, ...further]: DescribedSource['owners'], siteUrl: string): JsonLd | undefined {
  if (owner === undefined) return undefined;
  const above = ownerOf(further, siteUrl);
  return {
    'schema:name': owner.name,
    '@id': `${siteUrl}/collection/${owner.alias}`,
    ...(owner.description === null || owner.description === '' ? {} : { 'schema:description': owner.description }),
    ...(above === undefined ? {} : { 'schema:isPartOf': above }),
  };
}

/** A description, and what its keys mean. */
export interface DescribedVersion {
  readonly values: JsonLd;
  /** Terms and prefixes by name. */
  readonly context: Readonly<Record<string, string>>;
}

/** Describes a version without its files. */
export function describeVersion({ dataset, version, metadata, owners, installation }: DescribedSource): DescribedVersion {
  const { siteUrl, catalog } = installation;
  const { values, context } = describeFields(metadata, catalog, siteUrl);
  const owner = ownerOf(owners, siteUrl);
  const { versionNumber, versionMinorNumber, versionNote } = version;
  const described: JsonLd = {
    ...values,
    '@id': dataset.persistentUrl,
    '@type': ['ore:Aggregation', 'schema:Dataset'],
    'schema:version': versionNumber === null ? 'DRAFT' : `${versionNumber}.${versionMinorNumber}`,
    'schema:name': version.title,
    'schema:dateModified': version.updatedAt.toISOString().replace('T', ' ').replace('Z', ''),
    ...(dataset.publicationDate === null ? {} : { 'schema:datePublished': dataset.publicationDate }),
    ...(versionNote === null ? {} : { 'dvcore:versionNote': versionNote }),
    'schema:creativeWorkStatus': statusOf(version),
    ...termsOf(version),
    'schema:includedInDataCatalog': installation.name,
    ...(owner === undefined ? {} : { 'schema:isPartOf': owner }),
    ...(dataset.metadataLanguage === null ? {} : { 'schema:inLanguage': dataset.metadataLanguage }),
  };
  const sorted = Object.entries({ ...PREFIXES, ...context }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { values: described, context: Object.fromEntries(sorted) };
}
