/** Where the rows say that bytes lie, for comparing them with what the stores hold. */
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { bulkJob, bulkPart } from '../../schema/bulk.ts';
import { auxiliaryFile } from '../../schema/auxiliary-file.ts';
import { dataset } from '../../schema/dataset.ts';
import { dataFile } from '../../schema/file.ts';
import { savedOriginal } from '../../schema/saved-original.ts';
import { uploadTicket } from '../../schema/upload.ts';
import { folderColumns } from '../files/dataset-folder.ts';

/** A place that a row names. */
export interface NamedPlace {
  readonly driver: string;
  readonly authority: string;
  readonly identifier: string;
  readonly storageId: string;
}

/** What names the folder of a dataset in any store. */
type Folder = Pick<NamedPlace, 'authority' | 'identifier'>;

/** The tags that storage ids end with, dots excluded: names of files and of tags can hold any number of dots before. */
function lastTagsOf(storageIds: readonly string[]): string[] {
  return storageIds.flatMap((storageId) => (storageId.includes('.') ? [storageId.slice(storageId.lastIndexOf('.') + 1)] : []));
}

/** In any case, since some file systems keep folders so. */
function liesIn(place: typeof folderColumns | typeof uploadTicket, folder: Folder | undefined): SQL | undefined {
  if (folder === undefined) return undefined;
  return sql`lower(${place.authority}) = lower(${folder.authority}) and lower(${place.identifier}) = lower(${folder.identifier})`;
}

/** The folder of a bulk job, which is none of a dataset. */
function bulkFolder(jobId: SQLWrapper): { readonly authority: SQL<string>; readonly identifier: SQL<string> } {
  return { authority: sql<string>`'.bulk'`, identifier: sql<string>`${jobId}::text` };
}

/**
 * Places that records of files, of those made from them, tickets of uploads under way, or bulk jobs name by one of these storage ids, in one
 * folder or in all. One statement: between two an upload could become a file and be in neither.
 */
export async function listNamedPlaces(db: Queryable, storageIds: readonly string[], folder?: Folder): Promise<NamedPlace[]> {
  if (storageIds.length === 0) return [];
  const asked = anyOf(storageIds, 'text');
  const folderOfFile = { driver: dataFile.storageDriver, ...folderColumns };
  return db
    .select({ ...folderOfFile, storageId: dataFile.storageId })
    .from(dataFile)
    .innerJoin(dataset, eq(dataset.id, dataFile.datasetId))
    .where(and(sql`${dataFile.storageId} = ${asked}`, liesIn(folderColumns, folder)))
    .unionAll(
      db
        .select({
          driver: uploadTicket.storageDriver,
          authority: uploadTicket.authority,
          identifier: uploadTicket.identifier,
          storageId: uploadTicket.storageId,
        })
        .from(uploadTicket)
        .where(and(sql`${uploadTicket.storageId} = ${asked}`, liesIn(uploadTicket, folder))),
    )
    .unionAll(
      db
        .select({ ...folderOfFile, storageId: sql<string>`${dataFile.storageId} || '.' || ${auxiliaryFile.storageTag}` })
        .from(auxiliaryFile)
        .innerJoin(dataFile, eq(dataFile.id, auxiliaryFile.dataFileId))
        .innerJoin(dataset, eq(dataset.id, dataFile.datasetId))
        .where(and(sql`${auxiliaryFile.storageTag} = ${anyOf(lastTagsOf(storageIds), 'text')}`, liesIn(folderColumns, folder))),
    )
    .unionAll(
      db
        .select({ ...folderOfFile, storageId: sql<string>`${dataFile.storageId} || '.' || ${dataFile.bytesTag}` })
        .from(dataFile)
        .innerJoin(dataset, eq(dataset.id, dataFile.datasetId))
        .where(and(sql`${dataFile.bytesTag} = ${anyOf(lastTagsOf(storageIds), 'text')}`, liesIn(folderColumns, folder))),
    )
    .unionAll(
      db
        .select({ driver: bulkPart.driver, ...bulkFolder(bulkPart.jobId), storageId: bulkPart.storageId })
        .from(bulkPart)
        .where(and(sql`${bulkPart.storageId} = ${asked}`, folder === undefined ? undefined : sql`false`)),
    )
    .unionAll(
      db
        .select({
          driver: sql<string>`${bulkJob.inputDriver}`,
          ...bulkFolder(bulkJob.id),
          storageId: sql<string>`${bulkJob.inputStorageId}`,
        })
        .from(bulkJob)
        .where(and(sql`${bulkJob.inputStorageId} = ${asked}`, folder === undefined ? undefined : sql`false`)),
    );
}

/**
 * Those of the given storage ids that a record still names in the folder, or the ticket of an upload that may become a file there,
 * in whatever store: datasets whose identifiers differ only in their protocol have one folder.
 */
export async function listNamedStorageIds(db: Queryable, folder: Folder, storageIds: readonly string[]): Promise<Set<string>> {
  const named = new Set((await listNamedPlaces(db, storageIds, folder)).map(({ storageId }) => storageId));
  return new Set(storageIds.filter((storageId) => named.has(storageId)));
}

/** Whether a dataset has this folder. */
export async function hasDatasetFolder(db: Queryable, { authority, identifier }: Folder): Promise<boolean> {
  const rows = await db
    .select({ id: dataset.id })
    .from(dataset)
    .where(sql`${folderColumns.authority} = ${authority} and ${folderColumns.identifier} = ${identifier}`)
    .limit(1);
  return rows.length > 0;
}

/** A file with everything that has to lie in its store. */
export interface ExpectedFile extends NamedPlace {
  readonly id: number;
  readonly datasetId: number;
  readonly label: string;
  /** Of the object under the storage id; null where none is recorded. */
  readonly sizeBytes: number | null;
  /** What lies beside it, by the tag of its storage id; the size is null where none is recorded. */
  readonly beside: readonly { readonly tag: string; readonly sizeBytes: number | null }[];
}

const expectedFile = {
  driver: dataFile.storageDriver,
  ...folderColumns,
  storageId: dataFile.storageId,
  id: dataFile.id,
  datasetId: dataFile.datasetId,
  label: sql<string>`coalesce((select m.label from file_metadata m where m.data_file_id = ${dataFile.id} order by m.valid_from desc limit 1), '')`,
  sizeBytes: sql<
    number | null
  >`(case when ${dataFile.bytesTag} is null then ${dataFile.sizeBytes} else (select o.size_bytes from ${savedOriginal} o where o.data_file_id = ${dataFile.id}) end)::float8`,
  beside: sql<
    ExpectedFile['beside']
  >`(select coalesce(json_agg(json_build_object('tag', b.tag, 'sizeBytes', b.size_bytes)), '[]') from (select 'orig' as tag, o.size_bytes from ${savedOriginal} o where o.data_file_id = ${dataFile.id} and ${dataFile.bytesTag} is null union all select ${dataFile.bytesTag}, ${dataFile.sizeBytes} where ${dataFile.bytesTag} is not null union all select a.storage_tag, a.size_bytes from ${auxiliaryFile} a where a.data_file_id = ${dataFile.id}) b)`,
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
