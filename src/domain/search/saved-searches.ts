/** Searches whose hits are linked into a collection. Source: users-admin.md 12. */
import { z } from 'zod';
import { type AccountKey, findAccount } from '../../db/queries/access/account-changes.ts';
import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import {
  countSavedSearches,
  deleteSavedSearch as deleteRow,
  insertSavedSearch,
  listSavedSearches as listRows,
  type SavedSearchRow,
} from '../../db/queries/search/saved-searches.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { loadCollection } from '../subjects/collection-subject.ts';

/** More would make a run of all of them endless. */
const MOST_SAVED = 1_000;
const LONGEST_QUERY = 1_000;
const MOST_FILTERS = 50;

function savedSearchNotFound(id: number): DomainError {
  return new DomainError('SAVED_SEARCH_NOT_FOUND', `Could not find saved search id ${id}.`);
}

/** All saved searches, by id. */
export const listSavedSearches = query({
  name: 'listSavedSearches',
  subject: noSubject,
  requires: 'AdminGate',
  run: ({ db }, _subject, _input: null): Promise<SavedSearchRow[]> => listRows(db, null),
});

/** One saved search. @throws DomainError SAVED_SEARCH_NOT_FOUND */
export const viewSavedSearch = query({
  name: 'viewSavedSearch',
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ db }, _subject, id: number): Promise<SavedSearchRow> => {
    const [row] = await listRows(db, id);
    if (row === undefined) throw savedSearchNotFound(id);
    return row;
  },
});

/** The searches that are to be run: one, or all by id. @throws DomainError SAVED_SEARCH_NOT_FOUND */
export const admitSavedSearchRun = query({
  name: 'admitSavedSearchRun',
  subject: noSubject,
  requires: 'AdminGate',
  tokenScope: 'ADMINISTER',
  run: async ({ db }, _subject, id: number | null): Promise<SavedSearchRow[]> => {
    const rows = await listRows(db, id);
    if (id !== null && rows.length === 0) throw savedSearchNotFound(id);
    return rows;
  },
});

const text = z.string().max(LONGEST_QUERY, `must have at most ${LONGEST_QUERY} characters`);

/** Saves a search; what it finds is linked by the next run. Its texts are read when it runs. */
export const createSavedSearch = command({
  name: 'createSavedSearch',
  input: z.object({
    query: text,
    filters: z.array(text).max(MOST_FILTERS, `must be at most ${MOST_FILTERS}`),
    collection: z.custom<CollectionKey>(),
    creator: z.custom<AccountKey>(),
  }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, input): Promise<SavedSearchRow> => {
    const { tx, note } = scope;
    const creator = await findAccount(tx, input.creator);
    if (creator === undefined) throw new DomainError('USER_NOT_FOUND', 'There is no account for the creator of the search.');
    const { collection } = await loadCollection(scope, input.collection);
    if ((await countSavedSearches(tx)) >= MOST_SAVED) {
      throw new DomainError('BAD_USER_INPUT', `There may be ${MOST_SAVED} saved searches; delete one that is not needed any more.`);
    }
    const id = await insertSavedSearch(tx, {
      query: input.query,
      filters: input.filters,
      collectionId: collection.id,
      creatorId: creator.id,
    });
    note({ id, collection: collection.id, creator: creator.id });
    const [row] = await listRows(tx, id);
    if (row === undefined) throw savedSearchNotFound(id);
    return row;
  },
});

/** Deletes a saved search; the links that it made stay. @throws DomainError SAVED_SEARCH_NOT_FOUND */
export const deleteSavedSearch = command({
  name: 'deleteSavedSearch',
  input: z.object({ id: z.int() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, note }, _subject, { id }): Promise<number> => {
    if (!(await deleteRow(tx, id))) throw savedSearchNotFound(id);
    note({ id });
    return id;
  },
});
