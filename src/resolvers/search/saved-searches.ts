import { runSavedSearches } from '../../domain/search/run-saved-search.ts';
import { createSavedSearch, deleteSavedSearch, listSavedSearches, viewSavedSearch } from '../../domain/search/saved-searches.ts';
import type { SavedSearchRow } from '../../domain/rows.ts';
import { connectionOfWhole } from '../connection.ts';
import type { Resolvers, SavedSearch } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';
import { accountKey, collectionKey } from '../references.ts';

function savedSearchModel({ id, filters, collectionId, creatorId, ...row }: SavedSearchRow): SavedSearch {
  return {
    ...row,
    id: globalIdOf('SavedSearch', id),
    databaseId: id,
    filters: [...filters],
    collectionDatabaseId: collectionId,
    creatorDatabaseId: creatorId,
  };
}

export const savedSearchResolvers: Resolvers = {
  Query: {
    savedSearches: async (_root, args, context) => {
      const rows = await listSavedSearches(context, null);
      return connectionOfWhole(context, args, { name: 'savedSearches', rows, keyOf: ({ id }) => id, item: savedSearchModel });
    },
    savedSearch: async (_root, { databaseId }, context) => savedSearchModel(await viewSavedSearch(context, databaseId)),
  },
  Mutation: {
    createSavedSearch: async (_root, { input: { query, filters, collection, creator } }, context) => ({
      savedSearch: savedSearchModel(
        await createSavedSearch(context, {
          query,
          filters: [...(filters ?? [])],
          collection: collectionKey(collection),
          creator: accountKey(creator),
        }),
      ),
    }),
    deleteSavedSearch: async (_root, { input: { databaseId } }, context) => {
      const id = await deleteSavedSearch(context, { id: databaseId });
      return { deletedSavedSearchId: globalIdOf('SavedSearch', id), deletedSavedSearchDatabaseId: id };
    },
    runSavedSearches: async (_root, { input: { databaseId = null } }, context) => ({
      runs: (await runSavedSearches(context, databaseId)).map(({ search, hits }) => ({
        search: savedSearchModel(search),
        hits: hits.map(({ nodeId, ...hit }) => ({ databaseId: nodeId, ...hit })),
      })),
    }),
  },
};
