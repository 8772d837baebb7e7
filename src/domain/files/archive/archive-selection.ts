import { type ArchiveFileRow, listArchiveFiles, listArchiveFilesOfVersion } from '../../../db/queries/files/archive-files.ts';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { viewVersion } from '../../versions/view-version.ts';
import { downloadDenied, mayKnowOf, mayReadBytes } from '../download-rights.ts';

/** Which files an archive is made of. */
export type ArchiveSubject =
  | { readonly fileIds: readonly number[] }
  | { readonly dataset: DatasetKey; /** `:draft`, `:latest`, `:latest-published` or a number. */ readonly version: string };

/** The files of an archive: those that the actor may have, and those left out. */
export interface ArchiveSelection {
  readonly files: readonly ArchiveFileRow[];
  readonly denied: readonly ArchiveFileRow[];
  /** What the name of the archive ends with; null for files that were chosen one by one. */
  readonly versionName: string | null;
}

function empty(): DomainError {
  return new DomainError('ARCHIVE_EMPTY', 'There are no files to put into an archive.');
}

/** @throws DomainError FILE_NOT_FOUND naming every id that is none, or is of a file that the actor may not see. Source: files.md 22.3. */
async function chosenFiles(context: CommandContext, fileIds: readonly number[]): Promise<ArchiveFileRow[]> {
  const ids = [...new Set(fileIds)];
  const found = new Map((await listArchiveFiles(context.db, ids, context.actor.identities)).map((file) => [file.id, file]));
  const files: ArchiveFileRow[] = [];
  const missing: number[] = [];
  for (const id of ids) {
    const file = found.get(id);
    if (file === undefined || !mayKnowOf(context.actor, file)) missing.push(id);
    else files.push(file);
  }
  if (missing.length === 0) return files;
  throw new DomainError('FILE_NOT_FOUND', `There is no file with the ID ${missing.join(', ')}.`, {
    problems: missing.map((id) => ({ pointer: `/fileIds/${fileIds.indexOf(id)}`, message: `${id} is not the ID of a file` })),
  });
}

async function filesOf(
  context: CommandContext,
  subject: ArchiveSubject,
): Promise<{ readonly files: readonly ArchiveFileRow[]; readonly versionName: string | null; readonly isDraft: boolean }> {
  if ('fileIds' in subject) return { files: await chosenFiles(context, subject.fileIds), versionName: null, isDraft: false };
  const { db, actor } = context;
  const { dataset } = await loadDataset({ tx: db, context }, subject.dataset);
  // Reading the version is no use of its own: the downloads are counted.
  const reader = { ...context, visitor: undefined };
  const version = await viewVersion(reader, { dataset, reference: subject.version, includeDeaccessioned: false });
  const isDraft = version.state === 'DRAFT';
  const versionName = isDraft ? 'draft' : `${version.versionNumber}.${version.versionMinorNumber}`;
  return { files: await listArchiveFilesOfVersion(db, version, actor.identities), versionName, isDraft };
}

/**
 * Finds the files of an archive.
 * @throws DomainError ARCHIVE_EMPTY when there is none, FILE_ACCESS_DENIED when the actor may have none of them.
 * @throws DomainError FILE_NOT_FOUND | DATASET_NOT_FOUND | DATASET_VERSION_NOT_FOUND | PERMISSION_DENIED | BAD_USER_INPUT
 */
export async function selectFiles(
  context: CommandContext,
  subject: ArchiveSubject,
): Promise<ArchiveSelection & { readonly isDraft: boolean }> {
  const { files: all, ...rest } = await filesOf(context, subject);
  if (all.length === 0) throw empty();
  const files = all.filter((file) => mayReadBytes(context.actor, file));
  if (files.length === 0) throw downloadDenied(context.actor, 'any of these files');
  return { ...rest, files, denied: all.filter((file) => !mayReadBytes(context.actor, file)) };
}
