import type { FileRow } from '../../db/queries/file-columns.ts';
import { type FilePosition, listFiles } from '../../db/queries/file-records.ts';
import { type FileSearch, searchFiles } from '../../db/queries/file-search.ts';
import type { VersionRow } from '../../db/queries/versions.ts';
import { authorize, type ReadContext, refuseUnstorable } from '../command.ts';

/**
 * Refuses the files of a withdrawn version to those who may not edit the dataset; the rest of it was theirs to ask for.
 * Resolves at once for any other version. @throws DomainError PERMISSION_DENIED. Source: datasets.md 1.2.
 */
async function requireReadableFiles({ actor, loaders }: ReadContext, version: VersionRow): Promise<void> {
  if (version.state !== 'DEACCESSIONED') return;
  const grants = await loaders.nodeGrants.load(version.datasetId);
  authorize(actor, 'EditDataset', grants?.granted ?? 0);
}

/** Files of a version that the actor was shown, by label; `limit` null gives all. @throws DomainError BAD_USER_INPUT | PERMISSION_DENIED */
export async function listVersionFiles(
  context: ReadContext,
  version: VersionRow,
  page: { readonly after?: FilePosition | undefined; readonly limit: number | null },
): Promise<FileRow[]> {
  refuseUnstorable(page);
  await requireReadableFiles(context, version);
  return listFiles(context.db, version, page);
}

/** All files of a version that the actor was shown, by label: together with those of other versions. @throws DomainError PERMISSION_DENIED */
export async function listAllVersionFiles(context: ReadContext, version: VersionRow): Promise<readonly FileRow[]> {
  await requireReadableFiles(context, version);
  return context.loaders.filesOfVersion.load(version.id);
}

/** The first files of a version that the actor was shown, likewise. @throws DomainError PERMISSION_DENIED */
export async function listFirstVersionFiles(context: ReadContext, version: VersionRow, limit: number): Promise<readonly FileRow[]> {
  await requireReadableFiles(context, version);
  return context.loaders.firstFiles(limit).load(version.id);
}

/**
 * Files of a version that match, in an order, and how many match in all.
 * @throws DomainError BAD_USER_INPUT | PERMISSION_DENIED. Source: datasets.md 5.4.
 */
export async function searchVersionFiles(
  context: ReadContext,
  version: VersionRow,
  search: FileSearch,
): Promise<{ readonly totalCount: number; readonly files: FileRow[] }> {
  refuseUnstorable(search);
  await requireReadableFiles(context, version);
  return searchFiles(context.db, version, search);
}
