import { type FileKey, type FileWithAccess, findFile } from '../../db/queries/files/file-access.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import { findFileRecord } from '../../db/queries/files/file-records.ts';
import { findVersion, findVersionByOrdinal, type VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { type CommandContext, query, type ReadContext, type Requirement, type Subject } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { recordView } from '../../kernel/record-usage.ts';

/** Seeing what is recorded of a file: nothing once a released version holds it. Source: files.md 7.1. */
export function viewRequirement(file: FileWithAccess): Requirement {
  return file.releasedOrdinal === null ? 'ViewUnpublishedDataset' : 'Public';
}

/** The refusal of a file that is not there. */
export function fileNotFound(key: FileKey): DomainError {
  return new DomainError(
    'FILE_NOT_FOUND',
    'id' in key ? `File with ID ${key.id} not found.` : `File with Persistent ID ${key.persistentId} not found.`,
  );
}

/** @throws DomainError FILE_NOT_FOUND */
export async function requireFile(context: CommandContext, key: FileKey): Promise<FileWithAccess> {
  const file = await findFile(context.db, key, context.actor.identities);
  if (file === undefined) throw fileNotFound(key);
  return file;
}

/** A file that a command has just told the actor of. @throws DomainError FILE_NOT_FOUND */
export const showFile = detail({ name: 'showFile', run: (context: CommandContext, id: number) => requireFile(context, { id }) });

/** A file that the actor was shown, together with others. @throws DomainError FILE_NOT_FOUND */
export async function loadShownFile({ loaders }: ReadContext, id: number): Promise<FileWithAccess> {
  const file = await loaders.file.load(id);
  if (file === undefined) throw fileNotFound({ id });
  return file;
}

/** Loads a file as the subject of a look at it, which the roles on its dataset decide on. @throws DomainError FILE_NOT_FOUND */
export async function loadViewedFile(context: CommandContext, key: FileKey): Promise<Subject & { readonly file: FileWithAccess }> {
  const file = await requireFile(context, key);
  return { nodeId: file.id, granted: file.datasetGranted, file };
}

/** A file that the actor may see. */
export const viewFile = query({
  name: 'viewFile',
  subject: ({ context }, key: FileKey) => loadViewedFile(context, key),
  requires: ({ file }) => viewRequirement(file),
  run: (_context, { file }, _key: FileKey): FileWithAccess => file,
});

/** The same by its id, for batched reads. */
export const viewFileById = query({
  name: 'viewFileById',
  subject: async ({ context }: { readonly context: ReadContext }, id: number) => {
    const file = await loadShownFile(context, id);
    return { nodeId: file.id, granted: file.datasetGranted, file };
  },
  requires: ({ file }) => viewRequirement(file),
  run: (_context, { file }): FileWithAccess => file,
});

/**
 * The metadata of a file in the draft, or in the newest released version that holds it; null if there is none. The latter counts as a view.
 * Source: files.md 7.1.
 */
export const viewFileRecord = query({
  name: 'viewFileRecord',
  subject: ({ context }, { fileId }: { readonly fileId: number; readonly draft: boolean }) => loadViewedFile(context, { id: fileId }),
  requires: ({ file }, { draft }) => (draft ? 'ViewUnpublishedDataset' : viewRequirement(file)),
  run: async (context, { file }, { draft }): Promise<{ readonly record: FileRow; readonly version: VersionRow } | null> => {
    const version = draft
      ? await findVersion(context.db, file.datasetId, { states: ['DRAFT'] })
      : file.releasedOrdinal === null
        ? undefined
        : await findVersionByOrdinal(context.db, file.datasetId, file.releasedOrdinal);
    if (version === undefined) return null;
    const record = await findFileRecord(context.db, file.id, version.ordinal);
    if (record === undefined) return null;
    recordView(context, version);
    return { record, version };
  },
});
