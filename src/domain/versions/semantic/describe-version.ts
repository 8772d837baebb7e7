import type { CollectionRow } from '../../../db/queries/collections/collections.ts';
import type { DatasetSummary } from '../../../db/queries/datasets/datasets.ts';
import type { VersionRow } from '../../../db/queries/versions/versions.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS } from '../../../vocabulary/datasets.ts';
import type { ReadContext } from '../../../kernel/command.ts';
import { detail } from '../../../kernel/detail.ts';
import type { BlockCatalog } from '../../../model/metadata/block-catalog.ts';
import { shownMetadata } from '../../metadata/shown-metadata.ts';
import type { VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import { persistentUrl } from '../../../model/persistent-id.ts';
import { describeFields, type JsonLd } from './describe-fields.ts';
import { PREFIXES } from './term-uris.ts';

/** What a description is made of. */
export interface DescribedSource {
  readonly dataset: Pick<DatasetSummary, 'protocol' | 'authority' | 'separator' | 'identifier' | 'publicationDay'>;
  readonly version: VersionRow;
  /** As shown to readers. */
  readonly metadata: VersionMetadata;
  /** From the owner up to the root. */
  readonly owners: readonly Pick<CollectionRow, 'alias' | 'name'>[];
  readonly installation: { readonly name: string; readonly siteUrl: string; readonly catalog: BlockCatalog };
}

function statusOf({ state, deaccessionNote, deaccessionLink }: VersionRow): unknown {
  if (state !== 'DEACCESSIONED') return state;
  return {
    'schema:name': state,
    ...(deaccessionNote === null ? {} : { 'dvcore:reason': deaccessionNote }),
    ...(deaccessionLink === null ? {} : { 'dvcore:forwardUrl': deaccessionLink }),
  };
}

function termsOf({ license, terms, fileAccessRequest }: VersionRow): JsonLd {
  const use: JsonLd = {};
  if (license !== null) use['schema:license'] = license.uri;
  else for (const key of TERMS_OF_USE_KEYS) if (terms[key] !== undefined) use[`dvcore:${key}`] = terms[key];
  const access: JsonLd = { 'dvcore:fileRequestAccess': fileAccessRequest };
  for (const key of TERMS_OF_ACCESS_KEYS) if (terms[key] !== undefined) access[`dvcore:${key}`] = terms[key];
  return { ...use, 'dvcore:fileTermsOfAccess': access };
}

function ownerOf([owner, ...further]: DescribedSource['owners'], siteUrl: string): JsonLd | undefined {
  if (owner === undefined) return undefined;
  const above = ownerOf(further, siteUrl);
  return {
    'schema:name': owner.name,
    '@id': `${siteUrl}/collection/${owner.alias}`,
    ...(above === undefined ? {} : { 'schema:isPartOf': above }),
  };
}

/** A version as one object of JSON-LD with its context. Source: datasets.md 14.4. */
function describeVersion({ dataset, version, metadata, owners, installation }: DescribedSource): JsonLd {
  const { siteUrl, catalog } = installation;
  const { values, context } = describeFields(metadata, catalog, siteUrl);
  const owner = ownerOf(owners, siteUrl);
  const { versionNumber, versionMinorNumber, versionNote } = version;
  return {
    '@id': persistentUrl(dataset, siteUrl),
    '@type': ['ore:Aggregation', 'schema:Dataset'],
    'schema:version': versionNumber === null ? 'DRAFT' : `${versionNumber}.${versionMinorNumber}`,
    'schema:name': version.title,
    'schema:dateModified': version.updatedAt.toISOString(),
    ...(dataset.publicationDay === null ? {} : { 'schema:datePublished': dataset.publicationDay }),
    'schema:creativeWorkStatus': statusOf(version),
    ...termsOf(version),
    ...(versionNote === null ? {} : { 'dvcore:versionNote': versionNote }),
    'schema:includedInDataCatalog': installation.name,
    ...(owner === undefined ? {} : { 'schema:isPartOf': owner }),
    ...values,
    '@context': { ...PREFIXES, ...context },
  };
}

/** The description of a version that the actor was shown. */
export const showDescription = detail({
  name: 'showDescription',
  run: async (
    context: ReadContext,
    { dataset, version }: { readonly dataset: DatasetSummary; readonly version: VersionRow },
  ): Promise<JsonLd> => {
    const { installation, blocks } = context.services;
    const owners = await Promise.all(
      dataset.path
        .slice(0, -1)
        .toReversed()
        .map((id) => context.loaders.collection.load(id)),
    );
    return describeVersion({
      dataset,
      version,
      metadata: shownMetadata(context.services, version.metadata.value),
      owners: owners.filter((owner) => owner !== undefined),
      installation: { name: installation.name(), siteUrl: installation.siteUrl, catalog: blocks.current() },
    });
  },
});
