import { sql, type SQL } from 'drizzle-orm';
import type { DownloadSizeMode } from '../../../vocabulary/files.ts';
import type { Queryable } from '../../client.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { savedOriginal } from '../../schema/saved-original.ts';
import { isEmbargoed, isRetentionOver, today } from './file-dates.ts';
import { type FileFilter, type FilesOfVersion, matchingRecords, searchValues } from './file-search.ts';

/** How many files there are of one kind. */
export interface FileCount {
  readonly name: string;
  readonly count: number;
}

/** How many files of a version match, in all and of each kind; kinds without files are left out. */
export interface FileCounts {
  readonly total: number;
  readonly perContentType: readonly FileCount[];
  readonly perCategoryName: readonly FileCount[];
  readonly perTabularTagName: readonly FileCount[];
  readonly perAccessStatus: readonly FileCount[];
}

/** SQL for a list of FileCount as JSON, largest first. */
function counted(rows: SQL): SQL {
  return sql`(select coalesce(json_agg(json_build_object('name', c.name, 'count', c.count) order by c.count desc, c.name), '[]'::json)
    from (select m.name, count(*)::int as count from (${rows}) m group by m.name) c)`;
}

/** SQL for the access status of a file; null for one whose retention period is over, which is not counted. Source: datasets.md 5.4, 14.2. */
const accessStatus = sql`case when ${isRetentionOver(dataFile.retentionDateUnavailable)} then null
  when ${isEmbargoed(dataFile.embargoDateAvailable)} then case when ${fileMetadata.restricted} then 'EmbargoedThenRestricted' else 'EmbargoedThenPublic' end
  when ${fileMetadata.restricted} then 'Restricted' else 'Public' end`;

/** What is counted of each file that matches. */
const countedColumns = sql`${dataFile.contentType} as content_type, ${dataFile.tabularTags} as tags, ${fileMetadata.categories} as categories, ${accessStatus} as access`;

/** SQL for the counts of the rows of `matched`. */
const counts = sql`(select count(*)::int from matched) as total,
      ${counted(sql`select content_type as name from matched`)} as types,
      ${counted(sql`select unnest(categories) as name from matched`)} as categories,
      ${counted(sql`select replace(unnest(tags), ' ', '') as name from matched`)} as tags,
      ${counted(sql`select access as name from matched where access is not null`)} as access`;

const countColumns = {
  total: sql<number>`counts.total`,
  perContentType: sql<FileCount[]>`counts.types`,
  perCategoryName: sql<FileCount[]>`counts.categories`,
  // The names of the tags as code has them, without spaces. Source: datasets.md 14.2.
  perTabularTagName: sql<FileCount[]>`counts.tags`,
  perAccessStatus: sql<FileCount[]>`counts.access`,
} as const;

/** Counts the files of a version that match. One statement. */
export async function countFiles(db: Queryable, version: FilesOfVersion, filter: FileFilter): Promise<FileCounts> {
  const matched = sql`(with matched as (select ${countedColumns} ${matchingRecords(filter, { bytes: true })}) select ${counts}) counts`;
  const [row] = await db.select(countColumns).from(matched).execute(searchValues(version, filter));
  return row ?? { total: 0, perContentType: [], perCategoryName: [], perTabularTagName: [], perAccessStatus: [] };
}

const original = sql`(select ${savedOriginal.sizeBytes} from ${savedOriginal} where ${savedOriginal.dataFileId} = ${dataFile.id})`;

/** Bytes of one file: what was uploaded, what it was turned into, or both. */
const sizes: Readonly<Record<DownloadSizeMode, SQL>> = {
  All: sql`${dataFile.sizeBytes} + coalesce(${original}, 0)`,
  Original: sql`coalesce(${original}, ${dataFile.sizeBytes})`,
  Archival: sql`${dataFile.sizeBytes}`,
};

/** Adds up the sizes of the files of a version that match, in bytes. */
export async function sumFileSizes(db: Queryable, version: FilesOfVersion, filter: FileFilter, mode: DownloadSizeMode): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`summed.bytes` })
    .from(sql`(select coalesce(sum(${sizes[mode]}), 0) as bytes ${matchingRecords(filter, { bytes: true })}) summed`)
    .execute(searchValues(version, filter));
  return Number(row?.bytes ?? 0);
}

/** What all files of a version add up to. */
export interface FileTally {
  readonly counts: FileCounts;
  /** Of the downloads of all of them, by what of each is downloaded. */
  readonly bytes: Readonly<Record<DownloadSizeMode, number>>;
  /** The day, `yyyy-MM-dd`, by the clock of the database, that the access statuses are of. */
  readonly day: string;
}

/** Adds up all files of a version. Planned each time: the plan for an ordinary version would read 100,000 files one by one. */
export async function tallyFiles(db: Queryable, version: FilesOfVersion): Promise<FileTally> {
  const matched = sql`(with matched as (
      select ${countedColumns}, ${dataFile.sizeBytes} as bytes, ${original} as original_bytes ${matchingRecords({}, { bytes: true })})
    select ${counts}, (select json_build_object(
        'All', coalesce(sum(bytes + coalesce(original_bytes, 0)), 0),
        'Original', coalesce(sum(coalesce(original_bytes, bytes)), 0),
        'Archival', coalesce(sum(bytes), 0)) from matched) as bytes) counts`;
  const [row] = await db
    .select({ counts: countColumns, bytes: sql<FileTally['bytes']>`counts.bytes`, day: sql<string>`${today}::text` })
    .from(matched)
    .execute(searchValues(version, {}));
  if (row === undefined) throw new Error('Sums of nothing are a row, too.');
  return row;
}
