import { z } from 'zod';
import type { Transaction } from '../../db/client.ts';
import type { DatasetKey, DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import { holdsPackage } from '../../db/queries/files/file-packages.ts';
import { findDuplicates, listFileRecords } from '../../db/queries/files/file-records.ts';
import { touchVersion } from '../../db/queries/versions/change-versions.ts';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, type LockingScope, query, type Scope } from '../../kernel/command.ts';
import { type DatasetSubject, loadDataset, lockDatasetWith } from '../subjects/dataset-subject.ts';
import { outcomeOf } from '../../kernel/outcome.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { draftAt, requireNewestVersion, workingVersionAt } from '../versions/ensure-draft.ts';
import { driverForNewFiles } from './file-place.ts';
import type { NewBytes } from './new-bytes.ts';
import { type FileFactsInput, fileFactsInput } from '../../model/files/file-facts.ts';
import { type IngestWish, ingestWish, newFileFacts, requireRestrictableNewFile } from './new-file-input.ts';
import { refuseOverQuota } from './quotas/storage-quota.ts';
import { announceFiles, storeFile, type StoredFile } from './store-file.ts';
import { refuseBesidePackage, refusePackageDataset, requireHttpUpload } from './upload-admission.ts';
import { refuseFullDataset, refuseTooLarge, type UploadRules, uploadRulesOf } from './upload-rules.ts';
import { broken } from '../../errors/rules/broken.ts';

/** New files of a dataset as its draft has them. */
export interface AddedFiles {
  readonly dataset: DatasetWithGrants;
  readonly version: VersionRow;
  readonly files: readonly FileRow[];
}

/** The same, with a warning where the dataset held the content of some of them already. */
export interface AddedContent extends AddedFiles {
  readonly duplicates: string | null;
}

/** Bytes with the folder that they came from. */
interface ArrivedFile {
  readonly bytes: NewBytes;
  readonly directoryLabel: string | null;
}

/** Checks before any byte is read whether the actor may add a file now, and says what the upload has to keep to. */
export const admitUpload = query({
  name: 'admitUpload',
  subject: loadDataset,
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (context, { dataset }, _key: DatasetKey): Promise<UploadRules> => {
    requireHttpUpload(context.services);
    await refusePackageDataset(context.db, dataset.id);
    // The form may turn out to name an upload that was begun before; the rest is checked when it is added.
    await refuseFullDataset(context, context.db, dataset, { uploads: 'ignored' });
    return uploadRulesOf(context.db, context.services, dataset.id);
  },
});

/**
 * Looks for files of the dataset that have the same content.
 * @returns A warning that names them, where the setting `:AcceptDuplicateFiles` lets them in; null where there are none.
 * @throws DomainError DUPLICATE_FILE naming each of them. Source: files.md 4.4.
 */
async function judgeDuplicates(scope: Scope, working: VersionRow, files: readonly ArrivedFile[]): Promise<string | null> {
  const checksums = files.map(({ bytes }) => bytes.checksum);
  const existing = await findDuplicates(scope.tx, working, checksums);
  const twins = files.flatMap(({ bytes }) => {
    const label = existing.get(bytes.checksum.value);
    return label === undefined ? [] : [{ fileName: bytes.fileName, label }];
  });
  if (twins.length === 0) return null;
  const message =
    files.length === 1
      ? `This file has the same content as ${twins[0]?.label} in the dataset.`
      : `Files of the archive have the same content as files of the dataset: ${twins.map(({ fileName, label }) => `${fileName} as ${label}`).join(', ')}.`;
  if (scope.services.settings.get(':AcceptDuplicateFiles') === true) return message;
  throw new DomainError('DUPLICATE_FILE', message, {
    problems: twins.map(({ label }) => ({ pointer: '/file', ...broken('SAME_CONTENT', { label }) })),
  });
}

/** What decides about new files of a dataset beside it, as it is once the dataset is locked. */
async function readForNewFiles(tx: Transaction, services: DomainServices, datasetId: number) {
  const [isPackage, newest, driver] = await Promise.all([
    holdsPackage(tx, datasetId),
    // An unknown dataset is reported first.
    outcomeOf(requireNewestVersion({ tx }, datasetId)),
    driverForNewFiles(tx, services, datasetId),
  ]);
  return { isPackage, newest, driver };
}

/** A dataset that is to get files, locked. */
type FilesSubject = DatasetSubject & { readonly more: Awaited<ReturnType<typeof readForNewFiles>> };

/** Loads a dataset as the subject of adding files to it. */
const lockForNewFiles = (scope: LockingScope, key: DatasetKey): Promise<FilesSubject> =>
  lockDatasetWith(scope, key, (tx, datasetId) => readForNewFiles(tx, scope.context.services, datasetId));

/** The draft after files were added to it, with those files in the order given. */
async function finishDraft(scope: Scope, dataset: DatasetWithGrants, draft: VersionRow, ids: readonly number[]): Promise<AddedFiles> {
  const { tx } = scope;
  const [version, rows] = await Promise.all([touchVersion(tx, draft), listFileRecords(tx, ids, draft.ordinal)]);
  const records = new Map(rows.map((file) => [file.dataFile.id, file]));
  const files = ids.flatMap((id) => records.get(id) ?? []);
  if (files.length < ids.length) throw new Error('The files were not stored.');
  return { dataset, version, files };
}

/** Checks files by every rule for new ones, and only then makes them files of the draft: all of them or none. Source: files.md 4. */
async function addAll(
  scope: Scope,
  { dataset, more }: FilesSubject,
  arrived: readonly ArrivedFile[],
  input: FileFactsInput & IngestWish,
): Promise<AddedContent> {
  const { tx, services } = scope;
  refuseBesidePackage(more.isPackage);
  await refuseFullDataset(scope, tx, dataset, { more: arrived.length });
  await refuseTooLarge(tx, services, dataset.id, Math.max(0, ...arrived.map(({ bytes }) => bytes.sizeBytes)));
  await refuseOverQuota(
    scope,
    dataset,
    arrived.reduce((sum, { bytes }) => sum + bytes.sizeBytes, 0),
  );
  const newest = more.newest();
  const working = await workingVersionAt(scope, newest);
  const duplicates = await judgeDuplicates(scope, working, arrived);
  const files = arrived.map(({ bytes, directoryLabel }) => ({
    bytes,
    facts: newFileFacts(input, { fileName: bytes.fileName, directoryLabel }),
  }));
  requireRestrictableNewFile(services, working, input.restrict ?? false);

  const draft = await draftAt(scope, newest);
  const stored: StoredFile[] = [];
  for (const { bytes, facts } of files) stored.push(await storeFile(scope, { dataset, draft, driver: more.driver }, bytes, facts));
  const ids = stored.map(({ id }) => id);
  scope.note(ids.length === 1 ? { file: ids[0] } : { files: ids });
  announceFiles(
    scope,
    dataset.id,
    stored.map((file) => ({ ...file, ingest: input.ingest })),
  );
  return { ...(await finishDraft(scope, dataset, draft, ids)), duplicates };
}

/** Adds a file to the draft, which is created if there is none; its record. Source: files.md 4. */
export const addFile = command({
  name: 'addFile',
  input: z.object({ dataset: z.custom<DatasetKey>(), file: z.custom<NewBytes>(), ...fileFactsInput, ...ingestWish }),
  subject: (scope, input) => lockForNewFiles(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, subject, input): Promise<Omit<AddedContent, 'files'> & { readonly file: FileRow }> => {
    const { dataset, version, files, duplicates } = await addAll(scope, subject, [{ bytes: input.file, directoryLabel: null }], input);
    const [file] = files;
    if (file === undefined) throw new Error('The file was not stored.');
    return { dataset, version, file, duplicates };
  },
});

/** Adds what an archive held to the draft, all of it or nothing. What the client said of the archive holds for each file. Source: files.md 15. */
export const addArchive = command({
  name: 'addArchive',
  input: z.object({ dataset: z.custom<DatasetKey>(), files: z.custom<readonly ArrivedFile[]>(), ...fileFactsInput, ...ingestWish }),
  subject: (scope, input) => lockForNewFiles(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: (scope, subject, input): Promise<AddedContent> => addAll(scope, subject, input.files, input),
});
