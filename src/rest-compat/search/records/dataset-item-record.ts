/** Items of datasets. Source: collections.md 11.1. */
import { z } from 'zod';
import { plainText } from '../../../formats/schema-org/plain-text.ts';
import type { FoundDatasetFragment } from '../../../generated/operations.ts';
import { nativeFieldSchema } from '../../../formats/native-json/native-metadata.ts';
import { childText, compoundsOf, textsOf } from '../../../model/metadata/metadata-values.ts';
import type { VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import { VERSION_STATES } from '../../../vocabulary/datasets.ts';
import { toSecond } from '../../records/record.ts';
import { counted, listOf, mapOf, objectId, recordSchema, second } from '../../records/schema.ts';
import { chosenBlocks, foundBlocks, metadataOf } from './found-metadata.ts';
import { demanded, type ItemOptions, onDemand, statusesSchema } from './item-parts.ts';

const texts = listOf(z.string()).optional();
const placeSchema = z.strictObject({
  country: z.string().optional(),
  state: z.string().optional(),
  city: z.string().optional(),
  other: z.string().optional(),
});
const blockSchema = recordSchema('FoundMetadataBlock', 'Fields of a metadata block that a search was asked to show.', {
  displayName: z.string(),
  fields: listOf(nativeFieldSchema),
});

export const datasetItemSchema = recordSchema('FoundDataset', 'A version of a dataset that was found. Source: collections.md 11.1.', {
  name: z.string().describe('Its title.'),
  type: z.literal('dataset'),
  url: z.string().describe('Address of the persistent identifier.'),
  image_url: z.string().optional().describe('Address of the picture that stands for it.'),
  global_id: z.string().describe('Persistent identifier.'),
  description: z.string().optional().describe('All descriptions, without markup.'),
  published_at: second.optional().describe('When the newest major version was released; absent on drafts.'),
  publisher: z.string().describe('Name of the collection that holds it.'),
  citationHtml: z.string(),
  identifier_of_collection: z.string(),
  name_of_collection: z.string(),
  citation: z.string(),
  deaccession_reason: z.string().optional(),
  ...onDemand,
  publicationStatuses: statusesSchema,
  storageIdentifier: z.string().optional(),
  keywords: texts,
  subjects: texts,
  fileCount: counted.optional(),
  versionId: objectId.optional(),
  versionState: z.enum(VERSION_STATES).optional(),
  majorVersion: counted.optional(),
  minorVersion: counted.optional(),
  createdAt: second.optional(),
  updatedAt: second.optional(),
  contacts: listOf(z.strictObject({ name: z.string(), affiliation: z.string() })).optional(),
  publications: listOf(z.strictObject({ citation: z.string().optional(), url: z.string().optional() })).optional(),
  producers: texts,
  relatedMaterial: texts,
  geographicCoverage: listOf(placeSchema).optional(),
  dataSources: texts,
  metadataBlocks: mapOf(blockSchema).optional().describe('Only with `metadata_fields`.'),
  collections: listOf(z.strictObject({ id: objectId, name: z.string(), alias: z.string() }))
    .optional()
    .describe('Collections that hold it or link it, and those that hold these; only with `show_collections=true`.'),
  api_url: z.string().optional().describe('Only with `show_api_urls=true`.'),
  authors: listOf(z.string()),
});
type DatasetItem = z.infer<typeof datasetItemSchema>;

function filled<Entry>(list: readonly Entry[]): readonly Entry[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Without the parts that a compound lacks, and without those that lack all. */
function partsOf<Name extends string>(
  metadata: VersionMetadata,
  field: string,
  parts: Readonly<Record<Name, string>>,
): Partial<Record<Name, string>>[] {
  const lists = compoundsOf(metadata, field).map((compound) => {
    const found: Partial<Record<Name, string>> = {};
    for (const name in parts) {
      const text = childText(compound, parts[name]);
      if (text !== undefined) found[name] = text;
    }
    return found;
  });
  return lists.filter((found) => Object.keys(found).length > 0);
}

function ofMetadata(metadata: VersionMetadata): Partial<DatasetItem> {
  return {
    contacts: filled(
      partsOf(metadata, 'datasetContact', { name: 'datasetContactName', affiliation: 'datasetContactAffiliation' }).map(
        ({ name = '', affiliation = '' }) => ({ name, affiliation }),
      ),
    ),
    publications: filled(partsOf(metadata, 'publication', { citation: 'publicationCitation', url: 'publicationURL' })),
    producers: filled(textsOf(metadata, 'producer', 'producerName')),
    relatedMaterial: filled(textsOf(metadata, 'relatedMaterial')),
    geographicCoverage: filled(
      partsOf(metadata, 'geographicCoverage', { country: 'country', state: 'state', city: 'city', other: 'otherGeographicCoverage' }),
    ),
    dataSources: filled(textsOf(metadata, 'dataSources')),
  };
}

/** The item of a version. */
export function datasetItem(hit: FoundDatasetFragment, options: ItemOptions): DatasetItem {
  const { datasetVersion: version, url, sortDate } = hit;
  const { dataset, state } = version;
  const { owner, shownIn } = dataset;
  const blocks = foundBlocks(version.metadataBlocks);
  const metadata = metadataOf(blocks);
  const description = textsOf(metadata, 'dsDescription', 'dsDescriptionValue').map(plainText).join(' ');
  const published = state === 'RELEASED';
  return {
    name: version.title,
    type: 'dataset',
    url,
    image_url: hit.imageUrl ?? undefined,
    global_id: dataset.persistentId,
    description: description === '' ? undefined : description,
    published_at: state === 'DRAFT' ? undefined : toSecond(sortDate),
    publisher: owner.name,
    citationHtml: version.citation,
    identifier_of_collection: owner.alias,
    name_of_collection: owner.name,
    citation: version.citationText,
    deaccession_reason: state === 'DEACCESSIONED' ? (version.deaccessionNote ?? undefined) : undefined,
    ...demanded(hit, dataset.databaseId, options),
    ...(options.query_entities !== false && {
      storageIdentifier: dataset.storageIdentifier,
      keywords: filled(textsOf(metadata, 'keyword', 'keywordValue')),
      subjects: textsOf(metadata, 'subject'),
      fileCount: version.fileCount,
      versionId: version.databaseId,
      versionState: state,
      majorVersion: published ? (version.versionNumber ?? undefined) : undefined,
      minorVersion: published ? (version.versionMinorNumber ?? undefined) : undefined,
      createdAt: toSecond(version.createdAt),
      updatedAt: toSecond(version.updatedAt),
      ...ofMetadata(metadata),
      metadataBlocks: options.metadata_fields === undefined ? undefined : chosenBlocks(options.metadata_fields, blocks),
      collections: shownIn?.map(({ databaseId, name, alias }) => ({ id: databaseId, name, alias })),
    }),
    api_url: options.show_api_urls ? hit.apiUrl : undefined,
    authors: textsOf(metadata, 'author', 'authorName'),
  };
}
