/** A CSV or TSV file as a table: looked at once for its types and its width, and read again for its rows. Source: files.md 19.5 */
import type { ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import type { ReadOptions } from '../../table-reader.ts';
import { type Batch, rowsPerBatch, type Storage, type Table, type Variable, variable } from '../../table.ts';
import { columnCells } from './column-cells.ts';
import { type ColumnKind, ColumnType } from './column-type.ts';
import { RecordBlock } from './record-block.ts';
import { type RecordForm, RecordScanner } from './record-scanner.ts';
import { encodingOf, type TextEncoding, utf8Chunks } from './utf8-chunks.ts';

/** A batch ends early when its cells have so many bytes. */
const BATCH_BYTES = 4 * 1024 * 1024;

interface Text {
  readonly source: ByteSource;
  readonly encoding: TextEncoding;
  readonly form: RecordForm;
  readonly options: ReadOptions;
}

export async function openCsv(source: ByteSource, form: RecordForm, options: ReadOptions): Promise<Table> {
  const text = { source, form, options, encoding: await encodingOf(source, options.signal) };
  const { names, types, rows } = await look(text);
  const variables = names.map((name, index) => described(name, types[index] ?? new ColumnType()));
  const kinds = types.map(({ kind }) => kind);
  return { variables, rowCount: rows, batches: () => readBatches(text, kinds) };
}

const STORAGE: Readonly<Record<ColumnKind, Storage>> = {
  integer: 'integer',
  widest: 'int64',
  double: 'double',
  time: 'text',
  date: 'text',
  text: 'text',
};

function described(name: string, { kind, pattern }: ColumnType): Variable {
  const facts = { name, label: name, storage: STORAGE[kind] };
  if (kind === 'date') return variable({ ...facts, formatCategory: 'date', format: 'yyyy-MM-dd' });
  return kind === 'time' ? variable({ ...facts, formatCategory: 'time', format: pattern }) : variable(facts);
}

async function look(text: Text): Promise<{ names: string[]; types: ColumnType[]; rows: number }> {
  let names: string[] | undefined;
  let types: ColumnType[] = [];
  let block = new RecordBlock(0, 0);
  let rows = 0;
  for await (const scanner of fedScanners(text)) {
    const lookAtBlock = (): void => {
      for (const [index, type] of types.entries()) type.lookAt(scanner.bytes, block, index);
      block.clear();
    };
    while (scanner.next()) {
      if (names === undefined) {
        names = namesIn(scanner, text.options.limits.variables);
        types = names.map(() => new ColumnType());
        block = new RecordBlock(names.length, rowsPerBatch(names.length));
        scanner.mostKept = names.length;
        continue;
      }
      rows += 1;
      if (scanner.count !== names.length) throw wrongWidth(rows, names.length, scanner.count);
      block.add(scanner);
      if (block.isFull) lookAtBlock();
    }
    lookAtBlock();
    assertBounded(scanner, text.options, rows);
  }
  if (names === undefined) throw new TableError('BAD_HEADER', 'The file has no line with names of variables.', { row: 0 });
  if (rows === 0) throw new TableError('NO_ROWS', 'The file has no rows of data after the names of variables.');
  return { names, types, rows };
}

async function* readBatches(text: Text, kinds: readonly ColumnKind[]): AsyncGenerator<Batch> {
  const most = rowsPerBatch(kinds.length);
  const cells = kinds.map((kind) => columnCells(kind, most));
  const block = new RecordBlock(kinds.length, most);
  let rows = 0;
  let textBytes = 0;
  const take = (bytes: Buffer): void => {
    for (const [index, column] of cells.entries()) column.pushAll(bytes, block, index);
    rows += block.records;
    textBytes += block.textBytes;
    block.clear();
  };
  const finish = (): Batch => ({ rows, columns: cells.map((column) => column.column()) });
  let isHeader = true;
  for await (const scanner of fedScanners(text)) {
    scanner.mostKept = kinds.length;
    while (scanner.next()) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      // The file may have been changed since it was looked at.
      if (scanner.count !== kinds.length) throw new TableError('MALFORMED', 'The file was changed while it was read.');
      block.add(scanner);
      if (rows + block.records < most) continue;
      take(scanner.bytes);
      yield finish();
      for (const column of cells) column.clear();
      rows = 0;
      textBytes = 0;
    }
    take(scanner.bytes);
    if (textBytes < BATCH_BYTES) continue;
    yield finish();
    for (const column of cells) column.clear();
    rows = 0;
    textBytes = 0;
  }
  if (rows > 0) yield finish();
}

/** One scanner, given out each time that it was fed. */
async function* fedScanners({ source, encoding, form, options }: Text): AsyncGenerator<RecordScanner> {
  const scanner = new RecordScanner(form, options.limits.variables);
  for await (const chunk of utf8Chunks(source, encoding)) {
    options.signal?.throwIfAborted();
    scanner.feed(chunk);
    yield scanner;
  }
  scanner.end();
  yield scanner;
}

function assertBounded(scanner: RecordScanner, { limits }: ReadOptions, rows: number): void {
  if (scanner.pendingBytes <= limits.recordBytes) return;
  throw new TableError('TOO_LARGE', `Row ${rows + 1} has more than ${limits.recordBytes} bytes. A quote may not be closed.`, {
    row: rows + 1,
  });
}

function namesIn(scanner: RecordScanner, most: number): string[] {
  const { bytes, starts, ends, count } = scanner;
  if (count > most) throw new TableError('TOO_LARGE', `The file has ${count} columns, more than ${most}.`, { row: 0 });
  const names = Array.from({ length: count }, (_, index) => bytes.toString('utf8', starts[index], ends[index]));
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    const column = index + 1;
    if (name.trim() === '') throw new TableError('BAD_HEADER', `The first line has no name for column ${column}.`, { row: 0, column });
    if (seen.has(name)) throw new TableError('BAD_HEADER', `The first line names two columns "${shown(name)}".`, { row: 0, column });
    seen.add(name);
  }
  return names;
}

function shown(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name;
}

function wrongWidth(row: number, expected: number, found: number): TableError {
  return new TableError('WRONG_WIDTH', `Row ${row} has ${found} values, but the first line names ${expected} variables.`, { row });
}
