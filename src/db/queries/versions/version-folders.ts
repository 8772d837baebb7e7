import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { fileMetadata } from '../../schema/file.ts';
import { holdsAt } from '../files/file-columns.ts';
import type { FilesOfVersion } from '../files/file-search.ts';

/** Folders right below one of a version. */
export interface Subfolders {
  /** Whether any file lies in the folder or below it. */
  readonly exists: boolean;
  readonly names: readonly string[];
}

/** Folders of a version right below one, `''` for the top, by name. Goes through the records of the dataset once. */
export async function findSubfolders(
  db: Queryable,
  { datasetId, ordinal }: FilesOfVersion,
  folder: string,
  limit: number,
): Promise<Subfolders> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const [row] = await db.execute<{ exists: boolean; names: string[] }>(
    sql`with folders as materialized (
      select distinct ${fileMetadata.directoryLabel} as path from ${fileMetadata}
      where ${fileMetadata.datasetId} = ${datasetId}::int and ${holdsAt(sql`${ordinal}::int`)}
        and (${fileMetadata.directoryLabel} = ${folder}::text or starts_with(${fileMetadata.directoryLabel}, ${prefix}::text))
    )
    select exists (select from folders) as exists, coalesce((select json_agg(name) from (
      select distinct split_part(substr(path, char_length(${prefix}::text) + 1), '/', 1) as name from folders
      where path <> ${folder}::text order by 1 limit ${limit}::int
    ) below), '[]'::json) as names`,
  );
  return row ?? { exists: false, names: [] };
}
