import type { Queryable } from '../../db/client.ts';
import { type FingerprintedVersion, listTableUnfs, listVersionsWith, storeVersionUnf } from '../../db/queries/versions/version-unfs.ts';
import { combineUnfs } from '../../tabular/unf/unf-vector.ts';

/** The fingerprint that the tables of a version make; null where it has none. Source: files.md 20.2. */
export function unfOf(unfs: readonly string[]): string | null {
  return unfs.length === 0 ? null : combineUnfs(unfs);
}

/** Computes the fingerprint of a version from its tables again. The dataset must be locked. */
export async function refreshUnf(tx: Queryable, version: FingerprintedVersion): Promise<void> {
  const unf = unfOf(await listTableUnfs(tx, version));
  if (unf !== version.unf) await storeVersionUnf(tx, version.id, unf);
}

/** The same of every version that holds a file, which has become a table or is none any more. */
export async function refreshUnfsWith(tx: Queryable, dataFileId: number): Promise<void> {
  for (const version of await listVersionsWith(tx, dataFileId)) await refreshUnf(tx, version);
}
