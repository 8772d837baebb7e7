import type { Logger } from 'pino';
import { type FixityCheckRow, putFixityCheck, type RecordedFile } from '../../../db/queries/integrity/fixity-checks.ts';
import type { Database } from '../../../db/client.ts';
import { originalLocationOf, servedLocationOf } from '../file-place.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import { folderOf } from '../../../model/dataset-folder.ts';
import { examineBytes, type ExamineOptions, type FixityFinding } from './examine-bytes.ts';

/** What reading files needs. */
export interface FixityScope {
  readonly db: Database;
  readonly services: Pick<DomainServices, 'storage'>;
  readonly log: Logger;
}

/**
 * Reads a file's bytes and compares them with its record. Of a file that ingest turned into another one, the checksum is that of
 * the saved original, and the size that of what it was turned into. Source: files.md 17.
 * @throws as `examineBytes`.
 */
export async function examineFile(
  { services }: Pick<FixityScope, 'services'>,
  file: RecordedFile,
  options: ExamineOptions,
): Promise<FixityFinding> {
  const location = servedLocationOf(file, file);
  if (!file.hasOriginal) return examineBytes(services.storage, { ...file, location }, options);
  const unproven = { location, sizeBytes: file.sizeBytes, checksumAlgorithm: '', checksumValue: '' };
  const made = await examineBytes(services.storage, unproven, options);
  if (made.fault !== null) return made;
  const original = originalLocationOf(file, file);
  const sizeBytes = file.originalSizeBytes ?? (await services.storage.sizeOf(original)) ?? 0;
  const found = await examineBytes(services.storage, { ...file, location: original, sizeBytes }, options);
  return found.fault === null ? found : { ...found, fault: `Saved original: ${found.fault}` };
}

/** Reads a file and keeps what was found, which is also logged where it is a fault; undefined when the file was changed meanwhile. */
export async function verifyFile(scope: FixityScope, file: RecordedFile, options: ExamineOptions): Promise<FixityCheckRow | undefined> {
  const finding = await examineFile(scope, file, options);
  const check = await putFixityCheck(scope.db, { file, ...finding });
  if (check !== undefined && check.fault !== null) {
    const { id, datasetId, storageDriver, storageId } = file;
    const { authority, identifier } = folderOf(file);
    scope.log.error(
      {
        fileId: id,
        datasetId,
        outcome: check.outcome,
        fault: check.fault,
        location: `${storageDriver}://${authority}/${identifier}/${storageId}`,
      },
      'The bytes of a file do not match their record.',
    );
  }
  return check;
}
