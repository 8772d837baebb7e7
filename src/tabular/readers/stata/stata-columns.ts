/** Cells of a block of rows, as columns. */
import { TableError } from '../../table-error.ts';
import type { Column } from '../../table.ts';
import { TextCellsBuilder } from '../../text-cells.ts';
import { textColumn, type BlockOfRows } from '../text-column.ts';
import { endOfText, type TextEncoding } from '../text-encoding.ts';
import { dateFormat, type DateFormat } from './display-format.ts';
import { referenceAt, type LongStrings } from './long-strings.ts';
import { type NumberKind, numberReader } from './number-reader.ts';
import type { StataHeader, StataVariable } from './stata-header.ts';

/** Makes the column of one variable; its arrays are used again for the next block. */
export type ColumnReader = (block: BlockOfRows) => Column | Promise<Column>;

export interface ColumnSetting {
  readonly header: StataHeader;
  readonly encoding: TextEncoding;
  readonly longStrings: LongStrings | undefined;
  /** The most rows of a block. */
  readonly rows: number;
}

export function columnReader(setting: ColumnSetting, variable: StataVariable, offset: number): ColumnReader {
  const { kind } = variable.type;
  if (kind === 'str') return stringColumn(setting, variable.type.bytes, offset);
  if (kind === 'strl') return longStringColumn(setting, variable, offset);
  const date = dateFormat(variable.format);
  return date === undefined ? numberColumn(setting, kind, offset) : dateColumn(setting, kind, offset, variable, date);
}

function numberColumn({ header, rows: mostRows }: ColumnSetting, kind: NumberKind, offset: number): ColumnReader {
  const { fill, isMissing } = numberReader(header, kind);
  const values = new Float64Array(mostRows);
  const missing = new Uint8Array(mostRows);
  return ({ bytes, rows }) => {
    let any = false;
    fill(values, rows, bytes, offset, header.rowBytes);
    for (let row = 0; row < rows; row += 1) {
      const absent = isMissing(values[row] ?? 0);
      if (absent) values[row] = 0;
      missing[row] = absent ? 1 : 0;
      any ||= absent;
    }
    return { kind: 'number', values, missing: any ? missing : undefined };
  };
}

function dateColumn(setting: ColumnSetting, kind: NumberKind, offset: number, variable: StataVariable, date: DateFormat): ColumnReader {
  const { read, isMissing } = numberReader(setting.header, kind);
  return textColumn(setting.rows, ({ bytes, firstRow }, row, cells) => {
    const value = read(bytes, row * setting.header.rowBytes + offset);
    if (isMissing(value)) return false;
    const text = date.text(value);
    if (text === undefined) {
      throw new TableError('MALFORMED', `${value} is not within the years 0 to 9999 in the format ${variable.format}.`, {
        row: firstRow + row,
        column: variable.name,
      });
    }
    cells.push(text);
    return true;
  });
}

/** A string in the row; a NUL ends it, and an empty one is missing. */
function stringColumn({ header, encoding, rows: mostRows }: ColumnSetting, width: number, offset: number): ColumnReader {
  return textColumn(mostRows, ({ bytes }, row, cells) => {
    const start = row * header.rowBytes + offset;
    const end = endOfText(bytes, start, start + width);
    if (end === start) return false;
    encoding.pushCell(cells, bytes, start, end);
    return true;
  });
}

/** A string that stands elsewhere in the file. One that the row does not name is an empty string, not missing. Source: files.md 19.6 */
function longStringColumn(setting: ColumnSetting, variable: StataVariable, offset: number): ColumnReader {
  const { header, encoding, longStrings, rows: mostRows } = setting;
  const cells = new TextCellsBuilder(mostRows);
  return async ({ bytes, rows, firstRow }) => {
    cells.clear();
    for (let row = 0; row < rows; row += 1) {
      const reference = referenceAt(header, bytes, row * header.rowBytes + offset);
      const text = reference && (await longStrings?.read(reference.variable, reference.row));
      if (text === undefined) {
        cells.pushEmpty();
        continue;
      }
      if (text.includes(0)) {
        throw new TableError('UNSUPPORTED', 'A string holds bytes that are no text.', { row: firstRow + row, column: variable.name });
      }
      encoding.pushCell(cells, text, 0, text.length);
    }
    return { kind: 'text', cells: cells.cells(), missing: undefined };
  };
}
