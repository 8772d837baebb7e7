/** What is said of a hit. */
import { type SQL, sql } from 'drizzle-orm';
import type { EngineHit } from '../../../model/search/search-engine.ts';
import type { FoundDocument } from '../../../model/search/search-request.ts';
import type { Queryable } from '../../client.ts';
import { type Onlooker, visibleDocument } from '../gate/visible.ts';
import { isDraft, searchColumns, statuses } from './search-columns.ts';

/** What stands beside `doc` for `foundDocument`. */
export const beside = sql`left join search_dataset kept on doc.kind = 'DATAFILE' and kept.dataset_id = doc.dataset_id
        left join data_table held on doc.kind = 'DATAFILE' and held.data_file_id = doc.node_id`;

/** `doc`, with what stands beside it, as a FoundDocument in JSON. */
export function foundDocument(score: SQL): SQL {
  return sql`json_build_object('kind', doc.kind, 'rowId', doc.row_id, 'nodeId', doc.node_id, 'datasetId', doc.dataset_id, 'versionId', ${searchColumns.datasetVersionId}, 'state', doc.state, 'draft', ${isDraft},
        'documentId', ${searchColumns.id}, 'statuses', ${statuses}, 'score', ${score}, 'sortDate', ${searchColumns.dateSort},
        'citedVersionId', (select v.id from dataset_version v where doc.kind = 'DATAFILE' and v.dataset_id = doc.dataset_id and v.ordinal = kept.released_ordinal),
        'variableCount', held.variable_quantity, 'observationCount', held.case_quantity)`;
}

/** What an engine has found, as it is now, in the order given; what is gone, or may not be seen any more, is left out. */
export async function listFoundDocuments(db: Queryable, onlooker: Onlooker, hits: readonly EngineHit[]): Promise<FoundDocument[]> {
  if (hits.length === 0) return [];
  const rows = await db.execute<{ found: FoundDocument }>(sql`
    select ${foundDocument(sql`asked.score`)} as found
    from unnest(${sql.param(hits.map(({ kind }) => kind))}::text[]::node_kind[], ${sql.param(hits.map(({ rowId }) => rowId))}::int[], ${sql.param(hits.map(({ score }) => score))}::float8[])
      with ordinality asked(kind, row_id, score, place)
    cross join lateral (select one.* from search_document one where one.kind = asked.kind and one.row_id = asked.row_id offset 0) doc
    ${beside} where ${visibleDocument(onlooker)} order by asked.place`);
  return rows.map(({ found }) => found);
}
