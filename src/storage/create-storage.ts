import path from 'node:path';
import { StartupError } from '../errors/startup-error.ts';
import type { FileStorage, FileStore } from './file-storage.ts';
import { createLocalStore } from './local-store.ts';
import { STAGING_FOLDER } from './location-path.ts';
import { createS3Store } from './s3-store.ts';
import { createStagingArea } from './staging-area.ts';
import { describeStore, type StoreDescription } from './store-urls.ts';
import { createFileStorage } from './stored-files.ts';

/** The stores of an installation as its operator names them. */
export interface StorageConfig {
  /** The default store. */
  readonly storageUrl: string;
  readonly furtherStores: readonly { readonly name: string; readonly url: string }[];
  /** Where uploads wait unless the default store is a folder of this machine. */
  readonly dataDir: string;
}

/** The stores, the default one first. @throws StartupError when one is malformed, or two share a name or label. */
export function describeStores({ storageUrl, furtherStores }: Omit<StorageConfig, 'dataDir'>): [StoreDescription, ...StoreDescription[]] {
  const first = describeStore(storageUrl);
  const others = furtherStores.map(({ name, url }) => describeStore(url, name));
  const stores: [StoreDescription, ...StoreDescription[]] = [first, ...others];
  for (const key of ['driver', 'label'] as const) {
    const seen = new Set<string>();
    for (const { options } of stores) {
      const value = options[key].toLowerCase();
      if (seen.has(value)) throw new StartupError(`Two stores have the ${key === 'driver' ? 'name' : 'label'} "${options[key]}".`);
      seen.add(value);
    }
  }
  return stores;
}

function createStore(description: StoreDescription): FileStore {
  return description.type === 'file' ? createLocalStore(description.options) : createS3Store(description.options);
}

/** All stores of an installation behind one interface. @throws StartupError as `describeStores`. */
export function createStorage(config: StorageConfig, onFault?: (error: unknown, message: string) => void): FileStorage {
  const [first, ...others] = describeStores(config);
  // On the file system of the default store, keeping a file moves no bytes.
  const root = first.type === 'file' ? first.options.root : config.dataDir;
  return createFileStorage({
    stores: [createStore(first), ...others.map(createStore)],
    staging: createStagingArea(path.join(path.resolve(root), STAGING_FOLDER)),
    ...(onFault === undefined ? {} : { onFault }),
  });
}
