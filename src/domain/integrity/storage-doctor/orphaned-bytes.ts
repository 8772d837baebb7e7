import type { Database } from '../../../db/client.ts';
import { hasDatasetFolder, listNamedPlaces, type NamedPlace } from '../../../db/queries/integrity/stored-places.ts';
import type { FileLocation, FileStorage, StoredObject } from '../../../storage/file-storage.ts';
import { isAuxiliary } from '../../files/auxiliary/auxiliary-tag.ts';
import type { OrphanFinding, StorageProgress } from './finding.ts';
import { isSetAside, setAside } from './set-aside.ts';

const OBJECTS_AT_ONCE = 1000;

/** What belongs to a dataset as a whole. Source: files.md 18. */
const DATASET_LEVEL = /^(export_.+\.cached|dataset_logo(_original|\.thumb\d+)|bag_\d+\.\d+_\d+\.zip)$/;

export interface OrphanOptions {
  /** Younger bytes may belong to an upload in progress: they are reported and never moved. */
  readonly graceMs: number;
  /** The folder of one dataset; every store completely if absent. */
  readonly folder?: Pick<FileLocation, 'authority' | 'identifier'>;
  /** Moves what is found aside. */
  readonly mend: boolean;
  readonly onProgress: (progress: StorageProgress) => void;
}

/**
 * The storage ids under which a record could name an object: its own, and what stands before each of its dots. What clients have
 * made from a file and sent has a record of its own, which may go before the file's.
 */
function candidatesOf({ storageId }: FileLocation): string[] {
  if (isAuxiliary(storageId)) return [storageId];
  const parts = storageId.split('.');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('.'));
}

function placeKey({ driver, authority, identifier, storageId }: NamedPlace): string {
  return JSON.stringify([driver, authority, identifier, storageId]);
}

/** The objects that neither a record nor an upload in progress names. */
async function unnamed<Stored extends Pick<StoredObject, 'location'>>(db: Database, objects: readonly Stored[]): Promise<Stored[]> {
  const ids = new Set(objects.flatMap(({ location }) => candidatesOf(location)));
  const named = new Set((await listNamedPlaces(db, [...ids])).map(placeKey));
  const left = objects.filter(
    ({ location }) => !candidatesOf(location).some((storageId) => named.has(placeKey({ ...location, storageId }))),
  );
  const orphans: Stored[] = [];
  for (const object of left) {
    if (DATASET_LEVEL.test(object.location.storageId) && (await hasDatasetFolder(db, object.location))) continue;
    orphans.push(object);
  }
  return orphans;
}

async function* examine(
  db: Database,
  storage: FileStorage,
  objects: readonly StoredObject[],
  { graceMs, mend }: OrphanOptions,
): AsyncGenerator<OrphanFinding> {
  const oldest = Date.now() - graceMs;
  const inPlace = objects.filter(({ location }) => !isSetAside(location));
  for (const object of await unnamed(db, inPlace)) {
    const { location, sizeBytes, modifiedAt } = object;
    const kind = modifiedAt.getTime() <= oldest ? 'ORPHAN' : 'YOUNG_OBJECT';
    const finding: OrphanFinding = { kind, location, foundBytes: sizeBytes, modifiedAt };
    if (!mend || kind === 'YOUNG_OBJECT') {
      yield finding;
      continue;
    }
    const outcome = await setOrphanAside(db, storage, location);
    if (outcome !== undefined) yield { ...finding, ...outcome };
  }
}

/** Moves bytes aside that were found to have no record, if they still have none. As `setAside`. */
export async function setOrphanAside(db: Database, storage: FileStorage, location: FileLocation): ReturnType<typeof setAside> {
  return setAside(storage, location, async () => (await unnamed(db, [{ location }])).length > 0);
}

/**
 * Looks in every store for bytes that no record names, and moves them aside where it shall.
 * @throws DomainError STORAGE_UNAVAILABLE
 */
export async function* findOrphanedBytes(db: Database, storage: FileStorage, options: OrphanOptions): AsyncGenerator<OrphanFinding> {
  let done = 0;
  for (const { driver } of storage.stores) {
    let batch: StoredObject[] = [];
    for await (const object of storage.list(driver, options.folder)) {
      batch.push(object);
      if (batch.length < OBJECTS_AT_ONCE) continue;
      yield* examine(db, storage, batch, options);
      done += batch.length;
      batch = [];
      options.onProgress({ step: 'stores', done, total: null });
    }
    yield* examine(db, storage, batch, options);
    done += batch.length;
    options.onProgress({ step: 'stores', done, total: null });
  }
}
