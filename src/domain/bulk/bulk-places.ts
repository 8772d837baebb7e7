import { Readable } from 'node:stream';
import type { FileLocation, FileStorage } from '../../storage/file-storage.ts';

/** Folder of bulk jobs at the top of a store: no authority begins with a dot. */
const FOLDER = '.bulk';

/** Where something of a job lies. */
export function bulkLocation(jobId: number, { driver, storageId }: Pick<FileLocation, 'driver' | 'storageId'>): FileLocation {
  return { driver, authority: FOLDER, identifier: String(jobId), storageId };
}

/** Stores a stretch of lines; when it resolves a crash cannot undo it. */
export async function keepLines(storage: FileStorage, jobId: number, lines: Buffer): Promise<FileLocation> {
  const staged = await storage.stage(Readable.from([lines]), {
    fileName: 'lines.jsonl',
    suppliedContentType: null,
    checksumAlgorithm: 'MD5',
    maximumBytes: null,
  });
  const location = bulkLocation(jobId, { driver: storage.driver, storageId: storage.newStorageId() });
  try {
    await storage.keep(staged, location);
  } catch (error) {
    await storage.discard(staged);
    throw error;
  }
  return location;
}
