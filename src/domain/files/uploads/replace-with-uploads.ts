import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { type FileKey, findFile } from '../../../db/queries/files/file-access.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { completeUpload } from './complete-upload.ts';
import { composed } from '../../../kernel/composed.ts';
import { replaceFile } from '../replace-file.ts';
import type { EditedFile } from '../restrict-file.ts';
import { fileNotFound } from '../view-file.ts';
import { admitUploadedFiles, refuseTooManyFiles } from './add-uploaded-files.ts';
import { type Outcome, outcomeOf } from './file-outcomes.ts';
import { prepareUploadedFile, type UploadedFile } from './prepare-uploaded-file.ts';

/** An uploaded file, and the one whose place it takes. */
export interface UploadedReplacement extends UploadedFile {
  readonly replaces: FileKey;
  /** Also a file of another type. */
  readonly forceReplace?: boolean | null | undefined;
}

async function replaceOne(context: CommandContext, datasetId: number, sent: UploadedReplacement): Promise<EditedFile> {
  const file = await findFile(context.db, sent.replaces, context.actor.identities);
  if (file === undefined || file.datasetId !== datasetId) throw fileNotFound(sent.replaces);
  const { ticketId, bytes } = await prepareUploadedFile(context, datasetId, sent);
  const {
    replaces: _replaces,
    storageIdentifier: _bytes,
    fileName: _name,
    contentType: _type,
    checksum: _sum,
    sizeBytes: _size,
    ...record
  } = sent;
  return replaceFile(context, { ...record, file: { id: file.id }, bytes, ticketId });
}

/** The dataset of the first file that gives way. @throws DomainError FILE_NOT_FOUND */
async function datasetOfFirst(context: CommandContext, [first]: readonly UploadedReplacement[]): Promise<DatasetKey> {
  const named = first?.replaces ?? { id: 0 };
  const file = await findFile(context.db, named, context.actor.identities);
  if (file === undefined) throw fileNotFound(named);
  return { id: file.datasetId };
}

/**
 * Puts uploaded files in the place of others of the dataset, each for itself: one that is refused does not keep the others.
 * Source: files.md 22.6.
 * @throws DomainError as `admitUploadedFiles`, before any file is looked at.
 */
export const replaceWithUploads = composed({
  name: 'replaceWithUploads',
  of: [admitUploadedFiles, completeUpload, replaceFile],
  run: async (
    context: CommandContext,
    { dataset, files }: { readonly dataset: DatasetKey | null; readonly files: readonly UploadedReplacement[] },
  ): Promise<readonly Outcome<EditedFile>[]> => {
    refuseTooManyFiles(files);
    const datasetId = await admitUploadedFiles(context, dataset ?? (await datasetOfFirst(context, files)));
    const outcomes: Outcome<EditedFile>[] = [];
    for (const file of files) outcomes.push(await outcomeOf(() => replaceOne(context, datasetId, file)));
    return outcomes;
  },
});
