import { countFiles, type FileCounts, type FileTally, sumFileSizes, tallyFiles } from '../../db/queries/files/file-counts.ts';
import { asksNothing, type FileFilter } from '../../db/queries/files/file-search.ts';
import { currentDay } from '../../db/queries/gate/utc-day.ts';
import type { VersionFacts } from '../../db/queries/versions/versions.ts';
import type { DownloadSizeMode } from '../../vocabulary/files.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { RememberedReads } from '../../kernel/remembered-reads.ts';

/** Names in the counts that are remembered: about two megabytes, and as a rule more than a thousand versions. */
const MOST_NAMES = 20_000;

const tallies = new RememberedReads<FileTally>(
  MOST_NAMES,
  ({ counts }) =>
    counts.perContentType.length + counts.perCategoryName.length + counts.perTabularTagName.length + counts.perAccessStatus.length,
);

/** What is asked of which files of a version. */
interface Counted {
  readonly filter: FileFilter;
  /** When the dataset was changed last, as text, where that was read: without it everything is counted anew. */
  readonly modified: string | undefined;
}

/**
 * What all files of a version add up to. Records change with the counter of the version, bytes with the date of the dataset, and the access
 * status with the day, by the clock of the database: what it said of another day than the process has is not remembered.
 */
function tallyOf({ db }: CommandContext, version: VersionFacts, modified: string): FileTally | Promise<FileTally> {
  const day = currentDay();
  const key = `${version.id} ${version.internalVersionNumber} ${modified} ${day}`;
  return tallies.read(
    db,
    key,
    () => tallyFiles(db, version),
    (tally) => tally.day === day,
  );
}

/** Counts files of a version that the actor was shown, also of a withdrawn one: numbers name no file. Source: datasets.md 1.2, 14.2. */
export const countVersionFiles = detail({
  name: 'countVersionFiles',
  sent: ({ filter }) => filter,
  run: async (context: CommandContext, version: VersionFacts, { filter, modified }: Counted): Promise<FileCounts> =>
    modified !== undefined && asksNothing(filter)
      ? (await tallyOf(context, version, modified)).counts
      : countFiles(context.db, version, filter),
});

/** Bytes of the files of a version that the actor was shown. Source: datasets.md 14.1. */
export const sumVersionFiles = detail({
  name: 'sumVersionFiles',
  sent: ({ filter }) => filter,
  run: async (context: CommandContext, version: VersionFacts, { filter, modified }: Counted, mode: DownloadSizeMode): Promise<number> =>
    modified !== undefined && asksNothing(filter)
      ? (await tallyOf(context, version, modified)).bytes[mode]
      : sumFileSizes(context.db, version, filter, mode),
});
