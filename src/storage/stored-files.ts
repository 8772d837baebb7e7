import { randomUUID } from 'node:crypto';
import { DomainError } from '../errors/domain-error.ts';
import type { FileLocation, FileStorage, FileStore, StagedFile } from './file-storage.ts';
import type { StagingArea } from './staging-area.ts';

export interface StoredFilesOptions {
  /** The default one first. */
  readonly stores: readonly [FileStore, ...FileStore[]];
  readonly staging: StagingArea;
  /** Called for failed cleanups; the doctor finds the remains later. */
  readonly onFault?: (error: unknown, message: string) => void;
}

/** All stores behind one interface: each call goes to the store that its location names. */
export function createFileStorage({ stores, staging, onFault = () => {} }: StoredFilesOptions): FileStorage {
  const byDriver = new Map(stores.map((store) => [store.facts.driver, store]));
  /** The locations of staged bytes that were sent to a store but not kept yet, by handle. */
  const brought = new Map<string, FileLocation>();
  /** Kept bytes: discarding them is a no-op, any number of times. */
  const kept = new WeakSet<StagedFile>();
  const [standard] = stores;

  function storeOf(driver: string): FileStore {
    const store = byDriver.get(driver);
    if (store === undefined) {
      throw new DomainError('STORAGE_NOT_CONFIGURED', `The store "${driver}" is not configured on this server.`);
    }
    return store;
  }

  return {
    driver: standard.facts.driver,
    stores: stores.map(({ facts }) => facts),

    newStorageId: () => `${Date.now().toString(16)}-${randomUUID().slice(-12)}`,

    storageIdentifier: (driver, storageId) => byDriver.get(driver)?.storageIdentifier(storageId) ?? `${driver}://${storageId}`,

    stage: (source, options) => staging.stage(source, options),
    stagedPath: ({ handle }) => staging.pathOf(handle),

    async bring(staged, location) {
      const store = storeOf(location.driver);
      if (!store.isRemote) return;
      await store.put(staging.pathOf(staged.handle), staged.sizeBytes, location);
      brought.set(staged.handle, location);
    },

    broughtTo: ({ handle }) => brought.get(handle),

    async keep(staged, location) {
      const store = storeOf(location.driver);
      const path = staging.pathOf(staged.handle);
      if (isSamePlace(brought.get(staged.handle), location)) brought.delete(staged.handle);
      else await store.put(path, staged.sizeBytes, location);
      // A folder of this machine took the staging file over.
      if (store.isRemote) await tidy(() => staging.discard(staged.handle));
      kept.add(staged);
    },

    async discard(staged) {
      staging.pathOf(staged.handle);
      if (kept.has(staged)) return;
      await tidy(() => staging.discard(staged.handle));
      const location = brought.get(staged.handle);
      if (location === undefined) return;
      brought.delete(staged.handle);
      await tidy(() => storeOf(location.driver).remove(location));
    },

    open: async (location, range) => storeOf(location.driver).open(location, range),
    sizeOf: async (location) => storeOf(location.driver).sizeOf(location),
    remove: async (location) => storeOf(location.driver).remove(location),
    async move(from, to) {
      if (from.driver !== to.driver) throw new Error('Bytes can only be moved within one store.');
      await storeOf(from.driver).move(from, to);
    },
    list: (driver, scope) => storeOf(driver).list(scope),
    localPath: (location) => storeOf(location.driver).localPath(location),
    downloadUrl: async (location, download) => storeOf(location.driver).downloadUrl(location, download),
    uploadsOf: (driver) => storeOf(driver).uploads,

    spaceOf: async (driver) => storeOf(driver).space(),

    listStaged: () => staging.list(),

    async sweepStaging(olderThanMs) {
      let removed = await staging.sweep(olderThanMs);
      for (const { uploads } of stores) {
        // A store that does not answer must not keep the others from being swept.
        try {
          removed += await uploads.sweep(olderThanMs);
        } catch (error) {
          onFault(error, 'Abandoned uploads of a store could not be removed.');
        }
      }
      return removed;
    },
  };

  async function tidy(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      onFault(error, 'Bytes of a refused or finished upload could not be removed.');
    }
  }
}

function isSamePlace(one: FileLocation | undefined, other: FileLocation): boolean {
  return (
    one !== undefined &&
    one.driver === other.driver &&
    one.authority === other.authority &&
    one.identifier === other.identifier &&
    one.storageId === other.storageId
  );
}
