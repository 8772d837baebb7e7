/** Workbooks of Office Open XML. Source: files.md 19.6 */
import type { ByteSource } from '../../byte-source.ts';
import { variable, type Table } from '../../table.ts';
import type { ReadOptions, TableReader } from '../../table-reader.ts';
import { readSharedStrings } from './shared-strings.ts';
import { sheetBatches } from './sheet-batches.ts';
import { sheetRows, type SheetRow } from './sheet-rows.ts';
import { surveySheet } from './survey-sheet.ts';
import { openPackage } from './workbook-package.ts';
import { findParts } from './workbook-parts.ts';

const LOCAL_HEADER = 'PK\u0003\u0004';
const LOCAL_HEADER_BYTES = 30;

/** Whether one of the first entries of a zip archive is a part of a workbook. */
function recognises(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (!bytes.startsWith(LOCAL_HEADER)) return false;
  for (let at = 0; at >= 0; at = bytes.indexOf(LOCAL_HEADER, at + 1)) if (bytes.startsWith('xl/', at + LOCAL_HEADER_BYTES)) return true;
  return false;
}

async function open(source: ByteSource, options: ReadOptions): Promise<Table> {
  const { limits } = options;
  const workbook = await openPackage(source, options);
  const parts = await findParts(workbook, limits);
  const strings = await readSharedStrings(workbook, parts.sharedStrings, limits);
  const pieces = (): AsyncIterable<readonly SheetRow[]> => sheetRows(workbook.read(parts.sheet), strings, limits);
  const { columns, rows } = await surveySheet(pieces(), source.size, limits);
  return {
    // Numbers of a sheet are doubles, never whole ones by type.
    variables: columns.map(({ name, isNumber }) => variable({ name, label: name, storage: isNumber ? 'double' : 'text' })),
    rowCount: rows,
    batches: () => sheetBatches(pieces(), columns),
  };
}

export const xlsxReader: TableReader = {
  format: 'xlsx',
  mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  recognises,
  open,
};
