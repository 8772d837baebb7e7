/** Counts and places of datasets that count links as well. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { publicDocument, publishedAs } from '../gate/visible.ts';

/** Number of published datasets in each collection, below it, and linked into it or below it; those without any are left out. */
export async function countShownDatasets(db: Queryable, collectionIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.execute<{ id: number; count: number }>(sql`
    with recursive reach (collection_id, id) as (
      select id, id from unnest(${sql.param(collectionIds)}::int[]) asked(id)
      union
      select reach.collection_id, l.linked_node_id
      from reach join node n on n.path @> array[reach.id] and n.kind = 'COLLECTION' join node_link l on l.linking_collection_id = n.id)
    select reach.collection_id as id, count(distinct d.id)::int as count
    from reach join node d on d.path @> array[reach.id] and d.kind = 'DATASET'
    where ${publishedAs('d')} and exists (select from search_document doc where doc.node_id = d.id and doc.kind = 'DATASET' and ${publicDocument})
    group by reach.collection_id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Ids of the collections that hold each dataset or show it as a link, and of those that hold these, without the root; by id of the dataset. */
export async function listShowingCollections(db: Queryable, datasetIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db.execute<{ datasetId: number; ids: number[] }>(sql`
    with recursive held (dataset_id, id) as (
      select n.id, place.id from node n, unnest(n.path) place(id) where n.id = ${anyOf(datasetIds, 'int')}
      union
      select held.dataset_id, place.id
      from held join node_link l on l.linked_node_id = held.id join node n on n.id = l.linking_collection_id, unnest(n.path) place(id))
    select held.dataset_id as "datasetId", json_agg(n.id order by n.id) as ids
    from held join node n on n.id = held.id and n.kind = 'COLLECTION' and n.owner_id is not null
    group by held.dataset_id`);
  return new Map(rows.map(({ datasetId, ids }) => [datasetId, ids]));
}
