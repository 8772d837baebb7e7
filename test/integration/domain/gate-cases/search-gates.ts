import {
  admitSavedSearchRun,
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  viewSavedSearch,
} from '../../../../src/domain/search/saved-searches.ts';
import { rebuildSearchIndex, viewSearchRebuild } from '../../../../src/domain/search/rebuild-commands.ts';
import { listOwn } from '../../../../src/domain/search/own-documents.ts';
import { suggestNames } from '../../../../src/domain/search/suggest.ts';
import { search } from '../../../../src/domain/search/search.ts';
import type { GateTable } from './gate-case.ts';

/** Source: collections.md 11.1. */
export const searchGates: GateTable = {
  listSavedSearches: { requires: 'AdminGate', run: (context) => listSavedSearches(context, null) },
  viewSavedSearch: { requires: 'AdminGate', run: (context) => viewSavedSearch(context, 987_654) },
  admitSavedSearchRun: { requires: 'AdminGate', run: (context) => admitSavedSearchRun(context, null) },
  createSavedSearch: {
    requires: 'AdminGate',
    run: (context, { collectionId }) =>
      createSavedSearch(context, { query: '*', filters: [], collection: { id: collectionId }, creator: { id: 987_654 } }),
  },
  deleteSavedSearch: { requires: 'AdminGate', run: (context) => deleteSavedSearch(context, { id: 987_654 }) },
  rebuildSearchIndex: { requires: 'AdminGate', run: (context) => rebuildSearchIndex(context, { buildsIndexes: false }) },
  viewSearchRebuild: { requires: 'AdminGate', run: (context) => viewSearchRebuild(context, { id: null }) },
  suggestNames: { requires: 'Public', run: (context) => suggestNames(context, { beginning: 'tid', first: 1 }) },
  listOwn: {
    requires: 'LoggedIn',
    run: (context) =>
      listOwn(context, {
        query: '*',
        roleIds: null,
        kinds: ['DATASET'],
        statuses: null,
        complete: null,
        userName: null,
        page: 1,
        limit: 1,
        withHighlights: false,
      }),
  },
  search: {
    requires: 'Public',
    run: (context) =>
      search(context, {
        query: '*',
        filters: [],
        kinds: ['DATASET'],
        within: [],
        circle: undefined,
        sort: null,
        descending: null,
        offset: 0,
        limit: 1,
        withFacets: true,
        withHighlights: false,
        withAlternatives: false,
        service: null,
      }),
  },
};
