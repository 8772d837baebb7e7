/** Forms of a table that are texts: some of its columns, CSV, and JSON by lines. Source: files.md 11.2 */
import type { ReadOptions } from '../table-reader.ts';
import type { Variable } from '../table.ts';
import { storedText } from './stored-cell.ts';
import { type RowWriter, rewrittenRows, type StoredRow, type StoredText } from './stored-rows.ts';
import { tabHeader } from './tab-text.ts';

const TAB = 0x09;
const NEWLINE = 0x0a;
const COMMA = 0x2c;

/** A table whose text is there. */
export interface TextToDerive extends Omit<StoredText, 'columns'> {
  readonly variables: readonly Variable[];
}

/** Some columns of a text in an order of their own, as they stand there, below their names. */
export async function* columnsOfText(table: TextToDerive, columns: readonly number[], options: ReadOptions): AsyncGenerator<Buffer> {
  const { variables } = table;
  yield Buffer.from(tabHeader(columns.map((column) => variableAt(variables, column))));
  yield* rewritten(
    table,
    (out, { bytes, starts }) => {
      for (const [place, column] of columns.entries()) {
        if (place > 0) out.push(TAB);
        out.pushBytes(bytes, starts[column] ?? 0, (starts[column + 1] ?? 1) - 1);
      }
      out.push(NEWLINE);
    },
    options,
  );
}

/**
 * CSV of RFC 4180 with the names above, lines ended by a line feed. A missing cell is empty, an empty text is `""`; numbers are written as
 * in the stored text.
 */
export async function* csvText(table: TextToDerive, options: ReadOptions): AsyncGenerator<Buffer> {
  const { variables } = table;
  yield Buffer.from(`${variables.map(({ name }) => csvCell(name)).join(',')}\n`);
  const isText = variables.map(({ storage }) => storage === 'text');
  yield* rewritten(
    table,
    (out, row) => {
      for (let column = 0; column < isText.length; column += 1) {
        if (column > 0) out.push(COMMA);
        const [start, end] = cellOf(row, column);
        if (start === end) continue;
        if (isText[column] === true) out.pushText(csvCell(storedText(row.bytes, start, end)));
        else out.pushBytes(row.bytes, start, end);
      }
      out.push(NEWLINE);
    },
    options,
  );
}

/** A JSON object for each row, by the names of the variables. Missing is null; numbers that JSON does not have are texts: `NaN`, `Inf`, `-Inf`. */
export async function* jsonLines(table: TextToDerive, options: ReadOptions): AsyncGenerator<Buffer> {
  const keys = table.variables.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const isText = table.variables.map(({ storage }) => storage === 'text');
  yield* rewritten(
    table,
    (out, row) => {
      for (const [column, key] of keys.entries()) {
        out.pushText(key);
        const [start, end] = cellOf(row, column);
        if (start === end) out.pushAscii('null');
        else if (isText[column] === true) out.pushText(JSON.stringify(storedText(row.bytes, start, end)));
        else out.pushText(jsonNumber(row.bytes.toString('latin1', start, end)));
      }
      out.pushAscii('}\n');
    },
    options,
  );
}

function rewritten({ source, variables, withHeader }: TextToDerive, write: RowWriter, options: ReadOptions): AsyncGenerator<Buffer> {
  return rewrittenRows({ source, columns: variables.length, withHeader }, write, options);
}

function variableAt(variables: readonly Variable[], column: number): Variable {
  const variable = variables[column];
  if (variable === undefined) throw new Error(`The table has no column ${column}.`);
  return variable;
}

function cellOf({ starts }: StoredRow, column: number): [start: number, end: number] {
  return [starts[column] ?? 0, (starts[column + 1] ?? 1) - 1];
}

function csvCell(text: string): string {
  return text === '' || /[",\n\r]/.test(text) || /^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function jsonNumber(written: string): string {
  if (JSON_NUMBER.test(written)) return written;
  const whole = /^([+-]?)0*(\d+)$/.exec(written);
  if (whole !== null) return `${whole[1] === '-' ? '-' : ''}${whole[2]}`;
  const value = Number(written);
  return Number.isFinite(value) ? String(value) : JSON.stringify(written);
}
