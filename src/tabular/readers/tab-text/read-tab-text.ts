/**
 * The archival text of an ingested table as a table again: what other formats are made of. Its variables are known from the ingest. Of a
 * text the value is what its escapes stand for, so that a typed `\t` has become a tab. Source: files.md 19.4, 19.7
 */
import { type ByteSource, chunksOf } from '../../byte-source.ts';
import { type Batch, rowsPerBatch, type Table, type Variable } from '../../table.ts';
import { TableError } from '../../table-error.ts';
import type { ReadOptions } from '../../table-reader.ts';
import { type StoredCells, storedCells } from './stored-cells.ts';

/** What was kept of the ingest beside the text. */
export interface StoredTable {
  readonly variables: readonly Variable[];
  readonly rowCount: number;
  /** Whether the text begins with the names of the variables. */
  readonly withHeader: boolean;
}

const TAB = 0x09;
const NEWLINE = 0x0a;
/** A batch ends early when its cells have so many bytes. */
const BATCH_BYTES = 4 * 1024 * 1024;

export function openTabText(source: ByteSource, { variables, rowCount, withHeader }: StoredTable, options: ReadOptions): Table {
  return { variables, rowCount, batches: () => readBatches(source, variables, withHeader, options) };
}

async function* readBatches(
  source: ByteSource,
  variables: readonly Variable[],
  withHeader: boolean,
  options: ReadOptions,
): AsyncGenerator<Batch> {
  const most = rowsPerBatch(variables.length);
  const cells = variables.map((variable) => storedCells(variable, most));
  let row = 0;
  let rows = 0;
  let bytesInBatch = 0;
  let skip = withHeader;
  for await (const lines of wholeLines(source, options)) {
    let start = 0;
    while (start < lines.length) {
      const end = lines.indexOf(NEWLINE, start);
      if (skip) {
        skip = false;
      } else {
        row += 1;
        pushLine(cells, lines, start, end, row);
        rows += 1;
        bytesInBatch += end - start;
      }
      start = end + 1;
      if (rows < most && bytesInBatch < BATCH_BYTES) continue;
      yield { rows, columns: cells.map((column) => column.column()) };
      for (const column of cells) column.clear();
      rows = 0;
      bytesInBatch = 0;
    }
  }
  if (rows > 0) yield { rows, columns: cells.map((column) => column.column()) };
}

function pushLine(cells: readonly StoredCells[], lines: Buffer, lineStart: number, lineEnd: number, row: number): void {
  let start = lineStart;
  for (const [index, column] of cells.entries()) {
    const isLast = index === cells.length - 1;
    const next = isLast ? lineEnd : tabBefore(lines, start, lineEnd);
    if (next < 0) throw new TableError('MALFORMED', `Row ${row} of the stored text has too few values.`, { row });
    column.push(lines, start, next);
    start = next + 1;
  }
}

function tabBefore(lines: Buffer, start: number, end: number): number {
  for (let at = start; at < end; at += 1) if (lines[at] === TAB) return at;
  return -1;
}

/** The text in parts that end with a line. */
export async function* wholeLines(source: ByteSource, { limits, signal }: ReadOptions): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const chunk of chunksOf(source)) {
    signal?.throwIfAborted();
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      yield begun.length === 0 ? chunk.subarray(0, end) : Buffer.concat([...begun, chunk.subarray(0, end)]);
      begun = [];
      begunBytes = 0;
    }
    begun.push(chunk.subarray(end));
    begunBytes += chunk.length - end;
    if (begunBytes > limits.recordBytes) {
      throw new TableError('TOO_LARGE', `A row of the stored text has more than ${limits.recordBytes} bytes.`);
    }
  }
  if (begunBytes > 0) throw new TableError('TRUNCATED', 'The stored text ends within a row.');
}
