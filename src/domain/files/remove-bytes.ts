import type { Database } from '../../db/client.ts';
import { listNamedStorageIds } from '../../db/queries/integrity/stored-places.ts';
import type { FileLocation } from '../../storage/file-storage.ts';
import type { DomainServices } from '../../kernel/services.ts';

export interface RemovedFiles {
  /** Name of the store. */
  readonly driver: string;
  /** Parts of the dataset's persistent identifier, which name the folder. */
  readonly authority: string;
  readonly identifier: string;
  readonly storageIds: readonly string[];
}

const BATCH = 1000;

/** What lies in the folder under these storage ids, and under those with a tag. */
async function* found(
  services: Pick<DomainServices, 'storage'>,
  { driver, ...folder }: Omit<FileLocation, 'storageId'>,
  storageIds: ReadonlySet<string>,
): AsyncGenerator<FileLocation> {
  const [only, ...others] = storageIds;
  if (only === undefined) return;
  // The folder is read once for many files, and for one file no more of it than begins with its id.
  const scope = others.length === 0 ? { ...folder, startingWith: only } : folder;
  for await (const { location } of services.storage.list(driver, scope)) {
    const parts = location.storageId.split('.');
    if (parts.some((_part, index) => storageIds.has(parts.slice(0, index + 1).join('.')))) yield location;
  }
}

async function* batches(locations: AsyncIterable<FileLocation>): AsyncGenerator<FileLocation[]> {
  let batch: FileLocation[] = [];
  for await (const location of locations) {
    batch.push(location);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/**
 * Deletes the bytes of files whose records are gone, and what belongs to them, such as thumbnails; bytes that a record still names there
 * stay. One file that cannot be deleted does not keep the others. Harmless to repeat.
 * @throws Error when some could not be deleted; its cause is the first failure.
 * @throws DomainError STORAGE_NOT_CONFIGURED | STORAGE_UNAVAILABLE
 * @returns The storage ids that a record still names; such a request is a fault.
 */
export async function removeBytes(
  db: Database,
  services: Pick<DomainServices, 'storage'>,
  { driver, authority, identifier, storageIds }: RemovedFiles,
): Promise<string[]> {
  // Other datasets may have files of the same storage ids, which lie in folders of their own.
  const named = await listNamedStorageIds(db, { authority, identifier }, storageIds);
  const forgotten = new Set(storageIds.filter((storageId) => !named.has(storageId)));
  const failures: unknown[] = [];
  let tried = 0;
  for await (const batch of batches(found(services, { driver, authority, identifier }, forgotten))) {
    // A file that was brought to the folder may have a name that begins like another one's.
    const others = batch.map(({ storageId }) => storageId).filter((storageId) => !forgotten.has(storageId));
    const ofOthers = others.length === 0 ? new Set() : await listNamedStorageIds(db, { authority, identifier }, others);
    for (const location of batch) {
      if (ofOthers.has(location.storageId)) continue;
      tried += 1;
      await services.storage.remove(location).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length > 0) {
    throw new Error(`The bytes of ${failures.length} of ${tried} files could not be deleted.`, { cause: failures[0] });
  }
  return [...named];
}
