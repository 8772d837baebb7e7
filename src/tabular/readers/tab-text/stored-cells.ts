/** The cells of a column of the archival text. Source: files.md 19.7 */
import { unescaped } from '../../escaped-text.ts';
import type { Column, Variable } from '../../table.ts';
import { TextCellsBuilder } from '../../text-cells.ts';
import { type ColumnCells, columnCells } from '../csv/column-cells.ts';

export type StoredCells = ColumnCells;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export function storedCells({ storage, quoted }: Variable, rows: number): StoredCells {
  if (storage === 'text') return new StoredTexts(rows, quoted);
  if (storage === 'integer') return columnCells('integer', rows);
  if (storage === 'int64') return columnCells('widest', rows);
  return storage === 'float' ? new StoredFloats(rows) : columnCells('double', rows);
}

/** An empty cell is missing; an empty string has its quotes. */
class StoredTexts implements StoredCells {
  readonly #quoted: boolean;
  readonly #cells: TextCellsBuilder;
  readonly #missing: Uint8Array;
  #row = 0;
  #anyMissing = false;

  constructor(rows: number, quoted: boolean) {
    this.#quoted = quoted;
    this.#cells = new TextCellsBuilder(rows);
    this.#missing = new Uint8Array(rows);
  }

  push(bytes: Buffer, start: number, end: number): void {
    if (start === end) {
      this.#missing[this.#row] = 1;
      this.#anyMissing = true;
      this.#cells.pushEmpty();
    } else {
      const first = this.#quoted && bytes[start] === QUOTE ? start + 1 : start;
      const last = this.#quoted && end > first && bytes[end - 1] === QUOTE ? end - 1 : end;
      if (hasBackslash(bytes, first, last)) this.#cells.push(unescaped(bytes.toString('utf8', first, last)));
      else this.#cells.pushBytes(bytes, first, last);
    }
    this.#row += 1;
  }

  column(): Column {
    return { kind: 'text', cells: this.#cells.cells(), missing: this.#anyMissing ? this.#missing : undefined };
  }

  clear(): void {
    this.#cells.clear();
    this.#missing.fill(0);
    this.#anyMissing = false;
    this.#row = 0;
  }
}

function hasBackslash(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] === BACKSLASH) return true;
  return false;
}

/** A number of 32 bits is the one next to its decimal. */
class StoredFloats implements StoredCells {
  readonly #doubles: ColumnCells;

  constructor(rows: number) {
    this.#doubles = columnCells('double', rows);
  }

  push(bytes: Buffer, start: number, end: number): void {
    this.#doubles.push(bytes, start, end);
  }

  column(): Column {
    const column = this.#doubles.column();
    if (column.kind === 'number') for (const [index, value] of column.values.entries()) column.values[index] = Math.fround(value);
    return column;
  }

  clear(): void {
    this.#doubles.clear();
  }
}
