import type { FileDifferenceRow } from '../../db/queries/versions/version-differences.ts';
import type { EditsPair } from '../../db/queries/ingest/variable-edits.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import { changedFacts, type FileFactChange } from '../../model/files/file-facts.ts';

/** What became of the files between two versions, by label. */
export interface FileDifferences {
  readonly added: readonly FileRow[];
  readonly removed: readonly FileRow[];
  readonly replaced: readonly { readonly oldFile: FileRow; readonly newFile: FileRow }[];
  readonly changed: readonly { readonly oldFile: FileRow; readonly newFile: FileRow; readonly fields: readonly FileFactChange[] }[];
  /** Of files of both, edits of variables that were stored anew; they may say the same. */
  readonly edits: readonly EditsPair[];
}

/** The old record whose bytes the new ones took the place of, directly or over files in between. */
function replacedBy(
  { dataFile: { previousDataFileId, rootDataFileId } }: FileRow,
  olds: ReadonlyMap<number, FileRow>,
  byRoot: ReadonlyMap<number | null, FileRow>,
): FileRow | undefined {
  if (previousDataFileId === null && rootDataFileId === null) return undefined;
  const found = olds.get(previousDataFileId ?? 0) ?? olds.get(rootDataFileId ?? 0);
  return found ?? (rootDataFileId === null ? undefined : olds.get(byRoot.get(rootDataFileId)?.dataFile.id ?? 0));
}

/** Sorts the records that differ between two versions by what they mean. A record that was only written again is left out. */
export function diffFiles(rows: readonly Pick<FileDifferenceRow, 'side' | 'file'>[]): FileDifferences {
  const olds = new Map(rows.flatMap(({ side, file }) => (side === 'from' ? [[file.dataFile.id, file] as const] : [])));
  const byRoot = new Map([...olds.values()].map((file) => [file.dataFile.rootDataFileId, file]));
  const changed: FileDifferences['changed'][number][] = [];
  const replaced: FileDifferences['replaced'][number][] = [];
  const added: FileRow[] = [];
  const edits: EditsPair[] = [];
  for (const { side, file: newFile } of rows) {
    if (side === 'from') continue;
    const same = olds.get(newFile.dataFile.id);
    const before = same ?? replacedBy(newFile, olds, byRoot);
    if (before === undefined) {
      added.push(newFile);
      continue;
    }
    olds.delete(before.dataFile.id);
    if (same === undefined) replaced.push({ oldFile: before, newFile });
    else {
      const fields = changedFacts(same, newFile);
      if (fields.length > 0) changed.push({ oldFile: same, newFile, fields });
      const { variableEditsId: prior } = same;
      if (prior !== newFile.variableEditsId) edits.push({ before: prior, after: newFile.variableEditsId });
    }
  }
  return { added, removed: [...olds.values()], replaced, changed, edits };
}
