/** Counts and places of datasets that count links as well. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { hasReleased, publishedAs } from '../gate/visible.ts';

/** SQL for the collections at and below one: a range of node_collection_path_idx. */
const isBelow = sql`n.kind = 'COLLECTION' and n.path >= top.path and n.path < top.path || 2147483647`;

/**
 * Number of published datasets in each collection, below it, and linked into it or below it; those without any are left out. What can be
 * millions, the published children of a collection, is counted as they are written; its collections, and what is withdrawn, are taken off.
 */
export async function countShownDatasets(db: Queryable, collectionIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.execute<{ id: number; count: number }>(sql`
    with recursive reach (collection_id, id) as (
      select id, id from unnest(${sql.param(collectionIds)}::int[]) asked(id)
      union
      select reach.collection_id, l.linked_node_id
      from reach join node top on top.id = reach.id and top.kind = 'COLLECTION' join node n on ${isBelow}
        join node_link l on l.linking_collection_id = n.id),
    holder as (
      select distinct reach.collection_id, n.id, n.owner_id, ${publishedAs('n')} as published from reach join node top on top.id = reach.id and top.kind = 'COLLECTION' join node n on ${isBelow}),
    withdrawn as (
      select distinct d.id, d.owner_id from dataset_version v join node d on d.id = v.dataset_id
      where v.state = 'DEACCESSIONED' and ${publishedAs('d')} and not ${hasReleased(sql`d.id`)})
    select counted.id, sum(counted.count)::int as count from (
      select h.collection_id as id, p.count from holder h join published_children p on p.owner_id = h.id
      union all
      select c.collection_id, -1 from holder c join holder h on h.collection_id = c.collection_id and h.id = c.owner_id where c.published
      union all
      select h.collection_id, -1 from withdrawn w join holder h on h.id = w.owner_id
      union all
      select reach.collection_id, 1 from reach join node d on d.id = reach.id and d.kind = 'DATASET'
      where ${publishedAs('d')} and ${hasReleased(sql`d.id`)}
        and not exists (select from holder h where h.collection_id = reach.collection_id and h.id = d.owner_id)) counted
    group by counted.id having sum(counted.count) > 0`);
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
