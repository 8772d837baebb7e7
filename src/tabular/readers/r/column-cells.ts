/** Cells of the next rows of a column. */
import type { Column } from '../../table.ts';
import { TextCellsBuilder } from '../../text-cells.ts';
import { endOfText } from '../text-encoding.ts';
import { levelText, MISSING_INTEGER64, type ColumnSetting, type FrameColumn } from './frame-column.ts';
import { numberSource } from './number-source.ts';
import { numeral } from './numeral.ts';
import { malformed, WORD_BYTES } from './serial-input.ts';
import type { SerialTexts } from './vector-values.ts';

export interface ColumnCells {
  /** How many of the next rows have no more bytes of text than these; one at least. */
  fit(rows: number, bytes: number): Promise<number>;
  /** The next rows. The arrays are used again. @param firstRow its number, from 1 */
  next(rows: number, firstRow: number): Promise<Column>;
}

export interface CellsSetting extends ColumnSetting {
  readonly encodings: SerialTexts;
  /** The most rows at a time. */
  readonly rows: number;
}

export function columnCells(column: FrameColumn, setting: CellsSetting): ColumnCells {
  const { values, cells } = column;
  if (cells.kind === 'texts' && values.kind === 'vector') return storedTexts(values.position, setting);
  if (cells.kind === 'integers64' || cells.kind === 'smallIntegers64') return integers64(column, setting);
  if (cells.kind === 'complex' || cells.kind === 'raw') return unusual(column, setting);
  if (cells.kind === 'numbers') return numbers(column, setting);
  return textsOfNumbers(column, setting);
}

function anyRows(rows: number): Promise<number> {
  return Promise.resolve(rows);
}

function numbers({ values: from }: FrameColumn, { open, rows: most }: CellsSetting): ColumnCells {
  const source = numberSource(from, open);
  const values = new Float64Array(most);
  const missing = new Uint8Array(most);
  const next = async (rows: number): Promise<Column> => {
    const any = await source(values, missing, rows);
    return { kind: 'number', values, missing: any ? missing : undefined };
  };
  return { fit: anyRows, next };
}

/** Levels of a factor, dates, and texts of numbers that R had not made. */
function textsOfNumbers({ variable, values: from, cells }: FrameColumn, { open, rows: most }: CellsSetting): ColumnCells {
  const source = numberSource(from.kind === 'numerals' ? from.of : from, open);
  const values = new Float64Array(most);
  const missing = new Uint8Array(most);
  const builder = new TextCellsBuilder(most);
  const longest = cells.kind === 'levels' ? cells.levels.reduce((bytes, level) => Math.max(bytes, level.length * 3), 1) : 1;
  const textOf = (value: number, row: number): string | undefined => {
    if (cells.kind === 'levels') return levelText(cells.levels, value, { row, column: variable.name });
    if (cells.kind === 'temporal') return Number.isNaN(value) ? undefined : cells.text(value);
    return numeral(value);
  };
  const next = async (rows: number, firstRow: number): Promise<Column> => {
    builder.clear();
    await source(values, missing, rows);
    for (let row = 0; row < rows; row += 1) {
      const text = missing[row] === 1 ? undefined : textOf(values[row] ?? 0, firstRow + row);
      builder.push(text ?? '');
      missing[row] = text === undefined ? 1 : 0;
    }
    return { kind: 'text', cells: builder.cells(), missing };
  };
  return { fit: (rows, bytes) => Promise.resolve(Math.max(1, Math.min(rows, Math.floor(bytes / longest)))), next };
}

function storedTexts(position: number, { open, rows: most, encodings }: CellsSetting): ColumnCells {
  const input = open(position);
  const builder = new TextCellsBuilder(most);
  const missing = new Uint8Array(most);
  const fit = async (rows: number, bytes: number): Promise<number> => {
    const start = input.position;
    let held = 0;
    let count = 0;
    for (; count < rows && held <= bytes; count += 1) {
      if (input.ready < WORD_BYTES) await input.fill();
      input.takeInteger();
      const length = input.takeInteger();
      if (length > 0) await input.text(length);
      held += Math.max(0, length);
    }
    input.moveTo(start);
    return Math.max(1, held > bytes ? count - 1 : count);
  };
  const next = async (rows: number): Promise<Column> => {
    builder.clear();
    for (let row = 0; row < rows; row += 1) {
      if (input.ready < WORD_BYTES) await input.fill();
      const flags = input.takeInteger();
      const length = input.takeInteger();
      missing[row] = length === -1 ? 1 : 0;
      if (length <= 0) {
        builder.pushEmpty();
        continue;
      }
      const text = await input.text(length);
      encodings.of(flags).pushCell(builder, text, 0, endOfText(text, 0, length));
    }
    return { kind: 'text', cells: builder.cells(), missing };
  };
  return { fit, next };
}

function integers64({ values: from, cells }: FrameColumn, { open, rows: most }: CellsSetting): ColumnCells {
  if (from.kind !== 'vector') throw malformed();
  const input = open(from.position);
  const isSmall = cells.kind === 'smallIntegers64';
  const small = new Float64Array(isSmall ? most : 0);
  const large = new BigInt64Array(isSmall ? 0 : most);
  const missing = new Uint8Array(most);
  const next = async (rows: number): Promise<Column> => {
    for (let row = 0; row < rows; row += 1) {
      if (input.ready < WORD_BYTES) await input.fill();
      const value = input.takeInteger64();
      missing[row] = value === MISSING_INTEGER64 ? 1 : 0;
      if (isSmall) small[row] = missing[row] === 1 ? 0 : Number(value);
      else large[row] = value;
    }
    return isSmall ? { kind: 'number', values: small, missing } : { kind: 'int64', values: large, missing };
  };
  return { fit: anyRows, next };
}

/** Complex numbers as `1+2i`, bytes as two hexadecimal digits. */
function unusual({ values: from, cells }: FrameColumn, { open, rows: most }: CellsSetting): ColumnCells {
  if (from.kind !== 'vector') throw malformed();
  const input = open(from.position);
  const builder = new TextCellsBuilder(most);
  const missing = new Uint8Array(most);
  const complex = (): string | undefined => {
    const real = input.takeDouble();
    const isMissing = input.wasMissing;
    const imaginary = input.takeDouble();
    if (isMissing || input.wasMissing) return undefined;
    return `${numeral(real)}${imaginary < 0 || Object.is(imaginary, -0) ? '-' : '+'}${numeral(Math.abs(imaginary))}i`;
  };
  const next = async (rows: number): Promise<Column> => {
    builder.clear();
    for (let row = 0; row < rows; row += 1) {
      if (input.ready < WORD_BYTES) await input.fill();
      const text = cells.kind === 'complex' ? complex() : input.takeByte().toString(16).padStart(2, '0');
      builder.push(text ?? '');
      missing[row] = text === undefined ? 1 : 0;
    }
    return { kind: 'text', cells: builder.cells(), missing };
  };
  return { fit: anyRows, next };
}
