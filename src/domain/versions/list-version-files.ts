import type { FileRow } from '../../db/queries/file-columns.ts';
import { type FilePosition, listFiles } from '../../db/queries/file-records.ts';
import { type FileSearch, searchFiles } from '../../db/queries/file-search.ts';
import type { VersionRow } from '../../db/queries/versions.ts';
import { authorize, type CommandContext, type ReadContext, refuseUnstorable } from '../command.ts';

/**
 * Refuses the files of a withdrawn version to those who may not edit the dataset; the rest of it was theirs to ask for.
 * Resolves at once for any other version. @throws DomainError PERMISSION_DENIED. Source: datasets.md 1.2.
 */
export async function requireReadableFiles({ actor, loaders }: ReadContext, version: VersionRow): Promise<void> {
  if (version.state !== 'DEACCESSIONED') return;
  const grants = await loaders.nodeGrants.load(version.datasetId);
  authorize(actor, 'EditDataset', grants?.granted ?? 0);
}

/** Files of a version that the actor was shown, by label; `limit` null gives all. @throws DomainError BAD_USER_INPUT */
export async function listVersionFiles(
  context: CommandContext,
  version: VersionRow,
  page: { readonly after?: FilePosition | undefined; readonly limit: number | null },
): Promise<FileRow[]> {
  refuseUnstorable(page);
  return listFiles(context.db, version, page);
}

/** The first files of a version that the actor was shown, by label: together with those of other versions. */
export async function listFirstVersionFiles(context: ReadContext, version: VersionRow, limit: number): Promise<readonly FileRow[]> {
  return context.loaders.firstFiles(limit).load(version.id);
}

/** Files of a version that match, in an order, and how many match in all. Source: datasets.md 5.4. @throws DomainError BAD_USER_INPUT */
export async function searchVersionFiles(
  context: CommandContext,
  version: VersionRow,
  search: FileSearch,
): Promise<{ readonly totalCount: number; readonly files: FileRow[] }> {
  refuseUnstorable(search);
  return searchFiles(context.db, version, search);
}
