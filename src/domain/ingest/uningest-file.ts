import { z } from 'zod';
import { updateDataset } from '../../db/queries/datasets/datasets.ts';
import type { FileKey } from '../../db/queries/files/file-access.ts';
import { findFileOriginal } from '../../db/queries/files/file-originals.ts';
import { deleteFailedIngest, hasFailedIngest } from '../../db/queries/ingest/ingest-requests.ts';
import { findNewestRecord } from '../../db/queries/ingest/store-table.ts';
import { deleteTable, relabelFile } from '../../db/queries/ingest/undo-table.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, type LockingScope, type Scope } from '../../kernel/command.ts';
import { isTabular } from '../../model/ingested-type.ts';
import { locationOf, originalLocationOf } from '../files/file-place.ts';
import { type FileSubject, lockFile } from '../files/lock-file.ts';
import { originalBytes } from '../files/original-bytes.ts';
import { freeLabel } from '../files/store-file.ts';
import { forgetBytes } from '../versions/forget-bytes.ts';
import { refreshUnfsWith } from '../versions/version-unf.ts';

interface IngestSubject extends FileSubject {
  /** Whether it could not be ingested. */
  readonly failed: boolean;
  readonly isGuest: boolean;
}

async function lockIngest(scope: LockingScope, key: FileKey): Promise<IngestSubject> {
  const subject = await lockFile(scope, key);
  const { account, superuser } = scope.context.actor;
  return { ...subject, failed: await hasFailedIngest(scope.tx, subject.file.id), isGuest: account === null && !superuser };
}

function nothingToUndo(fileId: number): DomainError {
  return new DomainError('FILE_NOT_INGESTED', `File ${fileId} was not ingested, and no ingest of it has failed.`);
}

/**
 * Makes a table again what was uploaded, in every version. The upload lies where it always was; the text goes after the commit, with all
 * that was made of it. @throws DomainError FILE_BYTES_MISSING
 */
async function restoreUpload(scope: Scope, { dataset, file }: FileSubject): Promise<void> {
  const { tx, services } = scope;
  const [original, record] = await Promise.all([findFileOriginal(tx, file.id), findNewestRecord(tx, file.id)]);
  // A table of another installation has its upload beside it, where a file of ours has its text.
  if (original === undefined || record === undefined || file.bytesTag === null) throw nothingToUndo(file.id);
  const upload = await originalBytes(services.storage, { label: record.label, location: originalLocationOf(dataset, file) }, original);
  // The text is all that is left of a file whose upload was lost.
  if ((await services.storage.sizeOf(upload.location)) !== upload.sizeBytes) {
    throw new DomainError('FILE_BYTES_MISSING', `The storage does not hold the original of ${record.label} as it was uploaded.`);
  }
  const tags = [file.bytesTag, ...(await deleteTable(tx, file, upload))];
  await refreshUnfsWith(tx, file);
  // Looked for once the original has no claim to its name any more.
  const isFree = !record.isCurrent || record.label === upload.fileName;
  const label = isFree ? upload.fileName : await freeLabel(scope, dataset.id, record.directoryLabel, upload.fileName);
  await relabelFile(tx, file.id, { current: label, earlier: upload.fileName });
  forgetBytes(
    scope,
    dataset,
    tags.map((tag) => ({ id: file.id, storageDriver: file.storageDriver, storageId: locationOf(dataset, file, tag).storageId })),
  );
}

/**
 * Undoes the ingest of a file in every version, or clears the report of one that failed; no draft is made. Source: files.md 8.1.
 * @throws DomainError FILE_NOT_FOUND | FILE_NOT_INGESTED | FILE_BYTES_MISSING
 */
export const uningestFile = command({
  name: 'uningestFile',
  input: z.object({ file: z.custom<FileKey>() }),
  subject: (scope, { file }) => lockIngest(scope, file),
  requires: ({ file, failed, isGuest }) => {
    if (isTabular(file)) return 'Superuser';
    if (!failed) return 'Public';
    return isGuest ? 'LoggedIn' : 'PublishDataset';
  },
  refusedUnder: 'edit',
  run: async (scope, subject): Promise<{ readonly fileId: number }> => {
    const { dataset, file } = subject;
    if (isTabular(file)) await restoreUpload(scope, subject);
    else if (!(await deleteFailedIngest(scope.tx, file.id))) throw nothingToUndo(file.id);
    await updateDataset(scope.tx, dataset.id, {});
    // Its exports are dropped with the variables that they told.
    if (isTabular(file) && dataset.publishedAt !== null) scope.emit({ kind: 'MetadataExportsDue', subjectId: dataset.id, payload: {} });
    scope.note({ file: file.id });
    return { fileId: file.id };
  },
});
