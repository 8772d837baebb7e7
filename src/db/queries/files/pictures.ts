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

/** Which files are looked for. */
export interface PictureQuestion {
  /** This file alone; any when null. */
  readonly only: number | null;
  readonly contentTypes: readonly string[];
  readonly mostBytes: number;
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
