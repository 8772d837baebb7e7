/**
 * Files as JSON made by PostgreSQL, for statements that list them beside something else. Arrays without keys, as for the contents of
 * collections: 23 keys for each file took PostgreSQL longer than finding the files.
 */
import { type SQL, sql } from 'drizzle-orm';
import { type FileRow, fileColumns } from './file-columns.ts';

/** A file's columns in the order of `fileJson`. */
export type FileJson = readonly [
  id: number,
  recordVersion: number,
  label: string,
  directoryLabel: string | null,
  description: string | null,
  restricted: boolean,
  categories: string[],
  provFreeForm: string | null,
  dataFileId: number,
  datasetId: number,
  persistentId: string | null,
  contentType: string,
  sizeBytes: number,
  checksumAlgorithm: string,
  checksumValue: string,
  storageDriver: string,
  storageId: string,
  bytesRestricted: boolean,
  rootDataFileId: number | null,
  previousDataFileId: number | null,
  tabularTags: string[],
  embargoDateAvailable: string | null,
  embargoReason: string | null,
  retentionDateUnavailable: string | null,
  retentionReason: string | null,
  creationDate: string,
  publicationDate: string | null,
];

const { dataFile: bytes, ...record } = fileColumns;

const columns = [
  record.id,
  record.recordVersion,
  record.label,
  record.directoryLabel,
  record.description,
  record.restricted,
  record.categories,
  record.provFreeForm,
  bytes.id,
  bytes.datasetId,
  bytes.persistentId,
  bytes.contentType,
  bytes.sizeBytes,
  bytes.checksumAlgorithm,
  bytes.checksumValue,
  bytes.storageDriver,
  bytes.storageId,
  bytes.restricted,
  bytes.rootDataFileId,
  bytes.previousDataFileId,
  bytes.tabularTags,
  bytes.embargoDateAvailable,
  bytes.embargoReason,
  bytes.retentionDateUnavailable,
  bytes.retentionReason,
  bytes.creationDate,
  bytes.publicationDate,
];

/** SQL for a file as JSON; the statement joins `data_file` and `node`. */
export const fileJson: SQL<FileJson> = sql<FileJson>`json_build_array(${sql.join(columns, sql`, `)})`;

/** The row that the JSON stands for. */
export function fileOf(json: FileJson): FileRow {
  return {
    id: json[0],
    recordVersion: json[1],
    label: json[2],
    directoryLabel: json[3],
    description: json[4],
    restricted: json[5],
    categories: json[6],
    provFreeForm: json[7],
    dataFile: {
      id: json[8],
      datasetId: json[9],
      persistentId: json[10],
      contentType: json[11],
      sizeBytes: json[12],
      checksumAlgorithm: json[13],
      checksumValue: json[14],
      storageDriver: json[15],
      storageId: json[16],
      restricted: json[17],
      rootDataFileId: json[18],
      previousDataFileId: json[19],
      tabularTags: json[20],
      embargoDateAvailable: json[21],
      embargoReason: json[22],
      retentionDateUnavailable: json[23],
      retentionReason: json[24],
      creationDate: json[25],
      publicationDate: json[26],
    },
  };
}
