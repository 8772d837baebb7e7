/**
 * Embargoes and retention periods of files: dates that close and open their bytes. Only this module defines when, by the clock of the
 * database and in UTC days. Source: files.md 11.1.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { datasetVersion } from '../../schema/dataset.ts';
import { dataFile } from '../../schema/file.ts';

/** SQL for the day that it is. */
export const today = sql`(now() at time zone 'UTC')::date`;

/** SQL condition: an embargo is active, which it is before its date; false without one. */
export function isEmbargoed(dateAvailable: SQLWrapper, day: SQL = today): SQL<boolean> {
  return sql<boolean>`coalesce(${dateAvailable} > ${day}, false)`;
}

/** SQL condition: a retention period is over, which it is after its date; false without one. */
export function isRetentionOver(dateUnavailable: SQLWrapper, day: SQL = today): SQL<boolean> {
  return sql<boolean>`coalesce(${dateUnavailable} < ${day}, false)`;
}

/** SQL condition: no date closes the bytes to those who hold nothing. */
export function isOpenByDate(
  file: { readonly dateAvailable: SQLWrapper; readonly dateUnavailable: SQLWrapper },
  day: SQL = today,
): SQL<boolean> {
  return sql<boolean>`(not ${isEmbargoed(file.dateAvailable, day)} and not ${isRetentionOver(file.dateUnavailable, day)})`;
}

/** What closes the bytes of a file until a day. */
interface Embargo {
  /** The first day on which they are open, `yyyy-MM-dd`. */
  readonly dateAvailable: string;
  readonly reason: string | null;
}

/** What closes the bytes of a file after a day. */
interface RetentionPeriod {
  /** The last day on which they are open, `yyyy-MM-dd`. */
  readonly dateUnavailable: string;
  readonly reason: string | null;
}

/** Sets or removes an embargo of files. */
export async function storeEmbargo(db: Queryable, fileIds: readonly number[], embargo: Embargo | null): Promise<void> {
  await db
    .update(dataFile)
    .set({ embargoDateAvailable: embargo?.dateAvailable ?? null, embargoReason: embargo?.reason ?? null })
    .where(sql`${dataFile.id} = ${anyOf(fileIds, 'int')}`);
}

/** Sets or removes a retention period of files. */
export async function storeRetention(db: Queryable, fileIds: readonly number[], retention: RetentionPeriod | null): Promise<void> {
  await db
    .update(dataFile)
    .set({ retentionDateUnavailable: retention?.dateUnavailable ?? null, retentionReason: retention?.reason ?? null })
    .where(sql`${dataFile.id} = ${anyOf(fileIds, 'int')}`);
}

/** Counts an edit of all versions of a dataset, which show what was changed beside them; the draft was changed now. */
export async function countEditOfVersions(db: Queryable, datasetId: number): Promise<void> {
  await db
    .update(datasetVersion)
    .set({
      internalVersionNumber: sql`${datasetVersion.internalVersionNumber} + 1`,
      updatedAt: sql`case when ${datasetVersion.state} = 'DRAFT' then now() else ${datasetVersion.updatedAt} end`,
    })
    .where(sql`${datasetVersion.datasetId} = ${datasetId}`);
}

/** The latest end of an embargo among the files of a version, `yyyy-MM-dd`; null where none has one. */
export async function findLatestEmbargoEnd(
  db: Queryable,
  version: { readonly datasetId: number; readonly ordinal: number },
): Promise<string | null> {
  const [row] = await db.execute<{ day: string | null }>(sql`
    select max(df.embargo_date_available)::text as day from data_file df
    inner join file_metadata fm on fm.data_file_id = df.id and fm.dataset_id = df.dataset_id
    where df.dataset_id = ${version.datasetId} and df.embargo_date_available is not null
      and fm.valid_from <= ${version.ordinal} and (fm.valid_to is null or fm.valid_to > ${version.ordinal})`);
  return row?.day ?? null;
}
