import { z } from 'zod';
import type { DatasetKey, DatasetWithGrants } from '../../../db/queries/datasets/datasets.ts';
import { findDuplicate, listFileRecords } from '../../../db/queries/files/file-records.ts';
import { touchVersion } from '../../../db/queries/versions/change-versions.ts';
import type { VersionRow } from '../../../db/queries/versions/versions.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, type CommandContext, query, type Scope } from '../../../kernel/command.ts';
import { completeUpload } from './complete-upload.ts';
import { composed } from '../../../kernel/composed.ts';
import { loadDataset, lockDataset } from '../../subjects/dataset-subject.ts';
import type { EditedFile } from '../restrict-file.ts';
import { type IngestWish, requireRestrictableNewFile } from '../new-file-input.ts';
import { refuseOverQuota } from '../quotas/storage-quota.ts';
import { announceFiles, storeFile, type StoredFile } from '../store-file.ts';
import { refusePackageDataset, requireHttpUpload } from '../upload-admission.ts';
import { refuseFullDataset, refuseTooLarge } from '../upload-rules.ts';
import { ensureDraft, requireWorkingVersion } from '../../versions/ensure-draft.ts';
import { outcomeOf, type Outcome } from './file-outcomes.ts';
import { type PreparedFile, prepareUploadedFile, type UploadedFile } from './prepare-uploaded-file.ts';
import { useUpTicket } from './upload-ticket.ts';
import { broken } from '../../../errors/rules/broken.ts';

/** Most files of one call. */
const MOST_FILES = 10_000;

/** @throws DomainError BAD_USER_INPUT when one call names too many files. */
export function refuseTooManyFiles(files: readonly unknown[]): void {
  if (files.length <= MOST_FILES) return;
  const message = `must not be more than ${MOST_FILES}`;
  throw new DomainError('BAD_USER_INPUT', `The files ${message}; ${files.length} were sent.`, {
    problems: [{ pointer: '/files', message }],
  });
}

/** Checks before any upload is looked at whether the actor may add files now; the id of the dataset. */
export const admitUploadedFiles = query({
  name: 'admitUploadedFiles',
  subject: loadDataset,
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (context, { dataset }, _key: DatasetKey): Promise<number> => {
    requireHttpUpload(context.services);
    await refusePackageDataset(context.db, dataset.id);
    return dataset.id;
  },
});

/** A file that was added, and what is odd about it. */
interface Stored extends StoredFile, IngestWish {
  readonly warning: string | null;
}

/** An added file as the draft has it. */
export interface AddedUpload extends EditedFile {
  /** What is odd about it; null for nothing. */
  readonly warning: string | null;
}

/** What is done about bytes that the dataset holds already. */
type Duplicates = 'refuse' | 'warn';

interface Place {
  readonly dataset: DatasetWithGrants;
  readonly duplicates: Duplicates;
  /** The version as it is before this file. */
  readonly working: VersionRow;
  draft(): Promise<VersionRow>;
}

/** @throws DomainError DUPLICATE_FILE where duplicates are refused. */
async function warningOf(scope: Scope, { duplicates, working }: Place, { bytes }: PreparedFile): Promise<string | null> {
  const existing = await findDuplicate(scope.tx, working, bytes.checksum);
  if (existing === undefined) return null;
  const message = `This file has the same content as ${existing} in the dataset.`;
  if (duplicates === 'warn' || scope.services.settings.get(':AcceptDuplicateFiles') === true) return message;
  throw new DomainError('DUPLICATE_FILE', message, { problems: [{ pointer: '/file', ...broken('SAME_CONTENT', { label: existing }) }] });
}

/** Adds one file. Every refusal comes before the first write. */
async function addOne(scope: Scope, place: Place, file: PreparedFile): Promise<Stored> {
  const { dataset, working } = place;
  await refuseFullDataset(scope, scope.tx, dataset, { ticketId: file.ticketId });
  await refuseTooLarge(scope.tx, scope.services, dataset.id, file.bytes.sizeBytes);
  await refuseOverQuota(scope, dataset, file.bytes.sizeBytes, file.ticketId);
  const warning = await warningOf(scope, place, file);
  requireRestrictableNewFile(scope.services, working, file.facts.restricted);
  await useUpTicket(scope.tx, file.ticketId);
  const stored = await storeFile(scope, { dataset, draft: await place.draft() }, file.bytes, file.facts);
  return { ...stored, warning, ingest: file.ingest };
}

/** Adds uploaded files to the draft, which is created if there is none; a refused file does not affect the others. */
export const storeUploadedFiles = command({
  name: 'storeUploadedFiles',
  input: z.object({
    dataset: z.custom<DatasetKey>(),
    files: z.custom<readonly Outcome<PreparedFile>[]>(),
    duplicates: z.custom<Duplicates>(),
  }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { dataset }, { files, duplicates }): Promise<readonly Outcome<AddedUpload>[]> => {
    const { tx } = scope;
    await refusePackageDataset(tx, dataset.id);
    let draft: VersionRow | undefined;
    const place = {
      dataset,
      duplicates,
      working: await requireWorkingVersion(scope, dataset.id),
      draft: async () => (draft ??= await ensureDraft(scope, dataset.id)),
    };
    const stored: Outcome<Stored>[] = [];
    for (const file of files) {
      stored.push(
        'refusal' in file ? file : await outcomeOf(() => addOne(scope, { ...place, working: draft ?? place.working }, file.done)),
      );
    }
    if (draft === undefined) return stored.flatMap((one) => ('refusal' in one ? [one] : []));

    const ids = stored.flatMap((one) => ('done' in one ? [one.done.id] : []));
    scope.note({ files: ids });
    announceFiles(
      scope,
      dataset.id,
      stored.flatMap((one) => ('done' in one ? [one.done] : [])),
    );
    const [version, rows] = await Promise.all([touchVersion(tx, draft), listFileRecords(tx, ids, draft.ordinal)]);
    const records = new Map(rows.map((file) => [file.dataFile.id, file]));
    return stored.map((one) => {
      if ('refusal' in one) return one;
      const file = records.get(one.done.id);
      if (file === undefined) throw new Error('A file was not stored.');
      return { done: { dataset, version, file, warning: one.done.warning } };
    });
  },
});

/**
 * Adds files whose bytes were sent past the server's form: what the client says of each is checked against the bytes, outside any
 * transaction since they are read for it. A file that is refused does not keep the others; its reasons are told together.
 * Source: files.md 22.6.
 * @throws DomainError as `admitUploadedFiles`, before any file is looked at.
 */
export const addUploadedFiles = composed({
  name: 'addUploadedFiles',
  of: [admitUploadedFiles, completeUpload, storeUploadedFiles],
  run: async (
    context: CommandContext,
    {
      dataset,
      files,
      duplicates,
    }: { readonly dataset: DatasetKey; readonly files: readonly UploadedFile[]; readonly duplicates: Duplicates },
  ): Promise<readonly Outcome<AddedUpload>[]> => {
    refuseTooManyFiles(files);
    const datasetId = await admitUploadedFiles(context, dataset);
    const prepared: Outcome<PreparedFile>[] = [];
    for (const file of files) prepared.push(await outcomeOf(() => prepareUploadedFile(context, datasetId, file)));
    return storeUploadedFiles(context, { dataset, files: prepared, duplicates });
  },
});
