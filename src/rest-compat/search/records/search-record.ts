/** The answer to a search. Source: collections.md 11.1. */
import { z } from 'zod';
import type { SearchItemsQuery } from '../../../generated/operations.ts';
import { counted, listOf, mapOf, openListOf, recordSchema } from '../../records/schema.ts';
import { collectionItem, type ItemOptions, type SearchItem, searchItemSchema } from './search-item-record.ts';
import { datasetItem } from './dataset-item-record.ts';
import { fileItem } from './file-item-record.ts';

const facetSchema = recordSchema('SearchFacet', 'A facet: what hits have in common. Source: collections.md 11.1.', {
  friendly: z.string().describe('Its name for people.'),
  labels: listOf(mapOf(counted)).describe('Each one label with the number of hits, by number.'),
});

export const searchSchema = recordSchema('SearchResult', 'The answer to a search. Source: collections.md 11.1.', {
  q: z.string().describe('The query as it was sent.'),
  total_count: counted.describe('All hits that the caller may see.'),
  start: counted,
  spelling_alternatives: mapOf(listOf(z.string())).describe('Empty: GraphQL has what may have been meant.'),
  items: openListOf(searchItemSchema),
  facets: listOf(mapOf(facetSchema)).optional().describe('One object with the facets by their names; only with `show_facets=true`.'),
  facets_estimated: z.boolean().optional().describe('`true` where there are so many hits that the numbers of facets are estimates.'),
  count_in_response: counted,
  partial_results: z.boolean().optional().describe('`true` where the search reached its time limit: there may be more hits.'),
  total_count_per_object_type: z
    .strictObject({ Collections: counted, Datasets: counted, Files: counted })
    .optional()
    .describe('Hits of every kind, whatever `type` asks for; only with `show_type_counts=true`.'),
});

type Facets = NonNullable<SearchItemsQuery['search']['facets']>;

/** Facets by their names. */
export function facetsRecord(facets: Facets): readonly Readonly<Record<string, z.infer<typeof facetSchema>>>[] {
  return [
    Object.fromEntries(
      facets.map(({ name, label, values }) => [name, { friendly: label, labels: values.map((value) => ({ [value.label]: value.count })) }]),
    ),
  ];
}

/** A hit as an item. */
export function itemRecord(hit: SearchItemsQuery['search']['nodes'][number], options: ItemOptions): SearchItem {
  if ('collection' in hit) return collectionItem(hit, options);
  return 'fileMetadata' in hit ? fileItem(hit, options) : datasetItem(hit, options);
}
