import type { Database } from '../../db/client.ts';
import { listNamedStorageIds } from '../../db/queries/storage-ids.ts';
import type { DomainServices } from '../services.ts';

export interface RemovedFiles {
  /** Parts of the dataset's persistent identifier, which name the folder. */
  readonly authority: string;
  readonly identifier: string;
  readonly storageIds: readonly string[];
}

/**
 * Deletes the bytes of files whose records are gone; bytes that a record still names stay. One file that cannot be
 * deleted does not keep the others. Harmless to repeat.
 * @throws Error when some could not be deleted; its cause is the first failure.
 * @returns The storage ids that a record still names, which nobody should have sent.
 */
export async function removeBytes(
  db: Database,
  services: Pick<DomainServices, 'storage'>,
  { authority, identifier, storageIds }: RemovedFiles,
): Promise<string[]> {
  // A storage id is never given out twice, so one that no record names now will not be named later.
  const named = await listNamedStorageIds(db, storageIds);
  const failures: unknown[] = [];
  for (const storageId of storageIds) {
    if (named.has(storageId)) continue;
    try {
      await services.storage.remove({ authority, identifier, storageId });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new Error(`The bytes of ${failures.length} of ${storageIds.length} files could not be deleted.`, { cause: failures[0] });
  }
  return [...named];
}
