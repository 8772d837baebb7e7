/** Search. Source: collections.md 11.1. */
import { z } from 'zod';
import { SearchItemsDocument, type SearchItemsQuery, SearchServicesDocument } from '../../../generated/operations.ts';
import { GUEST_IDENTIFIER } from '../../../vocabulary/access.ts';
import { enveloped } from '../../answers.ts';
import { ENTRIES_AT_ONCE, type ListPart, openList } from '../../open-list.ts';
import { listOf, recordSchema } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';
import { firstSlice, slicePart, type SlicePlace } from '../../sliced-list.ts';
import type { SearchItem } from '../records/search-item-record.ts';
import { facetsRecord, itemRecord, searchSchema } from '../records/search-record.ts';
import { pageOf, QUERY_NAMES, REPEATED, searchQuery, type SearchParameters, searchVariables } from './search-query.ts';

function partOf({ search, viewer }: SearchItemsQuery, place: SlicePlace, query: SearchParameters): ListPart<SlicePlace, SearchItem> {
  const options = { ...query, isGuest: viewer.identifier === GUEST_IDENTIFIER };
  return slicePart(
    search.nodes.map((hit) => itemRecord(hit, options)),
    place,
    ENTRIES_AT_ONCE,
  );
}

function slice({ offset, left }: SlicePlace) {
  return { offset, first: Math.min(left, ENTRIES_AT_ONCE) };
}

function placeOf(query: SearchParameters): SlicePlace {
  const { offset, size } = pageOf(query);
  return firstSlice({ offset, limit: size });
}

const serviceSchema = recordSchema('SearchService', 'What answers searches. Source: collections.md 11.1.', {
  name: z.string().describe('Value of the parameter `search_service`.'),
  displayName: z.string(),
});

export const searchRoutes: readonly Route[] = [
  route({
    id: 'search',
    method: 'GET',
    path: '/api/search',
    summary: 'Finds collections, datasets and files that the caller may see.',
    auth: 'public',
    cors: true,
    query: searchQuery,
    repeats: REPEATED,
    queryNames: QUERY_NAMES,
    refusals: ['BAD_USER_INPUT', 'AUTHENTICATION_REQUIRED'],
    answer: enveloped(searchSchema),
    operation: SearchItemsDocument,
    variables: ({ query }) => ({ ...searchVariables(query), ...slice(placeOf(query)), withFacets: query.show_facets ?? false }),
    reply: (data, { query }) => {
      const { offset, size } = pageOf(query);
      const { totalCount, countsByKind, facets, facetsEstimated, cutShort } = data.search;
      return {
        data: {
          q: query.q,
          total_count: totalCount,
          start: offset,
          spelling_alternatives: {},
          items: openList(partOf(data, placeOf(query), query), {
            operation: SearchItemsDocument,
            variables: (place) => ({ ...searchVariables(query), ...slice(place), withFacets: false }),
            part: (more, place) => partOf(more, place, query),
          }),
          facets: facets === undefined ? undefined : facetsRecord(facets),
          facets_estimated: facetsEstimated || undefined,
          count_in_response: Math.max(0, Math.min(size, totalCount - offset)),
          partial_results: cutShort || undefined,
          total_count_per_object_type: query.show_type_counts
            ? { Collections: countsByKind.collections, Datasets: countsByKind.datasets, Files: countsByKind.files }
            : undefined,
        },
      };
    },
  }),
  route({
    id: 'search.services',
    method: 'GET',
    path: '/api/search/services',
    summary: 'What answers searches.',
    auth: 'public',
    credentials: 'ignored',
    answer: enveloped(z.strictObject({ services: listOf(serviceSchema), defaultService: z.string() })),
    operation: SearchServicesDocument,
    variables: () => ({}),
    reply: ({ searchServices }) => ({ data: { services: searchServices, defaultService: searchServices[0]?.name ?? '' } }),
  }),
];
