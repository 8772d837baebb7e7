/** Portable files of SPSS: `.por`. Source: files.md 19.6 */
import type { ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import { rowsPerBatch, type Batch, type Column, type Table } from '../../table.ts';
import type { ReadOptions, TableReader } from '../../table-reader.ts';
import { TextCellsBuilder } from '../../text-cells.ts';
import { endWithoutBlanks, textEncoding } from '../text-encoding.ts';
import { temporalFormat } from './display-format.ts';
import { NumberSurvey } from './number-survey.ts';
import { isPortableFile } from './portable-table.ts';
import { PortableText } from './portable-text.ts';
import { readPortableHeader } from './read-portable-header.ts';
import { textOf } from './sav-columns.ts';
import { describeVariables, type SpssVariable } from './spss-variable.ts';

/** A cell as it stands in the file: a number, a string, or nothing. */
type Value = number | Buffer | undefined;

/** Bytes of text that a batch holds at once. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** What stands after the last case. */
const END = 'Z'.codePointAt(0);

const encoding = textEncoding('utf-8');

/** The cases one by one; the next one takes the place of the one before. @throws TableError */
async function* cases(source: ByteSource, { limits, signal }: ReadOptions): AsyncGenerator<readonly Value[]> {
  const text = new PortableText(source);
  const variables = await text.attempt(() => readPortableHeader(text, limits), limits.heldBytes);
  const values: Value[] = [];
  const readCase = (): boolean => {
    if (text.peek() === END) return false;
    for (const [index, { width }] of variables.entries()) values[index] = width > 0 ? text.bytes() : text.number();
    return true;
  };
  for (let row = 1; await inRow(row, () => text.attempt(readCase, limits.recordBytes)); row += 1) {
    if (row % 1024 === 0) signal?.throwIfAborted();
    yield values;
  }
}

/** Says of an error in which row it is. */
async function inRow<T>(row: number, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw new TableError(error.failure, error.message, { row });
  }
}

/** Goes through all cases; says how many there are, too. */
async function surveyNumbers(
  variables: readonly SpssVariable[],
  source: ByteSource,
  options: ReadOptions,
): Promise<{ surveys: NumberSurvey[]; rows: number }> {
  const surveys = variables.map((one) => new NumberSurvey(one));
  let rows = 0;
  for await (const values of cases(source, options)) {
    rows += 1;
    for (const [index, value] of values.entries()) if (typeof value === 'number') surveys[index]?.see(value);
  }
  return { surveys, rows };
}

/** Gathers the cells of one variable. */
interface ColumnBuilder {
  push(value: Value, at: number, row: number): void;
  column(): Column;
  clear(): void;
}

function numberBuilder(mostRows: number): ColumnBuilder {
  const values = new Float64Array(mostRows);
  const missing = new Uint8Array(mostRows);
  return {
    push: (value, at) => {
      values[at] = typeof value === 'number' ? value : 0;
      missing[at] = typeof value === 'number' ? 0 : 1;
    },
    column: () => ({ kind: 'number', values, missing }),
    clear: () => {},
  };
}

function textBuilder(variable: SpssVariable, mostRows: number): ColumnBuilder {
  const cells = new TextCellsBuilder(mostRows);
  const missing = new Uint8Array(mostRows);
  const temporal = variable.width > 0 ? undefined : temporalFormat(variable.format);
  const pushValue = (value: number | Buffer, row: number): void => {
    if (typeof value === 'number') {
      if (temporal !== undefined) cells.push(textOf(temporal, value, { row, column: variable.name }));
      return;
    }
    const end = endWithoutBlanks(value, 0, value.length);
    if (end === 0) cells.push(' ');
    else encoding.pushCell(cells, value, 0, end);
  };
  return {
    push: (value, at, row) => {
      missing[at] = value === undefined ? 1 : 0;
      if (value === undefined) cells.pushEmpty();
      else pushValue(value, row);
    },
    column: () => ({ kind: 'text', cells: cells.cells(), missing }),
    clear: () => {
      cells.clear();
    },
  };
}

function bytesOf(values: readonly Value[]): number {
  let bytes = 0;
  for (const value of values) if (typeof value === 'object') bytes += value.length;
  return bytes;
}

async function* batches(variables: readonly SpssVariable[], source: ByteSource, options: ReadOptions): AsyncGenerator<Batch> {
  const mostRows = rowsPerBatch(variables.length);
  const builders = variables.map((one) =>
    one.width > 0 || temporalFormat(one.format) !== undefined ? textBuilder(one, mostRows) : numberBuilder(mostRows),
  );
  const batch = (rows: number): Batch => ({ rows, columns: builders.map((builder) => builder.column()) });
  let [rows, bytes, done] = [0, 0, 0];
  for await (const values of cases(source, options)) {
    for (const [index, builder] of builders.entries()) builder.push(values[index], rows, done + rows + 1);
    rows += 1;
    bytes += bytesOf(values);
    if (rows < mostRows && bytes < BATCH_BYTES) continue;
    yield batch(rows);
    done += rows;
    [rows, bytes] = [0, 0];
    for (const builder of builders) builder.clear();
  }
  if (rows > 0) yield batch(rows);
}

async function open(source: ByteSource, options: ReadOptions): Promise<Table> {
  const { limits } = options;
  const text = new PortableText(source);
  const declared = await text.attempt(() => readPortableHeader(text, limits), limits.heldBytes);
  const { surveys, rows } = await surveyNumbers(declared, source, options);
  const variables = declared.map((one, index) => surveys[index]?.applyTo(one) ?? one);
  let held = 0;
  const hold = (bytes: number): void => {
    held += bytes;
    if (held > limits.heldBytes) throw new TableError('TOO_LARGE', `Value labels have more than ${limits.heldBytes} bytes.`);
  };
  return {
    variables: describeVariables(
      variables,
      surveys.map(({ isWhole }) => isWhole),
      hold,
    ),
    rowCount: rows,
    batches: () => batches(variables, source, options),
  };
}

/** What a file begins with decides, whatever its name ends with. */
export const porReader: TableReader = { format: 'por', mediaTypes: ['application/x-spss-por'], recognises: isPortableFile, open };
