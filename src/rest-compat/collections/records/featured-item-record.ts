import { z } from 'zod';
import type { FeaturedItemFactsFragment } from '../../../generated/operations.ts';
import { FEATURED_ITEM_TYPES } from '../../../vocabulary/featured-items.ts';
import { objectId, recordSchema } from '../../records/schema.ts';

export const featuredItemSchema = recordSchema('FeaturedItem', 'What a collection presents. Source: collections.md 11.2.', {
  id: objectId,
  content: z.string().nullable().describe('HTML; null where an object is presented.'),
  imageFileName: z.string().nullable(),
  imageFileUrl: z.string().nullable().describe('Address of the image.'),
  displayOrder: z.int(),
  type: z.enum(FEATURED_ITEM_TYPES),
  dvObjectIdentifier: z.string().optional().describe('What is presented; absent of a text.'),
  dvObjectDisplayName: z.string().optional().describe('Name of what is presented; absent of a text.'),
});

/** A featured item as a record. */
export function featuredItemRecord(item: FeaturedItemFactsFragment): z.infer<typeof featuredItemSchema> {
  return {
    id: item.databaseId,
    content: item.content,
    imageFileName: item.imageFileName,
    imageFileUrl: item.imageUrl,
    displayOrder: item.displayOrder,
    type: item.type,
    dvObjectIdentifier: item.objectIdentifier ?? undefined,
    dvObjectDisplayName: item.objectDisplayName ?? undefined,
  };
}
