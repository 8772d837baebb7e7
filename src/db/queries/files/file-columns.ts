import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { utcDay } from '../gate/utc-day.ts';

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
  readonly tabularTags: string[];
  /** First day on which everybody may read the bytes, `yyyy-MM-dd`; null without an embargo. */
  readonly embargoDateAvailable: string | null;
  readonly embargoReason: string | null;
  /** Last day on which anybody may read the bytes, `yyyy-MM-dd`; null without a retention period. */
  readonly retentionDateUnavailable: string | null;
  readonly retentionReason: string | null;
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

/** Columns of a DataFileRow; the statement joins `node`. */
export const dataFileColumns = {
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
  tabularTags: dataFile.tabularTags,
  embargoDateAvailable: dataFile.embargoDateAvailable,
  embargoReason: dataFile.embargoReason,
  retentionDateUnavailable: dataFile.retentionDateUnavailable,
  retentionReason: dataFile.retentionReason,
  creationDate: utcDay(node.createdAt),
  publicationDate: utcDay<string | null>(node.publishedAt),
} as const;

/** Columns of a FileRow; the statement joins `data_file` and `node`. */
export const fileColumns = {
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

/**
 * Join conditions from a record to its bytes and on to their node. They name the dataset as well, so that the files of a
 * large dataset are read by the indexes on it instead of from the whole table.
 */
export const bytesOfRecord = sql`${dataFile.id} = ${fileMetadata.dataFileId} and ${dataFile.datasetId} = ${fileMetadata.datasetId}`;
export const nodeOfBytes = sql`${node.id} = ${dataFile.id} and ${node.ownerId} = ${dataFile.datasetId}`;

/** SQL condition: the record belongs to the version with this ordinal. */
export function holdsAt(ordinal: SQLWrapper | number): SQL {
  return sql`${fileMetadata.validFrom} <= ${ordinal} and (${fileMetadata.validTo} is null or ${fileMetadata.validTo} > ${ordinal})`;
}
