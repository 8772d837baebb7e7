import { z } from 'zod';
import type { CollectionLinkListQuery, LinkEndFragment } from '../../../generated/operations.ts';
import { objectId, listOf, recordSchema } from '../../records/schema.ts';

export const linkEndSchema = recordSchema('LinkedCollection', 'A collection at one end of a link. Source: collections.md 9.', {
  id: objectId,
  alias: z.string(),
  displayName: z.string(),
});

export const linkableCollectionSchema = recordSchema('LinkableCollection', 'A collection to link into. Source: collections.md 9.', {
  id: objectId,
  alias: z.string(),
  name: z.string(),
});

export const collectionLinksSchema = recordSchema('CollectionLinks', 'The links of a collection. Source: collections.md 9.', {
  linkedCollections: listOf(linkEndSchema),
  collectionsLinkingToThis: listOf(linkEndSchema),
  linkedDatasets: listOf(
    recordSchema('LinkedDataset', 'A dataset that a collection links.', {
      title: z.string().optional(),
      identifier: z.string().describe('Persistent identifier.'),
    }),
  ),
});

export function linkEnd({ databaseId: id, alias, name }: LinkEndFragment): z.infer<typeof linkEndSchema> {
  return { id, alias, displayName: name };
}

/** The links of a collection. */
export function collectionLinksRecord(links: NonNullable<CollectionLinkListQuery['collection']>): z.infer<typeof collectionLinksSchema> {
  return {
    linkedCollections: links.linkedCollections.nodes.map(linkEnd),
    collectionsLinkingToThis: links.linkingCollections.nodes.map(linkEnd),
    linkedDatasets: links.linkedDatasets.nodes.map(({ persistentId, latestVersion }) => ({
      title: latestVersion?.title,
      identifier: persistentId,
    })),
  };
}
