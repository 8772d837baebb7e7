import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import {
  countGuestbookResponses as countRows,
  type GuestbookResponseRow,
  listGuestbookResponses as listRows,
  type ResponsePosition,
} from '../../../db/queries/collections/guestbook-responses.ts';
import { query } from '../../../kernel/command.ts';
import type { PageWindow } from '../../../model/page-window.ts';
import { loadCollection } from '../../subjects/collection-subject.ts';

/** Which responses are listed. */
interface AskedResponses {
  readonly collection: CollectionKey;
  /** Null for those to all guestbooks. */
  readonly guestbookId: number | null;
}

/** Responses for files of the datasets that a collection holds itself, by dataset and time. Source: users-admin.md 18.7. */
export const listGuestbookResponses = query({
  name: 'listGuestbookResponses',
  subject: (scope, { collection }: AskedResponses & PageWindow<ResponsePosition>) => loadCollection(scope, collection),
  requires: 'EditCollection',
  run: ({ db }, { collection: { id: collectionId } }, { collection: _collection, ...asked }): Promise<GuestbookResponseRow[]> =>
    listRows(db, { ...asked, collectionId }),
});

/** Over all pages. */
export const countGuestbookResponses = query({
  name: 'countGuestbookResponses',
  subject: (scope, { collection }: AskedResponses) => loadCollection(scope, collection),
  requires: 'EditCollection',
  run: ({ db }, { collection }, { guestbookId }): Promise<number> => countRows(db, { collectionId: collection.id, guestbookId }),
});
