import { z } from 'zod';
import type { ContentPageFragment } from '../../../generated/operations.ts';
import { datasetContentRecord, datasetContentSchema } from '../../datasets/records/dataset-record.ts';
import type { ListPart } from '../../open-list.ts';
import { objectId, recordSchema } from '../../records/schema.ts';

const collectionContentSchema = recordSchema('CollectionContent', 'A collection in a collection. Source: collections.md 2.5.', {
  type: z.literal('collection'),
  id: objectId,
  title: z.string().describe('Its name.'),
});

/** What is directly in a collection; `type` tells the two apart. */
export const contentSchema = z.union([collectionContentSchema, datasetContentSchema]);

/** A page of children as a part of their list. */
export function contentPart({ nodes, pageInfo }: ContentPageFragment): ListPart<string, z.infer<typeof contentSchema>> {
  const entries = nodes.map((child) =>
    child.__typename === 'Collection'
      ? { type: 'collection' as const, id: child.databaseId, title: child.name }
      : datasetContentRecord(child),
  );
  return { entries, next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
}
