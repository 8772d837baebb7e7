import { type FilePosition, type FileRow, listFiles } from '../../db/queries/files.ts';
import type { VersionRow } from '../../db/queries/versions.ts';
import type { CommandContext } from '../command.ts';

/** Files of a version that the actor was shown, by label; `limit` null gives all. */
export async function listVersionFiles(
  context: CommandContext,
  version: VersionRow,
  page: { readonly after?: FilePosition | undefined; readonly limit: number | null },
): Promise<FileRow[]> {
  return listFiles(context.db, version, page);
}
