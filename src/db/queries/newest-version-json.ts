/** The newest version of a dataset as JSON made by PostgreSQL, for lists of datasets that read it with them. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { jsonRow } from '../json-row.ts';
import { dataset, datasetVersion, license } from '../schema/dataset.ts';
import type { FileJson } from './files/file-json.ts';
import { filesOf, type FirstFiles, firstFilesJson } from './versions/first-pages.ts';
import { ownFactColumns, type VersionFacts } from './versions/versions.ts';

/** A newest version that was read together with its dataset. */
export interface ReadNewest {
  readonly version: VersionFacts;
  /** Where they were asked for. */
  readonly files: FirstFiles | null;
}

const version = jsonRow(ownFactColumns);

/** A version, and its first files where they were asked for. */
export type NewestJson = readonly [version: Parameters<typeof version.read>[0], files: FileJson[] | null];

/**
 * SQL for the newest version of the dataset in `dataset`, at most `files` of its files with it. Null where that version is no released
 * one: whether it may be seen, or another one is, depends on who asks.
 */
export function newestJson(files?: SQLWrapper): SQL<NewestJson | null> {
  return sql<NewestJson | null>`(select case when ${datasetVersion.state} = 'RELEASED' then json_build_array(${version.json}, ${files === undefined ? sql`null` : firstFilesJson(files)}) end from ${datasetVersion} left join ${license} on ${license.id} = ${datasetVersion.licenseId} where ${datasetVersion.datasetId} = ${dataset.id} order by ${datasetVersion.ordinal} desc limit 1)`;
}

/** The version that the JSON stands for; `firstFiles` is how many files were asked for at most, null for none. */
export function newestOf(
  json: NewestJson,
  { datasetId, firstFiles: limit }: { readonly datasetId: number; readonly firstFiles: number | null },
): ReadNewest {
  const [cells, files] = json;
  const row = version.read(cells);
  return {
    version: {
      ...row,
      datasetId,
      state: 'RELEASED',
      latestState: 'RELEASED',
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
      releasedAt: row.releasedAt === null ? null : new Date(row.releasedAt),
    },
    files: files === null || limit === null ? null : { limit, files: filesOf(files) },
  };
}
