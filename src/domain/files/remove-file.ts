import { z } from 'zod';
import type { FileKey } from '../../db/queries/file-access.ts';
import { removeFromDraft } from '../../db/queries/file-edits.ts';
import { command } from '../command.ts';
import { forgetBytes } from '../datasets/remove-dataset.ts';
import { saveDraft } from '../versions/ensure-draft.ts';
import { lockFile, requireWorkingRecord } from './lock-file.ts';

/** What became of a file that was taken out of the draft. */
export interface RemovedFile {
  readonly fileId: number;
  /** Whether no version held it any more, so that its bytes go too. */
  readonly bytesDeleted: boolean;
}

/** Takes a file out of the draft, which is made if there is none; published versions keep it. Source: files.md 22.1. */
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
    const orphan = await removeFromDraft(scope.tx, file.id, draft.ordinal);
    forgetBytes(scope, dataset, orphan === undefined ? [] : [orphan]);
    scope.note({ file: file.id });
    return { fileId: file.id, bytesDeleted: orphan !== undefined };
  },
});
