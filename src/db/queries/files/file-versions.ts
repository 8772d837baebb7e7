/** The effects of publishing, folding and deleting a version on its files, and the checks before. */
import { and, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { published } from '../gate/visible.ts';
import { factNames, holdsAt } from './file-columns.ts';

/**
 * Whether the set of files differs between two versions: whether some file has a record that ended in between and none that began, or
 * the other way round. Costs what changed, by the indexes on the ranges.
 */
export async function fileSetDiffers(db: Queryable, datasetId: number, earlier: number, later: number): Promise<boolean> {
  const [row] = await db.execute<{ differs: boolean }>(sql`
    with ended as materialized (
      select data_file_id from file_metadata
      where dataset_id = ${datasetId} and valid_to > ${earlier} and valid_to <= ${later} and valid_from <= ${earlier}),
    began as materialized (
      select data_file_id from file_metadata
      where dataset_id = ${datasetId} and valid_from > ${earlier} and valid_from <= ${later} and (valid_to is null or valid_to > ${later}))
    select exists (
      (select data_file_id from ended except select data_file_id from began)
      union all (select data_file_id from began except select data_file_id from ended)
    ) as differs`);
  return row?.differs ?? false;
}

/**
 * Gives a new draft the file records of a version that is not the one before it: what came after that version ends at the
 * draft, and what ended meanwhile begins again there. Costs what the versions in between had changed.
 */
export async function copyFilesToDraft(
  db: Queryable,
  datasetId: number,
  ordinals: { readonly source: number; readonly draft: number },
): Promise<void> {
  const { source, draft } = ordinals;
  await db.execute(
    sql`update file_metadata set valid_to = ${draft} where dataset_id = ${datasetId} and valid_from > ${source} and valid_to is null`,
  );
  await db.execute(sql`
    insert into file_metadata (dataset_id, data_file_id, valid_from, ${factNames}, variable_edits_id, record_version, updated_at)
    select dataset_id, data_file_id, ${draft}, ${factNames}, variable_edits_id, record_version, updated_at
    from file_metadata where dataset_id = ${datasetId} and valid_from <= ${source} and valid_to > ${source} and valid_to < ${draft}`);
}

/** Whether a version restricts any file. */
export async function hasRestrictedFiles(db: Queryable, datasetId: number, ordinal: number): Promise<boolean> {
  const rows = await db
    .select({ id: fileMetadata.id })
    .from(fileMetadata)
    .where(and(eq(fileMetadata.datasetId, datasetId), eq(fileMetadata.restricted, true), holdsAt(ordinal)))
    .limit(1);
  return rows.length > 0;
}

/** Whether a version holds any file. */
export async function hasFiles(db: Queryable, datasetId: number, ordinal: number): Promise<boolean> {
  const rows = await db
    .select({ id: fileMetadata.id })
    .from(fileMetadata)
    .where(and(eq(fileMetadata.datasetId, datasetId), holdsAt(ordinal)))
    .limit(1);
  return rows.length > 0;
}

/**
 * Publishes the files that a version introduced or changed: their first publication date, and the restriction that
 * download checks. Costs what changed.
 */
export async function publishFiles(db: Queryable, datasetId: number, ordinal: number, publishedAt: Date): Promise<void> {
  await db.execute(sql`
    update node set published_at = coalesce(node.published_at, ${publishedAt.toISOString()}::timestamptz)
    from file_metadata fm
    where fm.dataset_id = ${datasetId} and fm.valid_from = ${ordinal} and fm.valid_to is null and node.id = fm.data_file_id and not ${published}`);
  await db.execute(sql`
    update data_file set restricted = fm.restricted
    from file_metadata fm
    where fm.dataset_id = ${datasetId} and fm.valid_from = ${ordinal} and fm.valid_to is null and data_file.id = fm.data_file_id
      and data_file.restricted <> fm.restricted`);
}

/** Bytes that only a draft holds, so that they go with it. */
export interface OrphanedFile {
  readonly id: number;
  readonly storageDriver: string;
  readonly storageId: string;
}

/**
 * Takes a draft's file records back: those it introduced go, those it ended hold again. Files that no other version
 * holds are removed; where their bytes lie.
 */
export async function deleteDraftFiles(db: Queryable, datasetId: number, ordinal: number): Promise<OrphanedFile[]> {
  await db.delete(fileMetadata).where(and(eq(fileMetadata.datasetId, datasetId), eq(fileMetadata.validFrom, ordinal)));
  await db
    .update(fileMetadata)
    .set({ validTo: null })
    .where(and(eq(fileMetadata.datasetId, datasetId), eq(fileMetadata.validTo, ordinal)));
  const rows = await db.execute<{ id: number; storage_driver: string; storage_id: string }>(sql`
    delete from data_file df where df.dataset_id = ${datasetId}
      and not exists (select 1 from file_metadata fm where fm.data_file_id = df.id)
    returning df.id, df.storage_driver, df.storage_id`);
  if (rows.length > 0) {
    const ids = rows.map(({ id }) => id);
    await db.delete(node).where(sql`${node.id} = ${anyOf(ids, 'int')}`);
  }
  return rows.map((row) => ({ id: row.id, storageDriver: row.storage_driver, storageId: row.storage_id }));
}

/** Where the bytes of all files of a dataset lie. */
export async function listStoredFiles(db: Queryable, datasetId: number): Promise<OrphanedFile[]> {
  return db
    .select({ id: dataFile.id, storageDriver: dataFile.storageDriver, storageId: dataFile.storageId })
    .from(dataFile)
    .where(eq(dataFile.datasetId, datasetId));
}

/** Whether two files would lie at one path once the draft's files are back in the folders they were published in. */
export async function foldedPathsMeet(db: Queryable, datasetId: number, draft: number): Promise<boolean> {
  const rows = await db.execute(sql`
    select 1 from file_metadata changed
    inner join file_metadata replaced on replaced.data_file_id = changed.data_file_id and replaced.valid_to = ${draft}
    inner join file_metadata other on other.dataset_id = changed.dataset_id and other.label = changed.label
      and other.valid_to is null and other.id <> changed.id
    left join file_metadata moved on moved.data_file_id = other.data_file_id and moved.valid_to = ${draft}
    where changed.dataset_id = ${datasetId} and changed.valid_from = ${draft}
      and coalesce(replaced.directory_label, '') = coalesce(case when moved.id is null then other.directory_label else moved.directory_label end, '')
    limit 1`);
  return rows.length > 0;
}

/**
 * Moves a draft's changed file records into the released version before it: the record of the draft holds from the
 * released version on, the one it replaced ends there. Folders stay as published. Source: datasets.md 2.4.
 */
export async function foldDraftFiles(
  db: Queryable,
  datasetId: number,
  ordinals: { readonly released: number; readonly draft: number },
): Promise<void> {
  const { released, draft } = ordinals;
  // Current paths are unique row by row: records that exchange folders have to stop being current in between.
  await db.execute(sql`
    update file_metadata changed set directory_label = replaced.directory_label, valid_to = ${draft + 1}
    from file_metadata replaced
    where changed.dataset_id = ${datasetId} and changed.valid_from = ${draft}
      and replaced.data_file_id = changed.data_file_id and replaced.valid_to = ${draft}`);
  await db.execute(sql`delete from file_metadata where dataset_id = ${datasetId} and valid_to = ${draft} and valid_from = ${released}`);
  await db.execute(sql`update file_metadata set valid_to = ${released} where dataset_id = ${datasetId} and valid_to = ${draft}`);
  await db.execute(sql`
    update data_file set restricted = fm.restricted from file_metadata fm
    where fm.dataset_id = ${datasetId} and fm.valid_from = ${draft} and data_file.id = fm.data_file_id`);
  await db.execute(
    sql`update file_metadata set valid_from = ${released}, valid_to = null where dataset_id = ${datasetId} and valid_from = ${draft}`,
  );
}
