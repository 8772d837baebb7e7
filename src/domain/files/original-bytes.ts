import type { FileOriginalRow } from '../../db/queries/files/file-originals.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { FileLocation, FileStorage } from '../../storage/file-storage.ts';

/** What was uploaded, where ingest turned it into another file. */
export interface OriginalBytes {
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly location: FileLocation;
}

/**
 * The saved original of a file, which lies at `location`; facts that were not recorded are found out.
 * @throws DomainError FILE_BYTES_MISSING
 */
export async function originalBytes(
  storage: FileStorage,
  { label, location }: { readonly label: string; readonly location: FileLocation },
  { fileName, contentType, sizeBytes: recorded }: FileOriginalRow,
): Promise<OriginalBytes> {
  const sizeBytes = recorded ?? (await storage.sizeOf(location));
  if (sizeBytes === undefined) throw new DomainError('FILE_BYTES_MISSING', `The storage does not hold the original of ${label}.`);
  return { fileName: fileName ?? label, contentType: contentType ?? 'application/octet-stream', sizeBytes, location };
}
