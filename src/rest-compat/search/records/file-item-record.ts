/** Items of files. Source: collections.md 11.1. */
import { z } from 'zod';
import type { FoundFileFragment } from '../../../generated/operations.ts';
import { toSecond } from '../../records/record.ts';
import { counted, listOf, recordSchema, second } from '../../records/schema.ts';
import { demanded, type ItemOptions, onDemand, statusesSchema } from './item-parts.ts';

export const fileItemSchema = recordSchema('FoundFile', 'A file that was found. Source: collections.md 11.1.', {
  name: z.string(),
  type: z.literal('file'),
  url: z.string(),
  image_url: z.string().optional().describe('Address of the picture that stands for it.'),
  file_id: z.string().describe('Its id.'),
  description: z.string(),
  published_at: second.optional().describe('Absent on drafts.'),
  file_type: z.string().describe('Display name of the media type.'),
  file_content_type: z.string().describe('Media type.'),
  size_in_bytes: counted,
  md5: z.string().optional().describe('The checksum, if the algorithm is MD5.'),
  checksum: z.strictObject({ type: z.string(), value: z.string() }),
  unf: z.string().optional(),
  file_persistent_id: z.string().optional(),
  dataset_name: z.string(),
  dataset_id: z.string(),
  dataset_persistent_id: z.string(),
  dataset_citation: z.string().describe('Of the newest released version, if there is one.'),
  restricted: z.boolean(),
  variables: counted.optional().describe('Columns of a table.'),
  observations: counted.optional().describe('Rows of a table.'),
  canDownloadFile: z.boolean().optional().describe('Whether the caller may download it.'),
  ...onDemand,
  publicationStatuses: statusesSchema,
  categories: listOf(z.string()).optional(),
  tabularTags: listOf(z.string()).optional(),
  releaseOrCreateDate: second.optional(),
});

/** The item of a file. */
export function fileItem(hit: FoundFileFragment, options: ItemOptions): z.infer<typeof fileItemSchema> {
  const { fileMetadata: file, datasetVersion, citedVersion } = hit;
  const { dataFile } = file;
  const { title, dataset } = datasetVersion;
  const withEntities = options.query_entities ?? true;
  const { publicationStatuses, ...more } = demanded(hit, dataFile.databaseId, options);
  return {
    name: file.label,
    type: 'file',
    url: hit.url,
    image_url: hit.imageUrl ?? undefined,
    file_id: String(dataFile.databaseId),
    description: file.description ?? '',
    published_at: hit.publicationStatuses.includes('Draft') ? undefined : toSecond(hit.sortDate),
    file_type: dataFile.friendlyType,
    file_content_type: dataFile.contentType,
    size_in_bytes: dataFile.sizeBytes,
    md5: dataFile.checksum.type === 'MD5' ? dataFile.checksum.value : undefined,
    checksum: dataFile.checksum,
    unf: dataFile.unf ?? undefined,
    file_persistent_id: dataFile.persistentId ?? undefined,
    dataset_name: title,
    dataset_id: String(dataset.databaseId),
    dataset_persistent_id: dataset.persistentId,
    dataset_citation: citedVersion.citationText,
    restricted: file.restricted,
    variables: hit.variableCount ?? undefined,
    observations: hit.observationCount ?? undefined,
    // Guests follow an address that the server signs: without one, and without a token, they get no bytes. Source: decisions.md 1.
    canDownloadFile: withEntities ? !options.isGuest && Boolean(dataFile.permittedDownloadUrl) : undefined,
    ...more,
    publicationStatuses,
    categories: file.categories.length > 0 ? file.categories : undefined,
    tabularTags: dataFile.tabularTags.length > 0 ? dataFile.tabularTags.toSorted() : undefined,
    releaseOrCreateDate: withEntities ? toSecond(hit.sortDate) : undefined,
  };
}
