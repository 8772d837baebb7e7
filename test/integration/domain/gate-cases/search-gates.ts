import { search } from '../../../../src/domain/search/search.ts';
import type { GateTable } from './gate-case.ts';

/** Source: collections.md 11.1. */
export const searchGates: GateTable = {
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
      }),
  },
};
