import type { Database } from '../../../db/client.ts';
import type { FileStorage } from '../../../storage/file-storage.ts';
import type { StagedFinding, StorageFinding, StorageProgress } from './finding.ts';
import { findMissingBytes } from './missing-bytes.ts';
import { findOrphanedBytes } from './orphaned-bytes.ts';

export interface ExamineStorageOptions {
  /** Bytes that were changed later are reported and left alone: they may belong to an upload in progress. */
  readonly graceMs: number;
  /** Age after which an upload without writes counts as abandoned. */
  readonly staleAfterMs: number;
  readonly mend: boolean;
  readonly onProgress: (progress: StorageProgress) => void;
}

async function* findUploads(storage: FileStorage, { staleAfterMs, onProgress }: ExamineStorageOptions): AsyncGenerator<StagedFinding> {
  const oldest = Date.now() - staleAfterMs;
  let done = 0;
  for await (const { handle, sizeBytes, modifiedAt } of storage.listStaged()) {
    done += 1;
    const kind = modifiedAt.getTime() <= oldest ? 'STALE_UPLOAD' : 'YOUNG_UPLOAD';
    yield { kind, handle, foundBytes: sizeBytes, modifiedAt };
  }
  onProgress({ step: 'uploads', done, total: done });
}

/**
 * Compares the database with the stores, both ways, while servers run or not; bytes are not read. Mending moves bytes aside that no record
 * names, and deletes abandoned uploads; bytes that a record names are never touched.
 * @throws DomainError STORAGE_UNAVAILABLE
 */
export async function* examineStorage(db: Database, storage: FileStorage, options: ExamineStorageOptions): AsyncGenerator<StorageFinding> {
  yield* findMissingBytes(db, storage, options.onProgress);
  yield* findOrphanedBytes(db, storage, options);
  yield* findUploads(storage, options);
  if (options.mend) await storage.sweepStaging(options.staleAfterMs);
}
