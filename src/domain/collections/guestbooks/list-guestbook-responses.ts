import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import {
  countGuestbookResponses as countRows,
  type GuestbookResponseRow,
  listGuestbookResponses as listRows,
  type ResponsePosition,
} from '../../../db/queries/collections/guestbook-responses.ts';
import { query } from '../../../kernel/command.ts';
import { loadCollection } from '../../subjects/collection-subject.ts';

/** Which responses are listed. */
export interface ResponsePage {
  readonly collection: CollectionKey;
  /** Null for those to all guestbooks. */
  readonly guestbookId: number | null;
  readonly after: ResponsePosition;
  readonly limit: number;
}

/** Responses for files of the datasets that a collection holds itself, by dataset and time. Source: users-admin.md 18.7. */
export const listGuestbookResponses = query({
  name: 'listGuestbookResponses',
  subject: (scope, { collection }: ResponsePage) => loadCollection(scope, collection),
  requires: 'EditCollection',
  run: ({ db }, { collection }, { guestbookId, after, limit }): Promise<GuestbookResponseRow[]> =>
    listRows(db, { collectionId: collection.id, guestbookId, after, limit }),
});

/** Over all pages. */
export const countGuestbookResponses = query({
  name: 'countGuestbookResponses',
  subject: (scope, { collection }: Pick<ResponsePage, 'collection' | 'guestbookId'>) => loadCollection(scope, collection),
  requires: 'EditCollection',
  run: ({ db }, { collection }, { guestbookId }): Promise<number> => countRows(db, { collectionId: collection.id, guestbookId }),
});
