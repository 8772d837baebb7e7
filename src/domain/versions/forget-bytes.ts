import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import type { OrphanedFile } from '../../db/queries/files/file-versions.ts';
import type { Scope } from '../../kernel/command.ts';
import { folderOf } from '../../model/dataset-folder.ts';

/**
 * Bytes go only once the transaction that forgot them is committed: by the outbox. Each store has an event of its own, so that
 * one which does not answer holds up no other.
 */
export function forgetBytes(scope: Scope, dataset: DatasetWithGrants, files: readonly OrphanedFile[]): void {
  for (const [driver, removed] of Map.groupBy(files, ({ storageDriver }) => storageDriver)) {
    const storageIds = removed.map(({ storageId }) => storageId);
    scope.emit({ kind: 'FilesRemoved', subjectId: dataset.id, payload: { driver, ...folderOf(dataset), storageIds } });
  }
}
