import { countFiles, type FileCounts, sumFileSizes } from '../../db/queries/files/file-counts.ts';
import type { FileFilter } from '../../db/queries/files/file-search.ts';
import type { VersionFacts } from '../../db/queries/versions/versions.ts';
import type { DownloadSizeMode } from '../../vocabulary/files.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';

/** Counts files of a version that the actor was shown, also of a withdrawn one: numbers name no file. Source: datasets.md 1.2, 14.2. */
export const countVersionFiles = detail({
  name: 'countVersionFiles',
  run: (context: CommandContext, version: VersionFacts, filter: FileFilter): Promise<FileCounts> => countFiles(context.db, version, filter),
});

/** Bytes of the files of a version that the actor was shown. Source: datasets.md 14.1. */
export const sumVersionFiles = detail({
  name: 'sumVersionFiles',
  run: (context: CommandContext, version: VersionFacts, filter: FileFilter, mode: DownloadSizeMode): Promise<number> =>
    sumFileSizes(context.db, version, filter, mode),
});
