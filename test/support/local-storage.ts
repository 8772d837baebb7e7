import path from 'node:path';
import type { FileStorage } from '../../src/storage/file-storage.ts';
import { createLocalStore } from '../../src/storage/local-store.ts';
import { STAGING_FOLDER } from '../../src/storage/location-path.ts';
import { createStagingArea } from '../../src/storage/staging-area.ts';
import { createFileStorage } from '../../src/storage/stored-files.ts';

/** One store, a folder of this machine; uploads wait in `<root>/temp`, so that keeping them moves no bytes. Source: files.md 18. */
export function createLocalStorage({ root }: { readonly root: string }): FileStorage {
  return createFileStorage({
    stores: [createLocalStore({ driver: 'local', label: 'Local', directUpload: true, root })],
    staging: createStagingArea(path.join(path.resolve(root), STAGING_FOLDER)),
  });
}
