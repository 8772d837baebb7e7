/** Saved searches. Source: users-admin.md 12. */
import { z } from 'zod';
import {
  SavedSearchCreateDocument,
  SavedSearchListDocument,
  SavedSearchRunsDocument,
  SavedSearchViewDocument,
} from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { enveloped } from '../../answers.ts';
import { listOf, objectId } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';
import { runRecord, runsSchema, savedSearchRecord, savedSearchSchema } from '../records/saved-search-record.ts';

/** @throws DomainError NOT_FOUND when it is no number. Source: decisions.md 5. */
function idOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new DomainError('NOT_FOUND', `There is no saved search ${text}.`);
  return Number(text);
}

// Any other word than `true` is no wish to see more. Source: users-admin.md 12.
const debugQuery = z.object({ debug: z.string().optional() });
const id = z.int('must be a number');

const newSearch = z.object({
  creatorId: id,
  query: z.string(),
  definitionPointId: id,
  filterQueries: z.array(z.string()).optional(),
});

const rows: readonly Route[] = [
  route({
    id: 'admin.savedsearches.list',
    method: 'GET',
    path: '/api/admin/savedsearches/list',
    summary: 'All saved searches.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(z.strictObject({ savedSearches: listOf(savedSearchSchema) })),
    operation: SavedSearchListDocument,
    variables: () => ({}),
    reply: ({ savedSearches }) => ({ data: { savedSearches: savedSearches.nodes.map(savedSearchRecord) } }),
  }),
  route({
    id: 'admin.savedsearches.get',
    method: 'GET',
    path: '/api/admin/savedsearches/{id}',
    summary: 'One saved search.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'NOT_FOUND', 'SAVED_SEARCH_NOT_FOUND'],
    answer: enveloped(savedSearchSchema),
    operation: SavedSearchViewDocument,
    variables: ({ path }) => ({ databaseId: idOf(path.id) }),
    reply: ({ savedSearch }) => ({ data: savedSearchRecord(savedSearch) }),
  }),
  route({
    id: 'admin.savedsearches.create',
    method: 'POST',
    path: '/api/admin/savedsearches',
    summary: 'Saves a search, which is run every night.',
    auth: 'admin',
    body: { kind: 'json', schema: newSearch },
    inputNames: { filters: 'filterQueries' },
    refusals: ['AUTHENTICATION_REQUIRED', 'USER_NOT_FOUND', 'COLLECTION_NOT_FOUND'],
    answer: enveloped(z.strictObject({ id: objectId }), { beside: ['message'] }),
    operation: SavedSearchCreateDocument,
    variables: ({ body: { query, filterQueries, definitionPointId, creatorId } }) => ({
      input: {
        query,
        filters: filterQueries ?? [],
        collection: { databaseId: definitionPointId },
        creator: { databaseId: creatorId },
      },
    }),
    reply: ({ createSavedSearch: { savedSearch } }) => ({
      message: `Added: saved search ${savedSearch.databaseId} of collection ${savedSearch.collectionAlias}.`,
      data: { id: savedSearch.databaseId },
    }),
  }),
  route({
    id: 'admin.savedsearches.makelinksAll',
    method: 'PUT',
    path: '/api/admin/savedsearches/makelinks/all',
    summary: 'Runs all saved searches and links what they find.',
    auth: 'admin',
    query: debugQuery,
    refusals: ['AUTHENTICATION_REQUIRED', 'SAVED_SEARCH_REFUSED'],
    answer: enveloped(z.strictObject({ 'hits by saved search': listOf(runsSchema) })),
    operation: SavedSearchRunsDocument,
    variables: () => ({ input: {} }),
    reply: ({ runSavedSearches: { runs } }, { query }) => ({
      data: { 'hits by saved search': runs.map((run) => runRecord(run, query.debug === 'true')) },
    }),
  }),
  route({
    id: 'admin.savedsearches.makelinks',
    method: 'PUT',
    path: '/api/admin/savedsearches/makelinks/{id}',
    summary: 'Runs one saved search and links what it finds.',
    auth: 'admin',
    query: debugQuery,
    refusals: ['AUTHENTICATION_REQUIRED', 'NOT_FOUND', 'SAVED_SEARCH_NOT_FOUND', 'SAVED_SEARCH_REFUSED'],
    // Source: users-admin.md 12.
    statuses: { SAVED_SEARCH_NOT_FOUND: 400 },
    answer: enveloped(runsSchema),
    operation: SavedSearchRunsDocument,
    variables: ({ path }) => ({ input: { databaseId: idOf(path.id) } }),
    reply: ({ runSavedSearches: { runs } }, { query }) => ({
      data: Object.fromEntries(runs.flatMap((run) => Object.entries(runRecord(run, query.debug === 'true')))),
    }),
  }),
];

export const savedSearchRoutes: readonly Route[] = [
  route({
    id: 'admin.savedsearches',
    method: 'GET',
    path: '/api/admin/savedsearches',
    summary: 'What can be done with saved searches: methods and paths.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(listOf(z.string())),
    operation: SavedSearchListDocument,
    variables: () => ({}),
    reply: () => ({ data: rows.map(({ method, path }) => `${method} ${path}`) }),
  }),
  ...rows,
];
