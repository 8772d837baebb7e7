import { asc, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { nodeLink } from '../../schema/link.ts';

/** A collection that shows a dataset of another one. */
export interface DatasetLinkRow {
  readonly datasetId: number;
  readonly collectionId: number;
}

/** Which collections link some datasets, in the order they linked them. One statement, whatever their number. */
export async function listDatasetLinks(db: Queryable, datasetIds: readonly number[]): Promise<DatasetLinkRow[]> {
  return db
    .select({ datasetId: nodeLink.linkedNodeId, collectionId: nodeLink.linkingCollectionId })
    .from(nodeLink)
    .where(sql`${nodeLink.linkedNodeId} = ${anyOf(datasetIds, 'int')}`)
    .orderBy(asc(nodeLink.id));
}
