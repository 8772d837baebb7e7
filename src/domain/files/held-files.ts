import type { Queryable } from '../../db/client.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import { listFileRecords } from '../../db/queries/files/file-records.ts';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';

/** Most files that one call changes. */
export const MOST_FILES_AT_ONCE = 10_000;

/**
 * What a version says of files, by their ids.
 * @throws DomainError FILE_NOT_IN_VERSION naming every one that the version does not hold; `pointer` tells where its index stands.
 */
export async function listHeldFiles(
  { tx }: { readonly tx: Queryable },
  version: VersionRow,
  ids: readonly number[],
  pointer: (index: number) => string,
): Promise<Map<number, FileRow>> {
  const records = await listFileRecords(tx, ids, version.ordinal);
  // Ordinals are those of any dataset.
  const held = new Map(records.filter(({ dataFile }) => dataFile.datasetId === version.datasetId).map((file) => [file.dataFile.id, file]));
  const problems = ids.flatMap((id, index) =>
    held.has(id) ? [] : [{ pointer: pointer(index), message: `the current version does not hold file ${id}` }],
  );
  if (problems.length === 0) return held;
  const missing = ids.filter((id) => !held.has(id));
  throw new DomainError('FILE_NOT_IN_VERSION', `The current version of the dataset does not hold these files: ${missing.join(', ')}.`, {
    problems,
  });
}
