/** The statement of a search, of parts that are given with their values or by what stands for them. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { FacetCount, FoundDocument, SearchAnswer, SearchRequest } from '../../../model/search/search-request.ts';
import type { NodeKind } from '../../../vocabulary/collections.ts';
import { type AskedFacets, facetCounts, facetExpressions, type FacetNames } from './facet-counts.ts';
import { beside, foundDocument } from './found-documents.ts';
import { type AskedHits, keyedHits, rankedHits } from './hits-of-search.ts';
import type { SearchColumns } from './search-columns.ts';

/** How well `doc` fits some words. */
export const rankBy = (words: SQL): SQL => sql`ts_rank('{0.05,0.3,0.5,1}', doc.words, ${words}, 1)`;

/** What such a statement gives. */
export interface AnswerRow extends Record<string, unknown> {
  readonly counts: Partial<Record<NodeKind, number>> | null;
  readonly hits: readonly FoundDocument[] | null;
  readonly facets: readonly FacetCount[] | null;
  readonly estimated: boolean;
}

/** What a statement of search is made of. */
export interface StatementParts {
  readonly hits: AskedHits;
  readonly key: SQL | undefined;
  readonly rank: SQL | undefined;
  readonly columns: SearchColumns;
  readonly facets: AskedFacets;
  readonly names: FacetNames;
}

/** Puts a statement together. */
export function statementOf({ hits, key, rank, columns, facets, names }: StatementParts): SQL {
  return sql`
    with ${key === undefined ? rankedHits(rank, hits) : keyedHits(key, hits)}${facetExpressions(facets, names, columns)}
    select (select json_object_agg(kind, count) from counted) as counts,
      (select json_agg(${foundDocument(rank ?? sql`1`)} order by p.key ${hits.direction}, p.kind, p.row_id)
        from page p join search_document doc on doc.kind = p.kind and doc.row_id = p.row_id
        ${beside}) as hits,
      ${facetCounts(facets, names)} as facets, (select estimated from sample) as estimated`;
}

/** Whether hits are of some kinds. */
export const chosenBy = (kinds: SQLWrapper): SQL => sql`kind = any(array(select unnest(${kinds}::text[]))::node_kind[])`;

/** What was found, of the kinds that were asked for. */
export function answerOf(row: AnswerRow | undefined, { kinds }: SearchRequest): SearchAnswer {
  const countsByKind = { COLLECTION: 0, DATASET: 0, DATAFILE: 0, ...row?.counts };
  return {
    hits: row?.hits ?? [],
    totalCount: kinds.reduce((sum, kind) => sum + countsByKind[kind], 0),
    countsByKind,
    facets: row?.facets ?? [],
    facetsEstimated: row?.estimated ?? false,
  };
}
