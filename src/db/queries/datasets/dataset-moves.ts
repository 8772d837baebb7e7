import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { nodeLink } from '../../schema/link.ts';
import { node } from '../../schema/node.ts';

/** A link that shows a dataset somewhere. */
export interface DatasetLinkInto {
  readonly linkingId: number;
  readonly linkingAlias: string;
}

/** Links of a dataset into any of some collections, in the order they were made. */
export async function listLinksInto(db: Queryable, datasetId: number, collectionIds: readonly number[]): Promise<DatasetLinkInto[]> {
  return db
    .select({ linkingId: collection.id, linkingAlias: collection.alias })
    .from(nodeLink)
    .innerJoin(collection, eq(collection.id, nodeLink.linkingCollectionId))
    .where(sql`${nodeLink.linkedNodeId} = ${datasetId} and ${nodeLink.linkingCollectionId} = ${anyOf(collectionIds, 'int')}`)
    .orderBy(nodeLink.id);
}

/** Moves a dataset with its files into another collection in one statement; permission paths end at the permission root. */
export async function moveDatasetNodes(db: Queryable, datasetId: number, targetId: number): Promise<void> {
  await db.execute(sql`
    update ${node} as moved set
      owner_id = case when moved.id = ${datasetId} then target.id else moved.owner_id end,
      path = target.path || moved.path[array_position(moved.path, ${datasetId}::int):],
      permission_path = moved.permission_path[:array_position(moved.permission_path, ${datasetId}::int)] || target.permission_path
    from ${node} target
    where target.id = ${targetId} and moved.path @> array[${datasetId}]::int[]`);
}
