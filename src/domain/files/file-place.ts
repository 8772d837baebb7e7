import type { Queryable } from '../../db/client.ts';
import { findChosenDriver, findCollectionDriver } from '../../db/queries/files/storage-drivers.ts';
import type { FileLocation } from '../../storage/file-storage.ts';
import type { DomainServices } from '../../kernel/services.ts';

/** What names the folder of a dataset. */
interface Folder {
  readonly authority: string;
  readonly identifier: string;
}

/** Where a recorded file lies, or with a tag what belongs to it. Source: files.md 18. */
export function locationOf(
  { authority, identifier }: Folder,
  { storageDriver, storageId }: { readonly storageDriver: string; readonly storageId: string },
  tag?: string,
): FileLocation {
  return { driver: storageDriver, authority, identifier, storageId: tag === undefined ? storageId : `${storageId}.${tag}` };
}

/** Where what was uploaded lies, beside what ingest turned it into. */
export function originalOf(location: FileLocation): FileLocation {
  return { ...location, storageId: `${location.storageId}.orig` };
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
  { id, authority, identifier }: Folder & { readonly id: number },
  known?: string,
): Promise<FileLocation> {
  const driver = known ?? (await driverForNewFiles(db, services, id));
  return { driver, authority, identifier, storageId: services.storage.newStorageId() };
}
