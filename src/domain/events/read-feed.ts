import { type FeedReader, type FeedSlice, numberFeedEvents, readFeed as readRows } from '../../db/queries/events/feed.ts';
import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import type { Actor } from '../../kernel/actor.ts';
import { query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { FeedKind } from '../../vocabulary/events.ts';
import { collectionViewRequirement } from '../collections/view-collection.ts';
import { loadCollection } from '../subjects/collection-subject.ts';

/** Which part of the feed. */
export interface FeedRequest {
  /** Place of the last event that is known; 0 for the beginning. */
  readonly after: number;
  readonly limit: number;
  /** All when empty. */
  readonly kinds: readonly FeedKind[];
  readonly below: CollectionKey | null;
}

/** The facts of a caller that decide which events they see. */
export function feedReader({ superuser, identities, ceiling }: Actor): FeedReader {
  return { superuser, identities, ceiling };
}

/**
 * What happened to objects that the caller may see now, in an order that never changes. An acknowledged write is in it at once.
 * @throws DomainError COLLECTION_NOT_FOUND
 */
export const readFeed = query({
  name: 'readFeed',
  subject: async (scope, { below }: FeedRequest) =>
    below === null ? { ...(await noSubject()), collection: null } : loadCollection(scope, below),
  requires: ({ collection }) => (collection === null ? 'Public' : collectionViewRequirement(collection)),
  run: async ({ db, actor }, { collection }, { after, limit, kinds }): Promise<FeedSlice> => {
    await numberFeedEvents(db);
    return readRows(db, { reader: feedReader(actor), after, limit, kinds, below: collection?.id ?? null });
  },
});
