/** The statement of a search, of parts that are given with their values or by what stands for them. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { FacetCount, FoundDocument, SearchAnswer, SearchRequest } from '../../../model/search/search-request.ts';
import type { NodeKind } from '../../../vocabulary/collections.ts';
import { type AskedFacets, facetCounts, facetExpressions, type FacetNames, type FacetSources } from './facet-counts.ts';
import { beside, foundDocument } from './found-documents.ts';

/** How well `doc` fits some words. */
export const rankBy = (words: SQL): SQL => sql`ts_rank('{0.05,0.3,0.5,1}', doc.words, ${words}, 1)`;

/** What such a statement gives. */
export interface AnswerRow extends Record<string, unknown> {
  readonly counts: Partial<Record<NodeKind, number>> | null;
  readonly hits: readonly FoundDocument[] | null;
  readonly facets: readonly FacetCount[] | null;
  readonly estimated: boolean;
  /** False where what the statement was given is so no more: its answer says nothing. */
  readonly valid: boolean;
}

/** What a statement of search is made of. */
export interface StatementParts extends FacetSources {
  /** The hits as common table expressions: see hits-of-search.ts. */
  readonly found: SQL;
  /** Direction of the key. */
  readonly direction: SQL;
  readonly rank: SQL | undefined;
  readonly facets: AskedFacets;
  readonly names: FacetNames;
  /** Whether what it was given is still so. */
  readonly valid?: SQL;
}

/** Puts a statement together. */
export function statementOf({ found, direction, rank, facets, names, valid = sql`true`, ...sources }: StatementParts): SQL {
  return sql`
    with ${found}${facetExpressions(facets, names, sources)}
    select (select json_object_agg(kind, count) from counted) as counts,
      (select json_agg(${foundDocument(rank ?? sql`1`)} order by p.key ${direction}, p.kind, p.row_id)
        from page p join search_document doc on doc.kind = p.kind and doc.row_id = p.row_id
        ${beside}) as hits,
      ${facetCounts(facets, names)} as facets, (select estimated from sample) as estimated, ${valid} as valid`;
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
