import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import { sumArchivalBytes } from '../../db/queries/files/storage-size.ts';
import { query } from '../../kernel/command.ts';
import { loadCollection } from '../subjects/collection-subject.ts';

/**
 * Bytes that a collection and everything below it take. Source: collections.md 5.5. Cached derivatives (thumbnails, exported metadata) are
 * made on request and not stored, so including them adds nothing; a cache that is kept has to be summed here.
 */
export const collectionStorageSize = query({
  name: 'collectionStorageSize',
  subject: ({ tx, context }, input: { readonly collection: CollectionKey; readonly includeCached: boolean }) =>
    loadCollection({ tx, context }, input.collection),
  requires: 'ManageCollectionPermissions',
  run: (context, { collection }): Promise<number> => sumArchivalBytes(context.db, collection.id),
});
