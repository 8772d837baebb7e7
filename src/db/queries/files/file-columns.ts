import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { FileFacts } from '../../../model/files/file-facts.ts';
import { INGESTED_TYPE } from '../../../model/ingested-type.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { typedValue } from '../gate/typed-value.ts';
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
  /** Tag of the object that downloads give out; null for the storage id itself. */
  readonly bytesTag: string | null;
  readonly restricted: boolean;
  readonly rootDataFileId: number | null;
  readonly previousDataFileId: number | null;
  readonly tabularTags: string[];
  /** First day after the embargo, `yyyy-MM-dd`; null without an embargo. */
  readonly embargoDateAvailable: string | null;
  readonly embargoReason: string | null;
  /** Last day of the retention period, `yyyy-MM-dd`; null without one. */
  readonly retentionDateUnavailable: string | null;
  readonly retentionReason: string | null;
  /** Days, `yyyy-MM-dd`, UTC. */
  readonly creationDate: string;
  readonly publicationDate: string | null;
  /** Null for a file that was not ingested. */
  readonly tabular: TabularFacts | null;
}

/** The size of a table, and of its text as it is given out, with the SHA-256, where these are known. */
export interface TableFacts {
  readonly caseQuantity: number;
  readonly variableQuantity: number;
  readonly downloadSizeBytes: number | null;
  readonly downloadSha256: string | null;
}

/** What an ingested file was uploaded as, with the size and the fingerprint of its table. Each is null where it was not recorded. Source: files.md 3. */
export interface TabularFacts {
  readonly originalName: string | null;
  readonly originalType: string | null;
  readonly originalSizeBytes: number | null;
  readonly unf: string | null;
  readonly table: TableFacts | null;
}

/** A file's record in a version, with its bytes. */
export interface FileRow extends Readonly<FileFacts> {
  readonly id: number;
  readonly recordVersion: number;
  /** What was edited of the variables of its table, if anything was. */
  readonly variableEditsId: number | null;
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
  bytesTag: dataFile.bytesTag,
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
  // Most files are no tables: theirs are not looked for.
  tabular: sql<TabularFacts | null>`case when ${dataFile.contentType} = ${sql.raw(`'${INGESTED_TYPE}'`)} then json_build_object(
    'originalName', (select o.file_name from saved_original o where o.data_file_id = ${dataFile.id}),
    'originalType', (select o.content_type from saved_original o where o.data_file_id = ${dataFile.id}),
    'originalSizeBytes', (select o.size_bytes from saved_original o where o.data_file_id = ${dataFile.id}),
    'unf', (select t.unf from data_table t where t.data_file_id = ${dataFile.id}),
    'table', (select json_build_object('caseQuantity', t.case_quantity, 'variableQuantity', t.variable_quantity, 'downloadSizeBytes', t.download_size_bytes, 'downloadSha256', t.download_sha256) from data_table t where t.data_file_id = ${dataFile.id})) end`,
} as const;

// All that a record says of its file, beside what places and counts the record, and what it says of the variables.
const {
  id,
  datasetId: _dataset,
  dataFileId: _bytes,
  validFrom: _from,
  validTo: _to,
  recordVersion,
  variableEditsId,
  updatedAt: _when,
  ...facts
} = getTableColumns(fileMetadata);

/** Columns of a file's facts. */
export const factColumns = facts;

/** Names of the columns of a file's facts, as an insertion lists them. */
export const factNames = sql.join(
  Object.values(factColumns).map(({ name }) => sql.identifier(name)),
  sql`, `,
);

/** A placeholder for each of them, by the name of the fact. */
export const factValues = sql.join(
  Object.entries(factColumns).map(([name, column]) => typedValue(name, column.getSQLType())),
  sql`, `,
);

/** Columns of a FileRow; the statement joins `data_file` and `node`. */
export const fileColumns = {
  id,
  recordVersion,
  variableEditsId,
  ...factColumns,
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
