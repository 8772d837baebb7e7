import { countFiles, type FileCounts, sumFileSizes } from '../../db/queries/files/file-counts.ts';
import type { FileFilter } from '../../db/queries/files/file-search.ts';
import type { VersionFacts } from '../../db/queries/versions/versions.ts';
import type { DownloadSizeMode } from '../../vocabulary.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { refuseUnstorable } from '../../kernel/parse-input.ts';

/** Counts files of a version that the actor was shown, also of a withdrawn one: numbers name no file. Source: datasets.md 1.2, 14.2. */
export async function countVersionFiles(context: CommandContext, version: VersionFacts, filter: FileFilter): Promise<FileCounts> {
  refuseUnstorable(filter);
  return countFiles(context.db, version, filter);
}

/** Bytes of the files of a version that the actor was shown. Source: datasets.md 14.1. */
export async function sumVersionFiles(
  context: CommandContext,
  version: VersionFacts,
  filter: FileFilter,
  mode: DownloadSizeMode,
): Promise<number> {
  refuseUnstorable(filter);
  return sumFileSizes(context.db, version, filter, mode);
}
