/** Stored rows as they are, for checks of what an older release or another program may have written. */
import { asc, sql } from 'drizzle-orm';
import type { PageWindow } from '../../../model/page-window.ts';
import type { Queryable } from '../../client.ts';
import { boundWindow } from '../../id-window.ts';
import { dataset, datasetVersion } from '../../schema/dataset.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { dataTable, dataVariable } from '../../schema/data-table.ts';

/** Ids of datasets, a window of them in ascending order. */
export async function listDatasetIds(db: Queryable, window: PageWindow<number>): Promise<number[]> {
  const { within, order, limit } = boundWindow(dataset.id, window);
  const rows = await db
    .select({ id: dataset.id })
    .from(dataset)
    .where(within)
    .orderBy(sql`${order} ${limit}`);
  return (window.fromEnd ? rows.toReversed() : rows).map(({ id }) => id);
}

/** Number of all datasets. */
export async function countDatasets(db: Queryable): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(dataset);
  return row?.count ?? 0;
}

/** A version as it is stored, with what a check looks at. */
export type StoredVersion = Pick<
  typeof datasetVersion.$inferSelect,
  'id' | 'ordinal' | 'metadata' | 'versionNote' | 'deaccessionNote' | 'deaccessionLink'
>;

const storedVersion = {
  id: datasetVersion.id,
  ordinal: datasetVersion.ordinal,
  metadata: datasetVersion.metadata,
  versionNote: datasetVersion.versionNote,
  deaccessionNote: datasetVersion.deaccessionNote,
  deaccessionLink: datasetVersion.deaccessionLink,
} as const;

/** Versions of a dataset after an ordinal, oldest first. */
export async function listStoredVersions(db: Queryable, datasetId: number, after: number, limit: number): Promise<StoredVersion[]> {
  return db
    .select(storedVersion)
    .from(datasetVersion)
    .where(sql`${datasetVersion.datasetId} = ${datasetId} and ${datasetVersion.ordinal} > ${after}`)
    .orderBy(asc(datasetVersion.ordinal))
    .limit(limit);
}

/** A record of a file with the facts of its bytes, as they are stored. */
export interface StoredFileRecord {
  readonly id: number;
  readonly dataFileId: number;
  readonly label: string;
  readonly directoryLabel: string | null;
  readonly sizeBytes: number;
  readonly checksumAlgorithm: string;
  readonly checksumValue: string;
}

const storedRecord = {
  id: fileMetadata.id,
  dataFileId: dataFile.id,
  label: fileMetadata.label,
  directoryLabel: fileMetadata.directoryLabel,
  sizeBytes: dataFile.sizeBytes,
  checksumAlgorithm: dataFile.checksumAlgorithm,
  checksumValue: dataFile.checksumValue,
} as const;

/** Records of files of a dataset in any version after one, by id. */
export async function listStoredFileRecords(db: Queryable, datasetId: number, after: number, limit: number): Promise<StoredFileRecord[]> {
  return db
    .select(storedRecord)
    .from(fileMetadata)
    .innerJoin(dataFile, sql`${dataFile.id} = ${fileMetadata.dataFileId} and ${dataFile.datasetId} = ${fileMetadata.datasetId}`)
    .where(sql`${fileMetadata.datasetId} = ${datasetId} and ${fileMetadata.id} > ${after}`)
    .orderBy(asc(fileMetadata.id))
    .limit(limit);
}

/** A variable of a table with what its table says, as they are stored. */
export interface StoredVariable {
  readonly id: number;
  readonly name: string;
  readonly intervalType: string;
  readonly formatType: string;
  readonly unf: string;
  readonly fileOrder: number;
  /** Number of variables that the table claims. */
  readonly variableQuantity: number;
}

const storedVariable = {
  id: dataVariable.id,
  name: dataVariable.name,
  intervalType: sql<string>`${dataVariable.intervalType}`,
  formatType: sql<string>`${dataVariable.formatType}`,
  unf: dataVariable.unf,
  fileOrder: dataVariable.fileOrder,
  variableQuantity: dataTable.variableQuantity,
} as const;

/** Variables of the tables of a dataset after one, by id. */
export async function listStoredVariables(db: Queryable, datasetId: number, after: number, limit: number): Promise<StoredVariable[]> {
  return db
    .select(storedVariable)
    .from(dataVariable)
    .innerJoin(dataTable, sql`${dataTable.dataFileId} = ${dataVariable.dataFileId}`)
    .innerJoin(dataFile, sql`${dataFile.id} = ${dataTable.dataFileId}`)
    .where(sql`${dataFile.datasetId} = ${datasetId} and ${dataVariable.id} > ${after}`)
    .orderBy(asc(dataVariable.id))
    .limit(limit);
}
