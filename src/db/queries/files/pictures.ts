import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { collectionLogo, datasetThumbnail } from '../../schema/picture.ts';
import { bytesOfRecord, holdsAt } from './file-columns.ts';
import { isOpenByDate } from './file-dates.ts';
import type { FilesOfVersion } from './file-search.ts';

export type DatasetThumbnailRow = typeof datasetThumbnail.$inferSelect;

/** A picture as it was sent, as PNG in both sizes. */
export interface StoredPicture {
  readonly card: Buffer;
  readonly logo: Buffer;
}

/** What was chosen for a dataset. */
export async function findDatasetThumbnail(db: Queryable, datasetId: number): Promise<DatasetThumbnailRow | undefined> {
  const [row] = await db.select().from(datasetThumbnail).where(eq(datasetThumbnail.datasetId, datasetId));
  return row;
}

/** What was chosen for a dataset, with the name of the bytes of a chosen file. */
export interface ChosenThumbnail {
  readonly card: Buffer | null;
  readonly logo: Buffer | null;
  readonly storageId: string | null;
}

/** What was chosen for a dataset, without ids; undefined where nothing was. */
export async function findChosenThumbnail(db: Queryable, datasetId: number): Promise<ChosenThumbnail | undefined> {
  const { card, logo } = datasetThumbnail;
  const [row] = await db
    .select({ card, logo, storageId: dataFile.storageId })
    .from(datasetThumbnail)
    .leftJoin(dataFile, eq(dataFile.id, datasetThumbnail.dataFileId))
    .where(eq(datasetThumbnail.datasetId, datasetId));
  return row;
}

/** Chooses for a dataset: a file, a picture, or with neither that there is to be none. */
export async function putDatasetThumbnail(
  db: Queryable,
  datasetId: number,
  chosen: { readonly dataFileId: number } | StoredPicture | null,
): Promise<void> {
  const nothing = { dataFileId: null, card: null, logo: null };
  const values = { ...nothing, ...chosen, isNone: chosen === null };
  await db
    .insert(datasetThumbnail)
    .values({ datasetId, ...values })
    .onConflictDoUpdate({ target: datasetThumbnail.datasetId, set: values });
}

/** Which files are pictures. */
export interface PictureFiles {
  readonly contentTypes: readonly string[];
  readonly mostBytes: number;
}

/** Which files are looked for. */
export interface PictureQuestion extends PictureFiles {
  /** This file alone; any when null. */
  readonly only: number | null;
  readonly limit: number;
}

/** Files of a version that are pictures and open to everybody who may see the version, by label. */
export async function listPictureFiles(
  db: Queryable,
  { datasetId, ordinal }: FilesOfVersion,
  { only, contentTypes, mostBytes, limit }: PictureQuestion,
): Promise<number[]> {
  const dates = { dateAvailable: dataFile.embargoDateAvailable, dateUnavailable: dataFile.retentionDateUnavailable };
  const rows = await db
    .select({ id: dataFile.id })
    .from(fileMetadata)
    .innerJoin(dataFile, bytesOfRecord)
    .where(
      sql`${fileMetadata.datasetId} = ${datasetId}::int and ${holdsAt(sql`${ordinal}::int`)} and not ${fileMetadata.restricted}
        and ${dataFile.contentType} = ${anyOf(contentTypes, 'text')} and ${dataFile.sizeBytes} <= ${mostBytes}::bigint and ${isOpenByDate(dates)}
        and (${only}::int is null or ${dataFile.id} = ${only}::int)`,
    )
    .orderBy(fileMetadata.label, dataFile.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Which of some versions have a picture: the one that was sent, or that of the file that was chosen, or of any file that is one. */
export async function listPicturedVersions(
  db: Queryable,
  versionIds: readonly number[],
  { contentTypes, mostBytes }: PictureFiles,
): Promise<Map<number, true>> {
  const dates = { dateAvailable: sql`f.embargo_date_available`, dateUnavailable: sql`f.retention_date_unavailable` };
  const rows = await db.execute<{ id: number }>(sql`
    select v.id from dataset_version v left join dataset_thumbnail t on t.dataset_id = v.dataset_id
    where v.id = ${anyOf(versionIds, 'int')} and t.is_none is not true and (t.card is not null or exists (
      select from data_file f join file_metadata m on m.data_file_id = f.id
      where f.dataset_id = v.dataset_id and f.content_type = ${anyOf(contentTypes, 'text')} and f.size_bytes <= ${mostBytes}::bigint
        and (t.data_file_id is null or f.id = t.data_file_id) and ${isOpenByDate(dates)} and not m.restricted
        and m.valid_from <= v.ordinal and (m.valid_to is null or m.valid_to > v.ordinal)))`);
  return new Map(rows.map(({ id }) => [id, true]));
}

/** Which of some collections have a logo. */
export async function listCollectionsWithLogo(db: Queryable, collectionIds: readonly number[]): Promise<Map<number, true>> {
  const rows = await db
    .select({ id: collectionLogo.collectionId })
    .from(collectionLogo)
    .where(sql`${collectionLogo.collectionId} = ${anyOf(collectionIds, 'int')}`);
  return new Map(rows.map(({ id }) => [id, true]));
}

/** The logo of a collection. */
export async function findCollectionLogo(db: Queryable, collectionId: number): Promise<StoredPicture | undefined> {
  const { card, logo } = collectionLogo;
  const [row] = await db.select({ card, logo }).from(collectionLogo).where(eq(collectionLogo.collectionId, collectionId));
  return row;
}

/** Gives a collection a logo in place of the one that it has. */
export async function putCollectionLogo(db: Queryable, collectionId: number, picture: StoredPicture): Promise<void> {
  const set = { card: picture.card, logo: picture.logo };
  await db
    .insert(collectionLogo)
    .values({ collectionId, ...set })
    .onConflictDoUpdate({ target: collectionLogo.collectionId, set });
}

/** Takes the logo of a collection away; whether it had one. */
export async function deleteCollectionLogo(db: Queryable, collectionId: number): Promise<boolean> {
  const rows = await db
    .delete(collectionLogo)
    .where(eq(collectionLogo.collectionId, collectionId))
    .returning({ id: collectionLogo.collectionId });
  return rows.length > 0;
}
