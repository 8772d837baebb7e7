/** A whole search in the words of OpenSearch. */
import type { API } from '@opensearch-project/opensearch';
import { boxesAround } from '../../model/search/circle-boxes.ts';
import type { EngineRequest } from '../../model/search/search-engine.ts';
import type { SearchSort, SearchTree } from '../../model/search/search-request.ts';
import { Conditions } from './conditions.ts';
import { facetAggregations, termsOf } from './facets.ts';
import { allOf, anyOf, not, oneOf, type Query, touching, visibleTo } from './queries.ts';

export type SearchBody = NonNullable<API.Search_Request['body']>;
type Sort = NonNullable<SearchBody['sort']>;

function inside(trees: readonly SearchTree[]): Query {
  return anyOf(
    trees.map(({ collectionId, reached }) => allOf([oneOf('path', [collectionId, ...reached]), not(oneOf('node_id', [collectionId]))])),
  );
}

function orderOf(sort: SearchSort, descending: boolean): Sort {
  const order = descending ? 'desc' : 'asc';
  const by = (field: string, type: 'keyword' | 'date' | 'double'): Sort => [
    { [field]: { order, missing: '_last', unmapped_type: type } },
    { place: { order: 'asc' } },
    { row_id: { order: 'asc' } },
  ];
  switch (sort.by) {
    case 'relevance':
      return [{ _score: { order } }, { place: { order: 'asc' } }, { row_id: { order: 'asc' } }];
    case 'name':
      return by('name', 'keyword');
    case 'date':
      return by('column.dateSort', 'date');
    case 'column':
      return by(`column.${sort.column}`, 'keyword');
    case 'facet':
      return by(`least.${sort.name}`, 'keyword');
  }
}

/** The request of a search. Kinds that were not asked for are counted, and no more. */
export function searchBody({ asked, limitMs, ...facts }: EngineRequest): SearchBody {
  const conditions = new Conditions(facts);
  return {
    query: {
      bool: {
        must: [conditions.of(asked.condition)],
        filter: [
          visibleTo(facts.access),
          ...asked.filters.map((filter) => conditions.of(filter)),
          ...(asked.trees.length === 0 ? [] : [inside(asked.trees)]),
          ...(asked.circle === undefined ? [] : [anyOf(boxesAround(asked.circle).map(touching))]),
        ],
      },
    },
    post_filter: oneOf('kind', [...asked.kinds]),
    aggs: {
      kinds: termsOf({ field: 'kind', size: 3 }),
      ...(asked.facets.length > 0 && {
        chosen: { filter: oneOf('kind', [...asked.kinds]), aggs: facetAggregations(asked.facets, facts) },
      }),
    },
    sort: orderOf(asked.sort, asked.descending),
    from: asked.offset,
    size: asked.limit,
    timeout: `${Math.max(1, Math.round(limitMs))}ms`,
    track_total_hits: false,
    track_scores: true,
    _source: false,
  };
}
