import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { dataFile, fileMetadata } from '../schema/file.ts';
import { bytesOfRecord, holdsAt } from './file-columns.ts';
import { type FileSearch, searchConditions } from './file-search.ts';

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

interface FilesOfVersion {
  readonly datasetId: number;
  readonly ordinal: number;
}

function matching(version: FilesOfVersion, filter: FileSearch['filter']): SQL | undefined {
  return and(eq(fileMetadata.datasetId, version.datasetId), holdsAt(version.ordinal), ...searchConditions({ filter }));
}

/** SQL for a list of FileCount as JSON, largest first. */
function counted(rows: SQL): SQL {
  return sql`(select coalesce(json_agg(json_build_object('name', c.name, 'count', c.count) order by c.count desc, c.name), '[]'::json)
    from (select m.name, count(*)::int as count from (${rows}) m group by m.name) c)`;
}

/** Counts the files of a version that match. One statement. */
export async function countFiles(db: Queryable, version: FilesOfVersion, filter: FileSearch['filter']): Promise<FileCounts> {
  const [row] = await db.execute<{ total: number; types: FileCount[]; categories: FileCount[]; access: FileCount[] }>(sql`
    with matched as (
      select ${dataFile.contentType} as content_type, ${fileMetadata.categories} as categories, ${fileMetadata.restricted} as restricted
      from ${fileMetadata} inner join ${dataFile} on ${bytesOfRecord} where ${matching(version, filter)})
    select (select count(*)::int from matched) as total,
      ${counted(sql`select content_type as name from matched`)} as types,
      ${counted(sql`select unnest(categories) as name from matched`)} as categories,
      ${counted(sql`select case when restricted then 'Restricted' else 'Public' end as name from matched`)} as access`);
  return {
    total: row?.total ?? 0,
    perContentType: row?.types ?? [],
    perCategoryName: row?.categories ?? [],
    // Tabular tags belong to ingested files, of which there are none yet.
    perTabularTagName: [],
    perAccessStatus: row?.access ?? [],
  };
}

/** Adds up the sizes of the files of a version that match, in bytes. */
export async function sumFileSizes(db: Queryable, version: FilesOfVersion, filter: FileSearch['filter']): Promise<number> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${dataFile.sizeBytes}), 0)` })
    .from(fileMetadata)
    .innerJoin(dataFile, bytesOfRecord)
    .where(matching(version, filter));
  return Number(row?.sum ?? 0);
}
