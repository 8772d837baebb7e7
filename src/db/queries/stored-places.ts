/** Where the rows say that bytes lie, for comparing them with what the stores hold. */
import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../kept-plans.ts';
import type { Queryable } from '../client.ts';
import { auxiliaryFile } from '../schema/auxiliary-file.ts';
import { dataset } from '../schema/dataset.ts';
import { dataFile } from '../schema/file.ts';
import { savedOriginal } from '../schema/saved-original.ts';
import { uploadTicket } from '../schema/upload.ts';
import { lastTagsOf } from './storage-ids.ts';

/** A place that a row names. */
export interface NamedPlace {
  readonly driver: string;
  readonly authority: string;
  readonly identifier: string;
  readonly storageId: string;
}

/** Places that records of files, of those made from them, or tickets of uploads under way name by one of these storage ids. */
export async function listNamedPlaces(db: Queryable, storageIds: readonly string[]): Promise<NamedPlace[]> {
  const asked = anyOf(storageIds, 'text');
  const files = await db
    .select({
      driver: dataFile.storageDriver,
      authority: dataset.authority,
      identifier: dataset.identifier,
      storageId: dataFile.storageId,
    })
    .from(dataFile)
    .innerJoin(dataset, eq(dataset.id, dataFile.datasetId))
    .where(sql`${dataFile.storageId} = ${asked}`);
  const tickets = await db
    .select({
      driver: uploadTicket.storageDriver,
      authority: uploadTicket.authority,
      identifier: uploadTicket.identifier,
      storageId: uploadTicket.storageId,
    })
    .from(uploadTicket)
    .where(sql`${uploadTicket.storageId} = ${asked}`);
  const auxiliary = await db
    .select({
      driver: dataFile.storageDriver,
      authority: dataset.authority,
      identifier: dataset.identifier,
      storageId: sql<string>`${dataFile.storageId} || '.' || ${auxiliaryFile.storageTag}`,
    })
    .from(auxiliaryFile)
    .innerJoin(dataFile, eq(dataFile.id, auxiliaryFile.dataFileId))
    .innerJoin(dataset, eq(dataset.id, dataFile.datasetId))
    .where(sql`${auxiliaryFile.storageTag} = ${anyOf(lastTagsOf(storageIds), 'text')}`);
  return [...files, ...tickets, ...auxiliary];
}

/** Whether a dataset has this folder. */
export async function hasDatasetFolder(
  db: Queryable,
  { authority, identifier }: Omit<NamedPlace, 'driver' | 'storageId'>,
): Promise<boolean> {
  const rows = await db
    .select({ id: dataset.id })
    .from(dataset)
    .where(sql`${dataset.authority} = ${authority} and ${dataset.identifier} = ${identifier}`)
    .limit(1);
  return rows.length > 0;
}

/** A file with everything that has to lie in its store. */
export interface ExpectedFile extends NamedPlace {
  readonly id: number;
  readonly datasetId: number;
  readonly label: string;
  readonly sizeBytes: number;
  /** What lies beside it, by the tag of its storage id; the size is null where none is recorded. */
  readonly beside: readonly { readonly tag: string; readonly sizeBytes: number | null }[];
}

const expectedFile = {
  driver: dataFile.storageDriver,
  authority: dataset.authority,
  identifier: dataset.identifier,
  storageId: dataFile.storageId,
  id: dataFile.id,
  datasetId: dataFile.datasetId,
  label: sql<string>`coalesce((select m.label from file_metadata m where m.data_file_id = ${dataFile.id} order by m.valid_from desc limit 1), '')`,
  sizeBytes: dataFile.sizeBytes,
  beside: sql<
    ExpectedFile['beside']
  >`(select coalesce(json_agg(json_build_object('tag', b.tag, 'sizeBytes', b.size_bytes)), '[]') from (select 'orig' as tag, o.size_bytes from ${savedOriginal} o where o.data_file_id = ${dataFile.id} union all select a.storage_tag, a.size_bytes from ${auxiliaryFile} a where a.data_file_id = ${dataFile.id}) b)`,
} as const;

/** Files after an id, in ascending order. */
export async function listExpectedFiles(db: Queryable, after: number, limit: number): Promise<ExpectedFile[]> {
  return db
    .select(expectedFile)
    .from(dataFile)
    .innerJoin(dataset, eq(dataset.id, dataFile.datasetId))
    .where(sql`${dataFile.id} > ${after}`)
    .orderBy(dataFile.id)
    .limit(limit);
}

/** Whether a file is still recorded at the place where it was. */
export async function isStillExpected(db: Queryable, { id, storageId, driver }: ExpectedFile): Promise<boolean> {
  const rows = await db
    .select({ id: dataFile.id })
    .from(dataFile)
    .where(sql`${dataFile.id} = ${id} and ${dataFile.storageId} = ${storageId} and ${dataFile.storageDriver} = ${driver}`);
  return rows.length > 0;
}
