/** The bytes of all stores, of which only new ones are copied: what is kept never changes. */
import { stat } from 'node:fs/promises';
import type { FileStorage, StoredObject } from '../storage/file-storage.ts';
import { type StoredEntry, storedPath } from './backup-folder.ts';
import { copyHashed } from './hashed-copy.ts';

/** What a copy has done. */
export interface CopyCount {
  copied: number;
  copiedBytes: number;
  present: number;
}

const keyOf = ({ driver, authority, identifier, storageId }: StoredObject['location']): string =>
  JSON.stringify([driver, authority, identifier, storageId]);

/** Whether bytes of this size are in the folder, known from an earlier snapshot. */
async function isPresent(folder: string, known: StoredEntry | undefined, { location, sizeBytes }: StoredObject): Promise<boolean> {
  if (known?.sizeBytes !== sizeBytes) return false;
  return (await stat(storedPath(folder, location)).catch(() => undefined))?.size === sizeBytes;
}

/**
 * Copies what the stores keep. It is listed after the tables were read: what they name was stored before.
 * @param before Bytes of the snapshot before
 */
export async function copyStores(
  storage: FileStorage,
  folder: string,
  before: AsyncIterable<StoredEntry>,
  progress: (count: CopyCount) => void,
): Promise<{ readonly stored: StoredEntry[]; readonly count: CopyCount }> {
  const known = new Map<string, StoredEntry>();
  for await (const entry of before) known.set(keyOf(entry), entry);
  const stored: StoredEntry[] = [];
  const count: CopyCount = { copied: 0, copiedBytes: 0, present: 0 };
  for (const { driver } of storage.stores) {
    for await (const object of storage.list(driver)) {
      const earlier = known.get(keyOf(object.location));
      if (earlier !== undefined && (await isPresent(folder, earlier, object))) {
        stored.push(earlier);
        count.present += 1;
      } else {
        const { driver: name, authority, identifier, storageId } = object.location;
        const digest = await copyHashed(await storage.open(object.location), storedPath(folder, object.location));
        stored.push({ driver: name, authority, identifier, storageId, ...digest });
        count.copied += 1;
        count.copiedBytes += digest.sizeBytes;
      }
      progress(count);
    }
  }
  return { stored, count };
}
