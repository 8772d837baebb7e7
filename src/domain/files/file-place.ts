import type { Queryable } from '../../db/client.ts';
import { findChosenDriver, findCollectionDriver } from '../../db/queries/files/storage-drivers.ts';
import type { FileLocation } from '../../storage/file-storage.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { type FiledDataset, folderOf } from '../../model/dataset-folder.ts';

/** What names the object of a file in its folder. */
interface Place {
  readonly storageDriver: string;
  readonly storageId: string;
}

/** A place, with the tag of the object that downloads give out. */
interface TaggedPlace extends Place {
  readonly bytesTag: string | null;
}

/** Where the object under the storage id of a file lies, or with a tag what belongs to it. Source: files.md 18. */
export function locationOf(dataset: FiledDataset, { storageDriver, storageId }: Place, tag?: string): FileLocation {
  return { driver: storageDriver, ...folderOf(dataset), storageId: tag === undefined ? storageId : `${storageId}.${tag}` };
}

/** Where the bytes lie that a file is given out as: of an ingested one the text of its table. */
export function servedLocationOf(dataset: FiledDataset, file: TaggedPlace): FileLocation {
  return locationOf(dataset, file, file.bytesTag ?? undefined);
}

/**
 * Where what was uploaded lies, of an ingested file. An ingest here leaves it where it was; of files that were ingested elsewhere it was
 * brought beside the text.
 */
export function originalLocationOf(dataset: FiledDataset, file: TaggedPlace): FileLocation {
  return locationOf(dataset, file, file.bytesTag === null ? 'orig' : undefined);
}

/** The store that new files of a dataset go to: its own, else that of the nearest collection above it, else the default one. */
export async function driverForNewFiles(db: Queryable, services: Pick<DomainServices, 'storage'>, datasetId: number): Promise<string> {
  return (await findChosenDriver(db, datasetId)) ?? services.storage.driver;
}

/** The store that a new dataset of a collection is named after, and imports bring files to. */
export async function driverForCollection(db: Queryable, services: Pick<DomainServices, 'storage'>, collectionId: number): Promise<string> {
  // Datasets are created often, and most installations have one store.
  if (services.storage.stores.length === 1) return services.storage.driver;
  return (await findCollectionDriver(db, collectionId)) ?? services.storage.driver;
}

/** A place for a new file of a dataset, in its store, which need not be looked up where it is given. */
export async function newFilePlace(
  db: Queryable,
  services: Pick<DomainServices, 'storage'>,
  dataset: FiledDataset & { readonly id: number },
  known?: string,
): Promise<FileLocation> {
  const driver = known ?? (await driverForNewFiles(db, services, dataset.id));
  return { driver, ...folderOf(dataset), storageId: services.storage.newStorageId() };
}
