import type { FileLocation, FileStorage } from '../../../storage/file-storage.ts';
import { DomainError } from '../../../errors/domain-error.ts';

/** Folder at the top of a store for bytes that no record names; no authority begins with a dot. */
const QUARANTINE = '.quarantine';

/** Whether bytes were moved aside before. */
export function isSetAside({ authority }: FileLocation): boolean {
  return authority === QUARANTINE;
}

/** Where bytes go that are moved aside: their own place below a folder of the day. */
function quarantineOf({ driver, authority, identifier, storageId }: FileLocation): FileLocation {
  const day = new Date().toISOString().slice(0, 10);
  return { driver, authority: QUARANTINE, identifier: `${day}/${authority}/${identifier}`, storageId };
}

/**
 * Moves bytes aside that no record names. A record that came to name them meanwhile gets them back.
 * @param isOrphan Asked before and after the move.
 * @returns Where they are now, or why they could not be moved; undefined when a record names them after all, or they are gone.
 * @throws DomainError STORAGE_UNAVAILABLE
 */
export async function setAside(
  storage: FileStorage,
  location: FileLocation,
  isOrphan: () => Promise<boolean>,
): Promise<{ readonly movedTo: FileLocation } | { readonly fault: string } | undefined> {
  if (!(await isOrphan())) return undefined;
  const movedTo = quarantineOf(location);
  try {
    await storage.move(location, movedTo);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'FILE_BYTES_MISSING') return undefined;
    if (error instanceof DomainError && error.code === 'STORAGE_UNAVAILABLE') throw error;
    return { fault: error instanceof Error ? error.message : String(error) };
  }
  if (await isOrphan()) return { movedTo };
  await storage.move(movedTo, location);
  return undefined;
}
