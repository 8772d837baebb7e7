/** Rows of a sheet as columns. */
import { rowsPerBatch, type Batch, type Column } from '../../table.ts';
import { TextCellsBuilder } from '../../text-cells.ts';
import { cellNumber } from './cell-number.ts';
import type { SheetRow } from './sheet-rows.ts';
import type { SheetColumn } from './survey-sheet.ts';

/** Bytes of texts at which a batch ends early. */
const BATCH_TEXT_BYTES = 4 * 1024 * 1024;

interface ColumnBuilder {
  /** Sets the cell of a row; undefined for one that is empty. */
  set(row: number, text: string | undefined): void;
  readonly byteLength: number;
  column(): Column;
  clear(): void;
}

export async function* sheetBatches(pieces: AsyncIterable<readonly SheetRow[]>, columns: readonly SheetColumn[]): AsyncGenerator<Batch> {
  const most = rowsPerBatch(columns.length);
  const builders = columns.map(({ isNumber }) => (isNumber ? numbers(most) : texts(most)));
  const cells: (string | undefined)[] = Array.from({ length: columns.length });
  let isNames = true;
  let rows = 0;
  const batch = (): Batch => ({ rows, columns: builders.map((builder) => builder.column()) });
  for await (const piece of pieces) {
    for (const row of piece) {
      if (isNames) {
        isNames = false;
        continue;
      }
      cells.fill(undefined);
      for (const { column, text } of row.cells) cells[column] = text;
      let bytes = 0;
      for (const [index, builder] of builders.entries()) {
        builder.set(rows, cells[index]);
        bytes += builder.byteLength;
      }
      rows += 1;
      if (rows < most && bytes < BATCH_TEXT_BYTES) continue;
      yield batch();
      rows = 0;
      for (const builder of builders) builder.clear();
    }
  }
  if (rows > 0) yield batch();
}

function numbers(most: number): ColumnBuilder {
  const values = new Float64Array(most);
  const missing = new Uint8Array(most);
  return {
    byteLength: 0,
    set: (row, text) => {
      const value = text === undefined ? null : (cellNumber(text) ?? null);
      values[row] = value ?? 0;
      missing[row] = value === null ? 1 : 0;
    },
    column: () => ({ kind: 'number', values, missing }),
    clear: () => {},
  };
}

/** An empty cell is an empty text, a full stop a missing one; one pair of quotes around a text goes. Source: files.md 19.6 */
function texts(most: number): ColumnBuilder {
  const cells = new TextCellsBuilder(most);
  const missing = new Uint8Array(most);
  return {
    get byteLength() {
      return cells.byteLength;
    },
    set: (row, text = '') => {
      const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
      missing[row] = text === '.' ? 1 : 0;
      cells.push(isQuoted ? text.slice(1, -1) : text);
    },
    column: () => ({ kind: 'text', cells: cells.cells(), missing }),
    clear: () => cells.clear(),
  };
}
