/** Files as JSON made by PostgreSQL. */
import { briefJsonRow, type JsonCells, type JsonRow, jsonRow } from '../../json-row.ts';
import { type FileRow, fileColumns } from './file-columns.ts';

export type FileJson = JsonCells<typeof fileColumns>;

/** A file as JSON; the statement joins `data_file` and `node`. */
const wholeFile = jsonRow(fileColumns);

const { dataFile: bytes } = fileColumns;

/** What a plain list shows of a file, which takes PostgreSQL half as long as all of it; `node` is not needed. */
const briefFile = briefJsonRow(fileColumns, {
  id: fileColumns.id,
  label: fileColumns.label,
  directoryLabel: fileColumns.directoryLabel,
  description: fileColumns.description,
  restricted: fileColumns.restricted,
  dataFile: {
    id: bytes.id,
    persistentId: bytes.persistentId,
    contentType: bytes.contentType,
    sizeBytes: bytes.sizeBytes,
    checksumAlgorithm: bytes.checksumAlgorithm,
    checksumValue: bytes.checksumValue,
  },
});

/** A file as JSON, with all columns or those of a plain list. */
export function fileJsonRow(brief: boolean): JsonRow<typeof fileColumns> {
  return brief ? briefFile : wholeFile;
}

/** SQL for a file as JSON; the statement joins `data_file` and `node`. */
export const fileJson = wholeFile.json;

/** The row that the JSON stands for. */
export const fileOf: (file: FileJson) => FileRow = wholeFile.read;

/** The rows that the JSON stands for. */
export function filesOf(files: readonly FileJson[], brief = false): FileRow[] {
  return files.map(fileJsonRow(brief).read);
}
