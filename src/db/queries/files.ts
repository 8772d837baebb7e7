import { type SQL, type SQLWrapper, and, eq, isNull, sql } from 'drizzle-orm';
import type { FileAccessStatus, FileOrder } from '../../vocabulary.ts';
import { type Queryable, prepared } from '../client.ts';
import { dataset, datasetVersion } from '../schema/dataset.ts';
import { dataFile, fileMetadata } from '../schema/file.ts';
import { node } from '../schema/node.ts';
import { grantedOn } from './granted.ts';

/** The bytes of a file, as records show them. */
export interface DataFileRow {
  readonly id: number;
  readonly datasetId: number;
  readonly persistentId: string | null;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly checksumAlgorithm: string;
  readonly checksumValue: string;
  readonly storageDriver: string;
  readonly storageId: string;
  readonly restricted: boolean;
  readonly rootDataFileId: number | null;
  readonly previousDataFileId: number | null;
  /** Days, `yyyy-MM-dd`, UTC. */
  readonly creationDate: string;
  readonly publicationDate: string | null;
}

/** A file's record in a version, with its bytes. */
export interface FileRow {
  readonly id: number;
  readonly recordVersion: number;
  readonly label: string;
  readonly directoryLabel: string | null;
  readonly description: string | null;
  readonly restricted: boolean;
  readonly categories: string[];
  readonly provFreeForm: string | null;
  readonly dataFile: DataFileRow;
}

function day(moment: SQLWrapper): SQL<string> {
  return sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`;
}

const dataFileColumns = {
  id: dataFile.id,
  datasetId: dataFile.datasetId,
  persistentId: dataFile.persistentId,
  contentType: dataFile.contentType,
  sizeBytes: dataFile.sizeBytes,
  checksumAlgorithm: dataFile.checksumAlgorithm,
  checksumValue: dataFile.checksumValue,
  storageDriver: dataFile.storageDriver,
  storageId: dataFile.storageId,
  restricted: dataFile.restricted,
  rootDataFileId: dataFile.rootDataFileId,
  previousDataFileId: dataFile.previousDataFileId,
  creationDate: day(node.createdAt),
  publicationDate: sql<string | null>`${day(node.publishedAt)}`,
} as const;

const fileColumns = {
  id: fileMetadata.id,
  recordVersion: fileMetadata.recordVersion,
  label: fileMetadata.label,
  directoryLabel: fileMetadata.directoryLabel,
  description: fileMetadata.description,
  restricted: fileMetadata.restricted,
  categories: fileMetadata.categories,
  provFreeForm: fileMetadata.provFreeForm,
  dataFile: dataFileColumns,
} as const;

function jsonObject(columns: Readonly<Record<string, SQLWrapper>>): SQL {
  const pairs = Object.entries(columns).map(([key, column]) => sql`${sql.raw(`'${key}'`)}, ${column}`);
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`;
}

/** SQL condition: the record belongs to the version with this ordinal. */
function holdsAt(ordinal: SQLWrapper | number): SQL {
  return sql`${fileMetadata.validFrom} <= ${ordinal} and (${fileMetadata.validTo} is null or ${fileMetadata.validTo} > ${ordinal})`;
}

/**
 * SQL for all files of a version as one JSON array of FileRow, by label; for statements that read a version and its
 * files at once.
 */
export function filesJson(datasetId: SQLWrapper, ordinal: SQLWrapper): SQL<FileRow[]> {
  const { dataFile: bytes, ...record } = fileColumns;
  return sql<
    FileRow[]
  >`(select coalesce(json_agg(${jsonObject({ ...record, dataFile: jsonObject(bytes) })} order by ${fileMetadata.label}, ${fileMetadata.id}), '[]'::json) from ${fileMetadata} inner join ${dataFile} on ${dataFile.id} = ${fileMetadata.dataFileId} inner join ${node} on ${node.id} = ${dataFile.id} where ${fileMetadata.datasetId} = ${datasetId} and ${holdsAt(ordinal)})`;
}

/** Where a page of files begins: after this label and record. */
export interface FilePosition {
  readonly label: string;
  readonly id: number;
}

const pageStatement = prepared((db) =>
  db
    .select(fileColumns)
    .from(fileMetadata)
    .innerJoin(dataFile, eq(dataFile.id, fileMetadata.dataFileId))
    .innerJoin(node, eq(node.id, dataFile.id))
    .where(
      sql`${fileMetadata.datasetId} = ${sql.placeholder('datasetId')} and ${holdsAt(sql`${sql.placeholder('ordinal')}::int`)} and (${fileMetadata.label}, ${fileMetadata.id}) > (${sql.placeholder('afterLabel')}::text, ${sql.placeholder('afterId')}::int)`,
    )
    .orderBy(fileMetadata.label, fileMetadata.id)
    .limit(sql.placeholder('limit'))
    .prepare('version_files'),
);

/** Files of a version by label; `limit` null gives all. */
export async function listFiles(
  db: Queryable,
  version: { readonly datasetId: number; readonly ordinal: number },
  page: { readonly after?: FilePosition | undefined; readonly limit: number | null },
): Promise<FileRow[]> {
  return pageStatement(db).execute({
    datasetId: version.datasetId,
    ordinal: version.ordinal,
    afterLabel: page.after?.label ?? '',
    afterId: page.after?.id ?? 0,
    limit: page.limit,
  });
}

/** All files of several versions, in the order of the versions given. */
export async function listFilesOfVersions(
  db: Queryable,
  versionIds: readonly number[],
): Promise<{ readonly versionId: number; readonly files: FileRow[] }[]> {
  return (
    db
      .select({ versionId: datasetVersion.id, files: filesJson(datasetVersion.datasetId, datasetVersion.ordinal) })
      .from(datasetVersion)
      // Without a join Drizzle leaves the table names of columns out, also within the subquery.
      .innerJoin(dataset, eq(dataset.id, datasetVersion.datasetId))
      .where(sql`${datasetVersion.id} = any(${sql.param(versionIds)}::int[])`)
  );
}

/** Number of files of each version, by version id. */
export async function countFilesOfVersions(db: Queryable, versionIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({
      versionId: datasetVersion.id,
      count: sql<number>`(select count(*)::int from ${fileMetadata} where ${fileMetadata.datasetId} = ${datasetVersion.datasetId} and ${holdsAt(datasetVersion.ordinal)})`,
    })
    .from(datasetVersion)
    .innerJoin(dataset, eq(dataset.id, datasetVersion.datasetId))
    .where(sql`${datasetVersion.id} = any(${sql.param(versionIds)}::int[])`);
  return new Map(rows.map((row) => [row.versionId, row.count]));
}

/** A file with what decides who may read it. */
export interface FileWithAccess extends DataFileRow {
  readonly granted: number;
  readonly datasetGranted: number;
  readonly permissionPath: number[];
  readonly datasetPublishedAt: Date | null;
  readonly createdAt: Date;
  /** The dataset's authority and identifier, which name the folder. */
  readonly authority: string;
  readonly identifier: string;
  /** Ordinal of the newest released version that holds the file. */
  readonly releasedOrdinal: number | null;
  /** Whether the newest released version of the dataset holds the file. */
  readonly inLatestReleased: boolean;
  /** Name in the newest version that holds the file. */
  readonly label: string;
  readonly fileAccessRequest: boolean;
}

export type FileKey = { readonly id: number } | { readonly persistentId: string };

const newestRecord = sql`(select fm.label from file_metadata fm where fm.data_file_id = ${dataFile.id} order by fm.valid_from desc limit 1)`;
const newestReleasedRecord = sql`(select fm.label from file_metadata fm inner join dataset_version v on v.dataset_id = fm.dataset_id and v.ordinal >= fm.valid_from and (fm.valid_to is null or v.ordinal < fm.valid_to) where fm.data_file_id = ${dataFile.id} and v.state = 'RELEASED' order by v.ordinal desc limit 1)`;

function accessStatement(key: 'id' | 'persistentId') {
  return prepared((db) =>
    db
      .select({
        ...dataFileColumns,
        granted: grantedOn(node.permissionPath, sql.placeholder('identities')),
        datasetGranted: sql<number>`coalesce((select bit_or(r.permissions) from role_assignment ra inner join role r on r.id = ra.role_id where ra.definition_point_id = any((select dn.permission_path from node dn where dn.id = ${dataFile.datasetId})::int[]) and ra.assignee = any(${sql.placeholder('identities')}::text[])), 0)`,
        permissionPath: node.permissionPath,
        datasetPublishedAt: sql<string | null>`(select dn.published_at from node dn where dn.id = ${dataFile.datasetId})`,
        createdAt: node.createdAt,
        authority: dataset.authority,
        identifier: dataset.identifier,
        releasedOrdinal: sql<
          number | null
        >`(select max(v.ordinal) from file_metadata fm inner join dataset_version v on v.dataset_id = fm.dataset_id and v.ordinal >= fm.valid_from and (fm.valid_to is null or v.ordinal < fm.valid_to) where fm.data_file_id = ${dataFile.id} and v.state = 'RELEASED')`,
        latestReleasedOrdinal: sql<
          number | null
        >`(select max(v.ordinal) from dataset_version v where v.dataset_id = ${dataFile.datasetId} and v.state = 'RELEASED')`,
        label: sql<string>`coalesce(${newestReleasedRecord}, ${newestRecord})`,
        fileAccessRequest: dataset.fileAccessRequest,
      })
      .from(dataFile)
      .innerJoin(node, eq(node.id, dataFile.id))
      .innerJoin(dataset, eq(dataset.id, dataFile.datasetId))
      .where(
        key === 'id' ? eq(dataFile.id, sql.placeholder('key')) : sql`lower(${dataFile.persistentId}) = lower(${sql.placeholder('key')})`,
      )
      .prepare(`file_access_by_${key}`),
  );
}

const accessById = accessStatement('id');
const accessByPersistentId = accessStatement('persistentId');

/** Finds a file with everything that decides who may read it. */
export async function findFile(db: Queryable, key: FileKey, identities: readonly string[]): Promise<FileWithAccess | undefined> {
  const [row] =
    'id' in key
      ? await accessById(db).execute({ key: key.id, identities })
      : await accessByPersistentId(db).execute({ key: key.persistentId, identities });
  if (row === undefined) return undefined;
  const { latestReleasedOrdinal, datasetPublishedAt, ...rest } = row;
  return {
    ...rest,
    datasetPublishedAt: datasetPublishedAt === null ? null : new Date(datasetPublishedAt),
    inLatestReleased: row.releasedOrdinal !== null && row.releasedOrdinal === latestReleasedOrdinal,
  };
}

/** A file's record in one version. */
export async function findFileRecord(db: Queryable, dataFileId: number, ordinal: number): Promise<FileRow | undefined> {
  const [row] = await db
    .select(fileColumns)
    .from(fileMetadata)
    .innerJoin(dataFile, eq(dataFile.id, fileMetadata.dataFileId))
    .innerJoin(node, eq(node.id, dataFile.id))
    .where(and(eq(fileMetadata.dataFileId, dataFileId), holdsAt(ordinal)));
  return row;
}

/** Finds a file of a version with the same bytes: its label. */
export async function findDuplicate(
  db: Queryable,
  version: { readonly datasetId: number; readonly ordinal: number },
  checksum: { readonly algorithm: string; readonly value: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ label: fileMetadata.label })
    .from(dataFile)
    .innerJoin(fileMetadata, eq(fileMetadata.dataFileId, dataFile.id))
    .where(
      and(
        eq(dataFile.datasetId, version.datasetId),
        eq(dataFile.checksumValue, checksum.value),
        eq(dataFile.checksumAlgorithm, checksum.algorithm),
        holdsAt(version.ordinal),
      ),
    )
    .limit(1);
  return row?.label;
}

/** Labels in a folder of the working version that begin with a text. */
export async function listLabels(db: Queryable, datasetId: number, directoryLabel: string | null, beginning: string): Promise<string[]> {
  const rows = await db
    .select({ label: fileMetadata.label })
    .from(fileMetadata)
    .where(
      and(
        eq(fileMetadata.datasetId, datasetId),
        isNull(fileMetadata.validTo),
        sql`coalesce(${fileMetadata.directoryLabel}, '') = ${directoryLabel ?? ''}`,
        sql`starts_with(${fileMetadata.label}, ${beginning})`,
      ),
    );
  return rows.map(({ label }) => label);
}

/** Number of files of each dataset in any version, by dataset id. */
export async function countDataFilesOf(db: Queryable, datasetIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ datasetId: dataFile.datasetId, count: sql<number>`count(*)::int` })
    .from(dataFile)
    .where(sql`${dataFile.datasetId} = any(${sql.param(datasetIds)}::int[])`)
    .groupBy(dataFile.datasetId);
  return new Map(rows.map((row) => [row.datasetId, row.count]));
}

/** Stores the facts of a file's bytes; its node must exist. */
export async function insertDataFile(db: Queryable, values: typeof dataFile.$inferInsert): Promise<void> {
  await db.insert(dataFile).values(values);
}

/** Stores a file's record, valid from a version on. */
export async function insertFileRecord(db: Queryable, values: typeof fileMetadata.$inferInsert): Promise<void> {
  await db.insert(fileMetadata).values(values);
}

/** Whether the set of files differs between two versions, the later one the current. */
export async function fileSetDiffers(db: Queryable, datasetId: number, earlier: number, later: number): Promise<boolean> {
  const [row] = await db.execute<{ differs: boolean }>(sql`
    select exists (
      (select data_file_id from file_metadata where dataset_id = ${datasetId} and valid_from <= ${earlier} and (valid_to is null or valid_to > ${earlier})
         and valid_to is not null and valid_to <= ${later}
       except
       select data_file_id from file_metadata where dataset_id = ${datasetId} and valid_from <= ${later} and (valid_to is null or valid_to > ${later}) and valid_from > ${earlier})
      union all
      (select data_file_id from file_metadata where dataset_id = ${datasetId} and valid_from > ${earlier} and valid_from <= ${later} and (valid_to is null or valid_to > ${later})
       except
       select data_file_id from file_metadata where dataset_id = ${datasetId} and valid_from <= ${earlier} and (valid_to is null or valid_to > ${earlier}))
    ) as differs`);
  return row?.differs ?? false;
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
    where fm.dataset_id = ${datasetId} and fm.valid_from = ${ordinal} and fm.valid_to is null and node.id = fm.data_file_id and node.published_at is null`);
  await db.execute(sql`
    update data_file set restricted = fm.restricted
    from file_metadata fm
    where fm.dataset_id = ${datasetId} and fm.valid_from = ${ordinal} and fm.valid_to is null and data_file.id = fm.data_file_id
      and data_file.restricted <> fm.restricted`);
}

/** Bytes that only a draft holds, so that they go with it. */
export interface OrphanedFile {
  readonly id: number;
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
  const rows = await db.execute<{ id: number; storage_id: string }>(sql`
    delete from data_file df where df.dataset_id = ${datasetId}
      and not exists (select 1 from file_metadata fm where fm.data_file_id = df.id)
    returning df.id, df.storage_id`);
  if (rows.length > 0) {
    await db.delete(node).where(sql`${node.id} = any(${sql.param(rows.map((row) => row.id))}::int[])`);
  }
  return rows.map((row) => ({ id: row.id, storageId: row.storage_id }));
}

/** Where the bytes of all files of a dataset lie. */
export async function listStoredFiles(db: Queryable, datasetId: number): Promise<OrphanedFile[]> {
  return db.select({ id: dataFile.id, storageId: dataFile.storageId }).from(dataFile).where(eq(dataFile.datasetId, datasetId));
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
  await db.execute(sql`
    update file_metadata changed set directory_label = replaced.directory_label
    from file_metadata replaced
    where changed.dataset_id = ${datasetId} and changed.valid_from = ${draft}
      and replaced.data_file_id = changed.data_file_id and replaced.valid_to = ${draft}`);
  await db.execute(sql`delete from file_metadata where dataset_id = ${datasetId} and valid_to = ${draft} and valid_from = ${released}`);
  await db.execute(sql`update file_metadata set valid_to = ${released} where dataset_id = ${datasetId} and valid_to = ${draft}`);
  await db.execute(sql`
    update data_file set restricted = fm.restricted from file_metadata fm
    where fm.dataset_id = ${datasetId} and fm.valid_from = ${draft} and data_file.id = fm.data_file_id`);
  await db.execute(sql`update file_metadata set valid_from = ${released} where dataset_id = ${datasetId} and valid_from = ${draft}`);
}

/** Conditions, order and slice of a version's files. Source: datasets.md 5.4. */
export interface FileSearch {
  readonly filter: {
    readonly contentType?: string | null | undefined;
    readonly accessStatus?: FileAccessStatus | null | undefined;
    readonly categoryName?: string | null | undefined;
    readonly tabularTagName?: string | null | undefined;
    readonly searchText?: string | null | undefined;
  };
  readonly order: FileOrder;
  readonly offset: number;
  /** Null gives all. */
  readonly limit: number | null;
}

const publishedOrCreated = sql`coalesce(${node.publishedAt}, ${node.createdAt})`;

const fileOrders: Readonly<Record<FileOrder, SQL>> = {
  NameAZ: sql`${fileMetadata.label}, ${fileMetadata.id}`,
  NameZA: sql`${fileMetadata.label} desc, ${fileMetadata.id} desc`,
  Newest: sql`${publishedOrCreated} desc, ${fileMetadata.id} desc`,
  Oldest: sql`${publishedOrCreated}, ${fileMetadata.id}`,
  Size: sql`${dataFile.sizeBytes}, ${fileMetadata.id}`,
  Type: sql`${dataFile.contentType}, ${fileMetadata.label}, ${fileMetadata.id}`,
};

function accessCondition(status: FileAccessStatus): SQL {
  if (status === 'Public') return sql`not ${fileMetadata.restricted}`;
  if (status === 'Restricted') return sql`${fileMetadata.restricted}`;
  // No file has an embargo or a retention period yet.
  return sql`false`;
}

function searchConditions({ filter }: FileSearch): SQL[] {
  const conditions: SQL[] = [];
  if (filter.contentType) conditions.push(eq(dataFile.contentType, filter.contentType));
  if (filter.accessStatus) conditions.push(accessCondition(filter.accessStatus));
  if (filter.categoryName) conditions.push(sql`${fileMetadata.categories} @> array[${filter.categoryName}]::text[]`);
  // Tabular tags belong to ingested files, of which there are none yet.
  if (filter.tabularTagName) conditions.push(sql`false`);
  if (filter.searchText) {
    const text = filter.searchText.toLowerCase();
    conditions.push(
      sql`(strpos(lower(${fileMetadata.label}), ${text}) > 0 or strpos(lower(coalesce(${fileMetadata.description}, '')), ${text}) > 0)`,
    );
  }
  return conditions;
}

/** Files of a version that match, in an order, and how many match in all. */
export async function searchFiles(
  db: Queryable,
  version: { readonly datasetId: number; readonly ordinal: number },
  search: FileSearch,
): Promise<{ readonly totalCount: number; readonly files: FileRow[] }> {
  const where = and(eq(fileMetadata.datasetId, version.datasetId), holdsAt(version.ordinal), ...searchConditions(search));
  const page = db
    .select(fileColumns)
    .from(fileMetadata)
    .innerJoin(dataFile, eq(dataFile.id, fileMetadata.dataFileId))
    .innerJoin(node, eq(node.id, dataFile.id))
    .where(where)
    .orderBy(fileOrders[search.order])
    .offset(search.offset);
  const files = await (search.limit === null ? page : page.limit(search.limit));
  if (search.limit === null && search.offset === 0) return { totalCount: files.length, files };
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(fileMetadata)
    .innerJoin(dataFile, eq(dataFile.id, fileMetadata.dataFileId))
    .where(where);
  return { totalCount: row?.count ?? 0, files };
}
