import { sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { dataFile } from '../../schema/file.ts';
import { fileDownload } from '../../schema/file-content.ts';
import { fileDownloadDay } from '../../schema/metric.ts';

/** Downloads of a file on a day that are to be added. */
export interface FileDownloads {
  readonly fileId: number;
  /** `yyyy-mm-dd`, in UTC. */
  readonly day: string;
  readonly downloads: number;
  /** Those of them on days whose usage is not counted. */
  readonly outsideUsage: number;
}

/** Adds downloads to the counts, except for deleted files. */
export async function addFileDownloads(db: Queryable, rows: readonly FileDownloads[]): Promise<void> {
  if (rows.length === 0) return;
  const [ids, days, downloads, outside] = [
    rows.map(({ fileId }) => fileId),
    rows.map(({ day }) => day),
    rows.map((row) => row.downloads),
    rows.map(({ outsideUsage }) => outsideUsage),
  ];
  // Processes that write the same files lock their rows in a fixed order, to avoid deadlocks.
  await db.execute(
    sql`with given as materialized (
      select g.id, g.day, g.downloads, g.outside from unnest(${sql.param(ids)}::int[], ${sql.param(days)}::text[]::date[], ${sql.param(downloads)}::bigint[], ${sql.param(outside)}::bigint[]) as g(id, day, downloads, outside)
      inner join ${dataFile} df on df.id = g.id),
    totals as (
      insert into ${fileDownload} (data_file_id, downloads, downloads_outside_usage)
      select id, sum(downloads), sum(outside) from given group by id order by id
      on conflict (data_file_id) do update set downloads = file_download.downloads + excluded.downloads, downloads_outside_usage = file_download.downloads_outside_usage + excluded.downloads_outside_usage)
    insert into ${fileDownloadDay} (data_file_id, day, downloads, unique_downloads) select id, day, downloads, 0 from given order by id, day
    on conflict (data_file_id, day) do update set downloads = file_download_day.downloads + excluded.downloads`,
  );
}

/** Adds sessions that downloaded a file for the first time, except for deleted files. */
export async function addFirstDownloads(db: Queryable, rows: readonly { readonly fileId: number; readonly day: string }[]): Promise<void> {
  if (rows.length === 0) return;
  const [ids, days] = [rows.map(({ fileId }) => fileId), rows.map(({ day }) => day)];
  await db.execute(
    sql`insert into ${fileDownloadDay} (data_file_id, day, downloads, unique_downloads)
    select g.id, g.day, 0, count(*) from unnest(${sql.param(ids)}::int[], ${sql.param(days)}::text[]::date[]) as g(id, day) inner join ${dataFile} df on df.id = g.id
    group by g.id, g.day order by g.id, g.day
    on conflict (data_file_id, day) do update set unique_downloads = file_download_day.unique_downloads + excluded.unique_downloads`,
  );
}

/** How often files were downloaded, by id; a file that never was has no entry. */
export async function countFileDownloads(db: Queryable, fileIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.execute<{ id: number; downloads: number }>(
    sql`select fd.data_file_id as id, fd.downloads::float8 as downloads from ${fileDownload} fd where fd.data_file_id = ${anyOf(fileIds, 'int')}`,
  );
  return new Map(rows.map(({ id, downloads }) => [id, downloads]));
}
