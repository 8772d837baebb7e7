import { type FileKey, type FileWithAccess, findFile } from '../../db/queries/files/file-access.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import { findFileRecord } from '../../db/queries/files/file-records.ts';
import type { Queryable } from '../../db/client.ts';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { SubjectScope, LockingScope } from '../../kernel/command.ts';
import { type DatasetSubject, loadDataset, lockDatasetWith } from '../subjects/dataset-subject.ts';
import { requireWorkingVersion } from '../versions/ensure-draft.ts';
import { fileNotFound } from './view-file.ts';

/** A file in its dataset; the roles on the dataset decide who edits it. */
export interface FileSubject extends DatasetSubject {
  readonly file: FileWithAccess;
}

/** Loads a file in its dataset as the subject of a read. @throws DomainError FILE_NOT_FOUND */
export async function loadFile(scope: SubjectScope, key: FileKey): Promise<FileSubject> {
  const file = await findFile(scope.tx, key, scope.context.actor.identities);
  if (file === undefined) throw fileNotFound(key);
  return { ...(await loadDataset(scope, { id: file.datasetId })), file };
}

/** Loads a file as the subject of a write: its dataset is locked. @throws DomainError FILE_NOT_FOUND */
export async function lockFile(scope: LockingScope, key: FileKey): Promise<FileSubject> {
  const { identities } = scope.context.actor;
  const named = await findFile(scope.tx, key, identities);
  if (named === undefined) throw fileNotFound(key);
  // Read again: another transaction may have changed or removed it while this one waited.
  const { more: file, ...subject } = await lockDatasetWith(scope, { id: named.datasetId }, (tx) =>
    findFile(tx, { id: named.id }, identities),
  );
  if (file === undefined) throw fileNotFound(key);
  return { ...subject, file };
}

/**
 * What the version that an edit starts from says of a file.
 * @throws DomainError FILE_NOT_IN_VERSION when it no longer holds the file.
 */
export async function requireWorkingRecord(
  scope: { readonly tx: Queryable },
  { dataset, file }: FileSubject,
): Promise<{ readonly working: VersionRow; readonly record: FileRow }> {
  const working = await requireWorkingVersion(scope, dataset.id);
  const record = await findFileRecord(scope.tx, file.id, working.ordinal);
  if (record === undefined) {
    throw new DomainError('FILE_NOT_IN_VERSION', `The current version of the dataset does not hold file ${file.id}.`);
  }
  return { working, record };
}
