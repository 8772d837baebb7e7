/** Files as JSON made by PostgreSQL. */
import { type JsonCells, jsonRow } from '../../json-row.ts';
import { type FileRow, fileColumns } from './file-columns.ts';

export type FileJson = JsonCells<typeof fileColumns>;

const { json, read } = jsonRow(fileColumns);

/** SQL for a file as JSON; the statement joins `data_file` and `node`. */
export const fileJson = json;

/** The row that the JSON stands for. */
export const fileOf: (file: FileJson) => FileRow = read;
