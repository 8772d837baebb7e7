import { suggestNames } from '../../../../src/domain/search/suggest.ts';
import { search } from '../../../../src/domain/search/search.ts';
import type { GateTable } from './gate-case.ts';

/** Source: collections.md 11.1. */
export const searchGates: GateTable = {
  suggestNames: { requires: 'Public', run: (context) => suggestNames(context, { beginning: 'tid', first: 1 }) },
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
