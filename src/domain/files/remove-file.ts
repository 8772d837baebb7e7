import { z } from 'zod';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import type { FileKey } from '../../db/queries/files/file-access.ts';
import { removeFilesFromDraft } from '../../db/queries/files/file-edits.ts';
import { command } from '../../kernel/command.ts';
import { isTabular } from '../../model/ingested-type.ts';
import { lockDataset } from '../subjects/dataset-subject.ts';
import { forgetBytes } from '../versions/forget-bytes.ts';
import { requireWorkingVersion, saveDraft } from '../versions/ensure-draft.ts';
import { refreshUnf } from '../versions/version-unf.ts';
import { requireSome } from '../../kernel/require-some.ts';
import { listHeldFiles, MOST_FILES_AT_ONCE } from './held-files.ts';
import { lockFile, requireWorkingRecord } from './lock-file.ts';

/** What became of a file that was taken out of the draft. */
export interface RemovedFile {
  readonly fileId: number;
  /** Whether no version held it any more, so that its bytes go too. */
  readonly bytesDeleted: boolean;
}

/** Removes a file from the draft, which is created if there is none; published versions keep it. Source: files.md 22.1. */
export const removeFile = command({
  name: 'removeFile',
  input: z.object({ file: z.custom<FileKey>() }),
  subject: (scope, { file }) => lockFile(scope, file),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, subject): Promise<RemovedFile> => {
    const { dataset, file } = subject;
    await requireWorkingRecord(scope, subject);
    const draft = await saveDraft(scope, dataset.id, {});
    const orphans = await removeFilesFromDraft(scope.tx, [file.id], draft.ordinal);
    forgetBytes(scope, dataset, orphans);
    if (isTabular(file)) await refreshUnf(scope.tx, draft);
    scope.note({ file: file.id });
    return { fileId: file.id, bytesDeleted: orphans.length > 0 };
  },
});

/** Takes files out of the draft, all of them or none. Source: files.md 22.6. */
export const removeFiles = command({
  name: 'removeFiles',
  input: z.object({
    dataset: z.custom<DatasetKey>(),
    fileIds: z.array(z.int()).max(MOST_FILES_AT_ONCE, `must not name more than ${MOST_FILES_AT_ONCE} files`),
  }),
  // Guests are told to log in whatever they may do here.
  admits: 'LoggedIn',
  subject: (scope, { dataset }) => lockDataset(scope, dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { dataset }, { fileIds }): Promise<RemovedFile[]> => {
    requireSome(fileIds, '/fileIds', 'file');
    const ids = [...new Set(fileIds)];
    const held = await listHeldFiles(scope, await requireWorkingVersion(scope, dataset.id), ids, (index) => `/fileIds/${index}`);
    const draft = await saveDraft(scope, dataset.id, {});
    const orphans = await removeFilesFromDraft(scope.tx, ids, draft.ordinal);
    forgetBytes(scope, dataset, orphans);
    if ([...held.values()].some(({ dataFile }) => isTabular(dataFile))) await refreshUnf(scope.tx, draft);
    scope.note({ files: ids });
    const deleted = new Set(orphans.map(({ id }) => id));
    return ids.map((fileId) => ({ fileId, bytesDeleted: deleted.has(fileId) }));
  },
});
