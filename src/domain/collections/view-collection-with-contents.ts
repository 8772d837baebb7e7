import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import {
  type AskedOfContents,
  type CollectionWithContents,
  findCollectionWithContents,
} from '../../db/queries/collection-with-contents.ts';
import { query } from '../../kernel/command.ts';
import { collectionNotFound } from '../subjects/collection-subject.ts';
import { collectionViewRequirement } from './view-collection.ts';

/**
 * A collection that the actor may see, with the first of its direct children that the actor may see: in one statement.
 * @throws DomainError COLLECTION_NOT_FOUND naming the identifier given.
 */
export const viewCollectionWithContents = query({
  name: 'viewCollectionWithContents',
  subject: async ({ tx, context }, { collection: key, asked }: { readonly collection: CollectionKey; readonly asked: AskedOfContents }) => {
    const found = await findCollectionWithContents(tx, key, context.actor, asked);
    if (found === undefined) throw collectionNotFound(key);
    // Absent for an open collection alone, which needs none.
    return { nodeId: found.collection.id, granted: found.collection.granted ?? 0, found };
  },
  requires: ({ found }) => collectionViewRequirement(found.collection),
  run: (_context, { found }): CollectionWithContents => found,
});
