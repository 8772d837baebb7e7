/** Items of a search, and those of collections. Source: collections.md 11.1. */
import { z } from 'zod';
import { plainText } from '../../../formats/schema-org/plain-text.ts';
import type { FoundCollectionFragment } from '../../../generated/operations.ts';
import { toSecond } from '../../records/record.ts';
import { counted, recordSchema, second } from '../../records/schema.ts';
import { datasetItemSchema } from './dataset-item-record.ts';
import { fileItemSchema } from './file-item-record.ts';
import { demanded, type ItemOptions, onDemand, statusesSchema } from './item-parts.ts';

export type { ItemOptions } from './item-parts.ts';

export const collectionItemSchema = recordSchema('FoundCollection', 'A collection that was found. Source: collections.md 11.1.', {
  name: z.string(),
  type: z.literal('collection'),
  url: z.string(),
  image_url: z.string().optional().describe('Address of the picture that stands for it.'),
  identifier: z.string().describe('Its alias.'),
  description: z.string().optional().describe('Without markup.'),
  published_at: second.describe('When it was published; when it was created, as long as it is not.'),
  ...onDemand,
  publicationStatuses: statusesSchema,
  affiliation: z.string().optional(),
  parentCollectionName: z.string().optional(),
  parentCollectionIdentifier: z.string().optional(),
  datasetCount: counted.optional().describe('Published datasets in it, below it and linked there; absent while it is not published.'),
});

export const searchItemSchema = z.discriminatedUnion('type', [collectionItemSchema, datasetItemSchema, fileItemSchema]);
export type SearchItem = z.infer<typeof searchItemSchema>;

/** The item of a collection. */
export function collectionItem(hit: FoundCollectionFragment, options: ItemOptions): z.infer<typeof collectionItemSchema> {
  const { databaseId, alias, name, description, affiliation, owner, datasetCount } = hit.collection;
  return {
    name,
    type: 'collection',
    url: hit.url,
    image_url: hit.imageUrl ?? undefined,
    identifier: alias,
    description: description === null ? undefined : plainText(description),
    published_at: toSecond(hit.sortDate),
    ...demanded(hit, databaseId, options),
    affiliation: affiliation || undefined,
    parentCollectionName: owner?.name,
    parentCollectionIdentifier: owner?.alias,
    datasetCount: datasetCount ?? undefined,
  };
}
