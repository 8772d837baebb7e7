import type { FileLocation } from '../../storage/file-storage.ts';

/** Where what was uploaded lies, beside what ingest turned it into. Source: files.md 18. */
export function originalOf(location: FileLocation): FileLocation {
  return { ...location, storageId: `${location.storageId}.orig` };
}
