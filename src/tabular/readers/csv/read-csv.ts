/** Readers of CSV and TSV. Any text could be one of them, so that neither recognises a file: its type or its name says so. Source: files.md 19.1, 19.5 */
import type { TableReader } from '../../table-reader.ts';
import { openCsv } from './csv-table.ts';

const TAB = 0x09;
const COMMA = 0x2c;

export const csvReader: TableReader = {
  format: 'csv',
  mediaTypes: ['text/csv', 'text/comma-separated-values'],
  recognises: () => false,
  open: (source, options) => openCsv(source, { delimiter: COMMA, trimmed: false }, options),
};

export const tsvReader: TableReader = {
  format: 'csv',
  mediaTypes: ['text/tsv'],
  recognises: () => false,
  open: (source, options) => openCsv(source, { delimiter: TAB, trimmed: true }, options),
};
