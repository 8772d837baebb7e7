/** Facets as aggregations. */
import type { Types } from '@opensearch-project/opensearch';
import { z } from 'zod';
import type { EngineFacts } from '../../model/search/search-engine.ts';
import type { FacetCount } from '../../model/search/search-request.ts';
import { curatedBy } from './queries.ts';
import { FILE_ACCESSES, fileAccessIs } from './file-access.ts';

type Aggregations = Record<string, Types.Common_Aggregations.AggregationContainer>;

/** The specification that the types come from forgets the field here. */
type Terms = Types.Common_Aggregations.TermsAggregationFields & { readonly field: string };

/** The most frequent values of a field. */
export function termsOf(terms: Terms): Types.Common_Aggregations.AggregationContainer {
  return { terms };
}

const MOST_VALUES = 200;

/** A text as a regular expression of Lucene that is nothing but itself. */
const literal = (text: string): string => text.replaceAll(/[^\p{L}\p{N}_]/gu, String.raw`\$&`);

function aggregationOf(
  name: string,
  { today, access }: Pick<EngineFacts, 'today' | 'access'>,
): Types.Common_Aggregations.AggregationContainer {
  if (name === 'fileAccess') {
    return { filters: { filters: Object.fromEntries(FILE_ACCESSES.map((kind) => [kind, fileAccessIs(kind, today)])) } };
  }
  if (name === 'curationStatus') {
    return { filter: curatedBy(access), aggs: { seen: termsOf({ field: 'column.curationStatus', size: MOST_VALUES }) } };
  }
  if (name === 'publicationStatus') return termsOf({ field: 'column.publicationStatus', size: MOST_VALUES });
  return termsOf({ field: 'facets', include: `${literal(name)}=.*`, size: MOST_VALUES });
}

/** One for each facet, by its place: a name may have signs that no aggregation may have. */
export function facetAggregations(names: readonly string[], facts: Pick<EngineFacts, 'today' | 'access'>): Aggregations {
  return Object.fromEntries(names.map((name, place) => [`f${place}`, aggregationOf(name, facts)]));
}

const listed = z.object({
  doc_count_error_upper_bound: z.number().optional(),
  buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })),
});
const named = z.object({ buckets: z.record(z.string(), z.object({ doc_count: z.number() })) });
const facet = z.union([z.object({ seen: listed }).transform(({ seen }) => seen), listed, named]);

/** What is found in the answer, and whether several shards made counts inexact. */
export function facetsOf(
  names: readonly string[],
  aggregations: unknown,
): { readonly facets: readonly FacetCount[]; readonly estimated: boolean } {
  const found = z.record(z.string(), z.unknown()).parse(aggregations);
  let estimated = false;
  const facets = names.flatMap((name, place): FacetCount[] => {
    const { buckets, ...rest } = facet.parse(found[`f${place}`]);
    if ('doc_count_error_upper_bound' in rest && (rest.doc_count_error_upper_bound ?? 0) > 0) estimated = true;
    const counts = Array.isArray(buckets)
      ? buckets.map(({ key, doc_count: count }) => ({ value: key.startsWith(`${name}=`) ? key.slice(name.length + 1) : key, count }))
      : Object.entries(buckets).map(([value, { doc_count: count }]) => ({ value, count }));
    return counts.filter(({ count }) => count > 0).map(({ value, count }) => ({ facet: name, value, count }));
  });
  return { facets, estimated };
}
