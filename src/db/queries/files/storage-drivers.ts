import { eq, sql } from 'drizzle-orm';
import { type Queryable, prepared } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { dataset } from '../../schema/dataset.ts';
import { node } from '../../schema/node.ts';

const nearestOfCollections = sql<
  string | null
>`(select c.storage_driver from collection c where c.id = any(${node.path}) and c.storage_driver is not null order by array_position(${node.path}, c.id) desc limit 1)`;

const ofDatasetStatement = prepared((db) =>
  db
    .select({ driver: sql<string | null>`coalesce(${dataset.chosenStorageDriver}, ${nearestOfCollections})` })
    .from(dataset)
    .innerJoin(node, eq(node.id, dataset.id))
    .where(eq(dataset.id, sql.placeholder('id')))
    .prepare('dataset_storage_driver'),
);

const ofCollectionStatement = prepared((db) =>
  db
    .select({ driver: nearestOfCollections })
    .from(node)
    .where(eq(node.id, sql.placeholder('id')))
    .prepare('collection_storage_driver'),
);

/** The store that was chosen for a dataset, or for the nearest collection above it; `null` when none was. */
export async function findChosenDriver(db: Queryable, datasetId: number): Promise<string | null> {
  return (await ofDatasetStatement(db).execute({ id: datasetId }))[0]?.driver ?? null;
}

/** The store that was chosen for a collection, or for the nearest one above it; `null` when none was. */
export async function findCollectionDriver(db: Queryable, collectionId: number): Promise<string | null> {
  return (await ofCollectionStatement(db).execute({ id: collectionId }))[0]?.driver ?? null;
}

/** The store that was chosen for a collection itself; `null` when none was. */
export async function findOwnCollectionDriver(db: Queryable, collectionId: number): Promise<string | null> {
  const [row] = await db.select({ driver: collection.storageDriver }).from(collection).where(eq(collection.id, collectionId));
  return row?.driver ?? null;
}

/** Chooses the store of new files of a dataset; `null` takes over what the collections above say. */
export async function setDatasetDriver(db: Queryable, datasetId: number, driver: string | null): Promise<void> {
  await db.update(dataset).set({ chosenStorageDriver: driver }).where(eq(dataset.id, datasetId));
}

/** Chooses the store of new files below a collection; `null` takes over what the collections above say. */
export async function setCollectionDriver(db: Queryable, collectionId: number, driver: string | null): Promise<void> {
  await db.update(collection).set({ storageDriver: driver }).where(eq(collection.id, collectionId));
}
