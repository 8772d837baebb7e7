/** Guestbooks of collections. Source: users-admin.md 18.7. Reasons: docs/adr/0077-guestbooks.md */
import { z } from 'zod';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import {
  countGuestbooks,
  countGuestbookUse,
  findGuestbook,
  type GuestbookRow,
  type GuestbookUse,
  insertGuestbook,
  listGuestbooks as listGuestbookRows,
  setGuestbookEnabled,
} from '../../../db/queries/collections/guestbooks.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { loadCollection, lockCollection } from '../../subjects/collection-subject.ts';
import { collectionViewRequirement } from '../view-collection.ts';
import { newGuestbook } from './guestbook-input.ts';

/** The whole list is given out at once. */
const MOST_GUESTBOOKS = 200;

/** @throws DomainError GUESTBOOK_NOT_FOUND */
function guestbookNotFound(id: number): DomainError {
  return new DomainError('GUESTBOOK_NOT_FOUND', `Guestbook ${id} not found.`);
}

/** Adds a guestbook to a collection. @throws DomainError BAD_USER_INPUT | GUESTBOOK_LIMIT_REACHED */
export const createGuestbook = command({
  name: 'createGuestbook',
  input: newGuestbook.extend({ collection: z.custom<CollectionKey>() }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection }, { collection: _key, questions, ...facts }): Promise<GuestbookRow> => {
    if ((await countGuestbooks(tx, collection.id)) >= MOST_GUESTBOOKS) {
      throw new DomainError('GUESTBOOK_LIMIT_REACHED', `A collection may have ${MOST_GUESTBOOKS} guestbooks.`);
    }
    const id = await insertGuestbook(tx, {
      ...facts,
      collectionId: collection.id,
      questions: questions.map(({ type, ...question }) => ({ ...question, questionType: type })),
    });
    note({ guestbook: id });
    const stored = await findGuestbook(tx, id);
    if (stored === undefined) throw new Error('The guestbook was not stored.');
    return stored;
  },
});

/** Puts a guestbook in or out of use; out of use, nobody is asked. @throws DomainError GUESTBOOK_NOT_FOUND if it is not one of the collection */
export const enableGuestbook = command({
  name: 'enableGuestbook',
  input: z.object({ collection: z.custom<CollectionKey>(), guestbookId: z.int(), enabled: z.boolean() }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection }, { guestbookId, enabled }): Promise<GuestbookRow> => {
    const changed = await setGuestbookEnabled(tx, { id: guestbookId, collectionId: collection.id }, enabled);
    const guestbook = changed ? await findGuestbook(tx, guestbookId) : undefined;
    if (guestbook === undefined) throw guestbookNotFound(guestbookId);
    note({ guestbook: guestbookId, enabled });
    return guestbook;
  },
});

/** A guestbook: who downloads has to know what is asked. @throws DomainError GUESTBOOK_NOT_FOUND */
export const viewGuestbook = query({
  name: 'viewGuestbook',
  subject: noSubject,
  requires: 'Public',
  run: async ({ db }, _subject, { id }: { readonly id: number }): Promise<GuestbookRow> => {
    const guestbook = await findGuestbook(db, id);
    if (guestbook === undefined) throw guestbookNotFound(id);
    return guestbook;
  },
});

/** Guestbooks of a collection, and after them those of the collections above it if they are asked for, the nearest first. */
export const listGuestbooks = query({
  name: 'listGuestbooks',
  subject: (scope, { collection }: { readonly collection: CollectionKey; readonly inherited: boolean }) =>
    loadCollection(scope, collection),
  requires: ({ collection }) => collectionViewRequirement(collection),
  run: ({ db }, { collection }, { inherited }): Promise<GuestbookRow[]> =>
    listGuestbookRows(db, inherited ? collection.path : [collection.id]),
});

/** How much guestbooks are used by the datasets that a collection holds itself, in the order of their ids here. */
export const countUseOfGuestbooks = query({
  name: 'countUseOfGuestbooks',
  subject: (scope, { collection }: { readonly collection: CollectionKey; readonly guestbookIds: readonly number[] }) =>
    loadCollection(scope, collection),
  requires: 'EditCollection',
  run: async ({ db }, { collection }, { guestbookIds }): Promise<GuestbookUse[]> => {
    const counts = await countGuestbookUse(db, collection.id, guestbookIds);
    return guestbookIds.map((id) => counts.get(id) ?? { datasets: 0, responses: 0 });
  },
});
