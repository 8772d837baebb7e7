/** The cells of a column of a CSV file, gathered into batches. Source: files.md 19.5, 19.7 */
import type { Column } from '../../table.ts';
import { TextCellsBuilder } from '../../text-cells.ts';
import { decimalValue, isDecimal, numberWord, quickDecimal, wholeValue, withoutBlanks } from './cell-number.ts';
import type { ColumnKind } from './column-type.ts';
import type { RecordBlock } from './record-block.ts';

export interface ColumnCells {
  push(bytes: Buffer, start: number, end: number): void;
  /** The cells so far; valid until {@link clear}. */
  column(): Column;
  clear(): void;
}

export interface RecordCells extends ColumnCells {
  /** Appends the values of one column of some records. */
  pushAll(bytes: Buffer, block: RecordBlock, index: number): void;
}

export function columnCells(kind: ColumnKind, rows: number): RecordCells {
  if (kind === 'integer') return new IntegerCells(rows);
  if (kind === 'widest') return new WidestCells(rows);
  return kind === 'double' ? new DoubleCells(rows) : new StringCells(rows, kind !== 'text');
}

const NULL = Buffer.from('null');
/** Where a cell is too large for 64 bits whatever its first digits are; zeros before them are rare. */
const MOST_DIGITS = 19;

/**
 * What all columns have: which cells are missing, and the text of those that have one. Each kind has a loop over cells of its own, so that it
 * calls one function alone.
 */
abstract class Cells {
  protected readonly text: TextCellsBuilder;
  protected readonly missing: Uint8Array;
  protected row = 0;
  protected anyMissing = false;

  constructor(rows: number) {
    this.text = new TextCellsBuilder(rows, 8);
    this.missing = new Uint8Array(rows);
  }

  clear(): void {
    this.text.clear();
    if (this.anyMissing) this.missing.fill(0);
    this.anyMissing = false;
    this.row = 0;
  }

  protected miss(): void {
    this.missing[this.row] = 1;
    this.anyMissing = true;
  }

  protected get missingCells(): Uint8Array | undefined {
    return this.anyMissing ? this.missing : undefined;
  }
}

class IntegerCells extends Cells implements RecordCells {
  readonly #values: Float64Array;

  constructor(rows: number) {
    super(rows);
    this.#values = new Float64Array(rows);
  }

  pushAll(bytes: Buffer, { starts, ends, width, records }: RecordBlock, index: number): void {
    for (let at = index; at < records * width; at += width) this.push(bytes, starts[at] ?? 0, ends[at] ?? 0);
  }

  push(bytes: Buffer, start: number, end: number): void {
    let value = 0;
    if (start === end) {
      this.miss();
      this.text.pushEmpty();
    } else if (isNull(bytes, start, end)) {
      this.text.push('0');
    } else {
      value = end - start <= 15 ? wholeValue(bytes, start, end) : Number(bytes.toString('latin1', start, end));
      this.text.pushBytes(bytes, start, end);
    }
    this.#values[this.row++] = value;
  }

  column(): Column {
    return { kind: 'number', values: this.#values, missing: this.missingCells, text: this.text.cells() };
  }
}

class WidestCells extends Cells implements RecordCells {
  readonly #values: BigInt64Array;

  constructor(rows: number) {
    super(rows);
    this.#values = new BigInt64Array(rows);
  }

  pushAll(bytes: Buffer, { starts, ends, width, records }: RecordBlock, index: number): void {
    for (let at = index; at < records * width; at += width) this.push(bytes, starts[at] ?? 0, ends[at] ?? 0);
  }

  push(bytes: Buffer, start: number, end: number): void {
    let value: bigint | undefined;
    if (start === end) {
      this.text.pushEmpty();
    } else if (isNull(bytes, start, end)) {
      value = 0n;
      this.text.push('0');
    } else {
      value = integer64(bytes.toString('latin1', start, end));
      this.text.pushBytes(bytes, start, end);
    }
    if (value === undefined) this.miss();
    this.#values[this.row++] = value ?? 0n;
  }

  column(): Column {
    return { kind: 'int64', values: this.#values, missing: this.missingCells, text: this.text.cells() };
  }
}

function integer64(text: string): bigint | undefined {
  const digits = text.replace(/^[+-]?0*/, '');
  if (digits.length > MOST_DIGITS) return undefined;
  const value = BigInt(digits) * (text.startsWith('-') ? -1n : 1n);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

class DoubleCells extends Cells implements RecordCells {
  readonly #values: Float64Array;

  constructor(rows: number) {
    super(rows);
    this.#values = new Float64Array(rows);
  }

  pushAll(bytes: Buffer, { starts, ends, width, records }: RecordBlock, index: number): void {
    for (let at = index; at < records * width; at += width) this.push(bytes, starts[at] ?? 0, ends[at] ?? 0);
  }

  push(bytes: Buffer, start: number, end: number): void {
    const quick = quickDecimal(bytes, start, end);
    if (!Number.isNaN(quick) || isDecimal(bytes, start, end)) {
      this.text.pushBytes(bytes, start, end);
      this.#values[this.row++] = Number.isNaN(quick) ? Number(bytes.toString('latin1', start, end)) : quick;
      return;
    }
    this.#values[this.row] = this.#unusual(bytes, start, end);
    this.row += 1;
  }

  #unusual(bytes: Buffer, start: number, end: number): number {
    const cell = bytes.toString('latin1', start, end);
    switch (cell === '' ? 'missing' : numberWord(cell)) {
      case 'missing':
        this.miss();
        this.text.pushEmpty();
        return Number.NaN;
      case 'nan':
        this.text.push('NaN');
        return Number.NaN;
      case 'inf':
        this.text.push('Inf');
        return Infinity;
      case '-inf':
        this.text.push('-Inf');
        return -Infinity;
      case 'null':
        this.text.push('0.0');
        return 0;
      default:
        // Blanks around it stay, but a tab or a line break would end the cell in the tab text.
        if (/[\t\n\r]/.test(cell)) this.text.push(withoutBlanks(cell));
        else this.text.pushBytes(bytes, start, end);
        // The word keeps its text, but is not read back as the infinity that it names.
        if (cell.includes('Infinity')) this.miss();
        return decimalValue(bytes, start, end);
    }
  }

  column(): Column {
    return { kind: 'number', values: this.#values, missing: this.missingCells, text: this.text.cells() };
  }
}

class StringCells extends Cells implements RecordCells {
  readonly #emptyIsMissing: boolean;

  /** @param emptyIsMissing as it is of dates and times; an empty text is an empty string */
  constructor(rows: number, emptyIsMissing: boolean) {
    super(rows);
    this.#emptyIsMissing = emptyIsMissing;
  }

  pushAll(bytes: Buffer, { starts, ends, width, records }: RecordBlock, index: number): void {
    for (let at = index; at < records * width; at += width) this.push(bytes, starts[at] ?? 0, ends[at] ?? 0);
  }

  push(bytes: Buffer, start: number, end: number): void {
    if (start === end && this.#emptyIsMissing) this.miss();
    this.text.pushBytes(bytes, start, end);
    this.row += 1;
  }

  column(): Column {
    return { kind: 'text', cells: this.text.cells(), missing: this.missingCells };
  }
}

/** Compared by bytes, as many whole numbers are of this length. */
function isNull(bytes: Buffer, start: number, end: number): boolean {
  return end - start === NULL.length && bytes[start] === NULL[0] && bytes.compare(NULL, 0, NULL.length, start, end) === 0;
}
