import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { dataset } from '../../schema/dataset.ts';
import { node } from '../../schema/node.ts';

/** Name of the label set of a dataset: its own, else that of the nearest collection above which has one; null when none has. */
export async function findLabelSetName(db: Queryable, datasetId: number): Promise<string | null> {
  const [row] = await db
    .select({
      name: sql<
        string | null
      >`coalesce(${dataset.curationLabelSet}, (select c.curation_label_set from collection c where c.id = any(${node.path}) and c.curation_label_set is not null order by array_position(${node.path}, c.id) desc limit 1))`,
    })
    .from(dataset)
    .innerJoin(node, eq(node.id, dataset.id))
    .where(eq(dataset.id, datasetId));
  return row?.name ?? null;
}

/** Name of the label set of a collection itself; null if it inherits its owner's. */
export async function findOwnLabelSet(db: Queryable, collectionId: number): Promise<string | null> {
  const [row] = await db.select({ name: collection.curationLabelSet }).from(collection).where(eq(collection.id, collectionId));
  return row?.name ?? null;
}

/** Sets the label set of a collection; null inherits its owner's. */
export async function setCollectionLabelSet(db: Queryable, collectionId: number, name: string | null): Promise<void> {
  await db.update(collection).set({ curationLabelSet: name }).where(eq(collection.id, collectionId));
}
