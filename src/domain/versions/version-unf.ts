import type { Queryable } from '../../db/client.ts';
import {
  type FingerprintedVersion,
  type HeldUnf,
  listTableUnfs,
  listFingerprintedVersions,
  listVersionsWith,
  storeVersionUnfs,
} from '../../db/queries/versions/version-unfs.ts';
import { combineUnfs } from '../../tabular/unf/unf-vector.ts';

/** The fingerprint that the tables of a version make; null where it has none. Source: files.md 20.2. */
export function unfOf(unfs: readonly string[]): string | null {
  return unfs.length === 0 ? null : combineUnfs(unfs);
}

/** Of the fingerprints of a dataset those of the tables that a version holds, in ascending order; equal ones stand as often as there are files. */
export function unfsAt(held: readonly HeldUnf[], { ordinal }: Pick<FingerprintedVersion, 'ordinal'>): string[] {
  return held.flatMap(({ unf, validFrom, validTo }) => (validFrom <= ordinal && (validTo ?? Infinity) > ordinal ? [unf] : [])).toSorted();
}

async function storeChanged(tx: Queryable, held: readonly HeldUnf[], versions: readonly FingerprintedVersion[]): Promise<void> {
  const computed = versions.map((version) => ({ id: version.id, unf: unfOf(unfsAt(held, version)), before: version.unf }));
  const changed = computed.filter(({ unf, before }) => unf !== before);
  if (changed.length > 0) await storeVersionUnfs(tx, changed);
}

/** Computes the fingerprint of a version from its tables again. The dataset must be locked. */
export async function refreshUnf(tx: Queryable, version: FingerprintedVersion): Promise<void> {
  await storeChanged(tx, await listTableUnfs(tx, version.datasetId, version.ordinal), [version]);
}

/** The same of all versions of a dataset. */
export async function refreshUnfsOf(tx: Queryable, datasetId: number): Promise<void> {
  await storeChanged(tx, await listTableUnfs(tx, datasetId), await listFingerprintedVersions(tx, datasetId));
}

/** The same of every version that holds a file, which has become a table or is none any more: in three statements, however many they are. */
export async function refreshUnfsWith(tx: Queryable, file: { readonly id: number; readonly datasetId: number }): Promise<void> {
  await storeChanged(tx, await listTableUnfs(tx, file.datasetId), await listVersionsWith(tx, file.id));
}
