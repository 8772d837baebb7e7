/** The universal numeric fingerprint, version 6, of one vector: of the cells of a variable in the order of rows. Source: files.md 20 */
import { createHash } from 'node:crypto';
import { GrowingBytes } from '../growing-bytes.ts';
import { isPlainDate } from '../plain-date.ts';
import type { Column, NumberColumn, TextColumn, Variable } from '../table.ts';
import { cellText } from '../text-cells.ts';
import { pushString, stringText } from './cell-text.ts';
import { DEFAULT_DIGITS, integerText, NUMBER_BYTES, pushNumber, writeUsual } from './number-text.ts';
import { temporalNormaliser } from './temporal-text.ts';

const HELD_BYTES = 64 * 1024;
/** Bytes on their way into a hash: one for all vectors, as a table may have 100,000, and empty again after each call. */
const held = new GrowingBytes(HELD_BYTES + 8 * 1024);
/** What ends each cell: a line break and a zero, as a word whose lowest byte comes first. */
const CELL_END = 0x0a;
/** Numbers whose texts are written one after the other, without looking for room. */
const SLICE_ROWS = 2048;
const CELL_BYTES = NUMBER_BYTES + 2;
const LARGEST_INTEGER = 2 ** 63;
const PREFIX = 'UNF:6:';

/** How a cell that is not hashed as a string is written; undefined when it is hashed as one. */
type TextNormaliser = { readonly textOf: (text: string) => string; readonly isDay: boolean } | undefined;

export class UnfVector {
  readonly #hash = createHash('sha256');
  readonly #digits: number;
  #count = 0;

  /** @param digits significant digits of numbers; another number than the usual one is told by the fingerprint */
  constructor(digits = DEFAULT_DIGITS) {
    this.#digits = digits;
  }

  pushMissing(): void {
    this.#missing();
    this.#flush();
  }

  pushNumber(value: number): void {
    this.#number(value);
    this.#flush();
  }

  pushInteger(value: bigint): void {
    this.#integer(value);
    this.#flush();
  }

  pushString(value: string): void {
    held.pushText(stringText(value));
    this.#end();
    this.#flush();
  }

  /** Adds the cells of a batch as an ingest counts them: NaN as missing, and of integers what 64 bits don't hold. */
  pushColumn(column: Column, rows: number, variable: Variable, temporal: TextNormaliser): void {
    if (column.kind === 'number') {
      this.#numbers(column, rows, variable.storage === 'integer');
      return;
    }
    const { missing } = column;
    for (let row = 0; row < rows; row += 1) {
      if (missing !== undefined && missing[row] === 1) this.#missing();
      else if (column.kind === 'int64') this.#integer(column.values[row] ?? 0n);
      else this.#text(column, row, temporal);
      if (held.length > HELD_BYTES) this.#flush();
    }
    this.#flush();
  }

  /** The fingerprint of what was added. @throws Error for a vector without values, whose fingerprint is undefined */
  digest(): string {
    if (this.#count === 0) throw new Error('A vector without values has no fingerprint.');
    const header = this.#digits === DEFAULT_DIGITS ? '' : `N${this.#digits}:`;
    return `${PREFIX}${header}${this.#hash.digest().toString('base64', 0, 16)}`;
  }

  #numbers({ values, missing }: NumberColumn, rows: number, integer: boolean): void {
    for (let row = 0; row < rows; row += SLICE_ROWS) {
      this.#slice(values, missing, row, Math.min(rows, row + SLICE_ROWS), integer);
      this.#flush();
    }
    this.#count += rows;
  }

  /** Some numbers, for whose texts there is room all at once. */
  #slice(values: Float64Array, missing: Uint8Array | undefined, from: number, to: number, integer: boolean): void {
    held.reserve(SLICE_ROWS * CELL_BYTES);
    const { bytes, words } = held;
    // What is rare is looked at on its own.
    const below = this.#digits !== DEFAULT_DIGITS ? 0 : integer ? LARGEST_INTEGER : Infinity;
    let at = held.length;
    for (let row = from; row < to; row += 1) {
      const value = values[row] ?? 0;
      const isUsual = (missing === undefined || missing[row] !== 1) && Math.abs(value) < below;
      const end = isUsual ? writeUsual(bytes, words, at, value) : 0;
      if (end > 0) {
        words.setInt16(end, CELL_END, true);
        at = end + 2;
      } else {
        held.length = at;
        if (missing !== undefined && missing[row] === 1) pushMissing(held);
        else this.#unusual(value, integer);
        at = held.length;
      }
    }
    held.length = at;
  }

  #unusual(value: number, integer: boolean): void {
    if (Number.isNaN(value) || (integer && !(value >= -LARGEST_INTEGER && value < LARGEST_INTEGER))) {
      pushMissing(held);
      return;
    }
    // An integer has no negative zero.
    pushNumber(held, integer ? value + 0 : value, this.#digits);
    pushEnd(held);
  }

  #text(column: TextColumn, row: number, temporal: TextNormaliser): void {
    const { cells } = column;
    const start = cells.offsets[row] ?? 0;
    const end = cells.offsets[row + 1] ?? 0;
    if (temporal === undefined) pushString(held, cells, row);
    else if (temporal.isDay && isPlainDate(cells.bytes, start, end)) held.pushBytes(cells.bytes, start, end);
    else this.#hashText(temporal.textOf(cellText(cells, row)));
    this.#end();
  }

  /** What is no date stays as it is, of whatever length. */
  #hashText(text: string): void {
    if (text.length <= 1024) {
      held.pushText(text);
      return;
    }
    this.#flush();
    this.#hash.update(text, 'utf8');
  }

  #missing(): void {
    pushMissing(held);
    this.#count += 1;
  }

  #number(value: number): void {
    pushNumber(held, value, this.#digits);
    this.#end();
  }

  #integer(value: bigint): void {
    held.pushAscii(integerText(value, this.#digits));
    this.#end();
  }

  #end(): void {
    pushEnd(held);
    this.#count += 1;
  }

  #flush(): void {
    this.#hash.update(held.view());
    held.clear();
  }
}

/** A missing cell is three bytes. */
function pushMissing(out: GrowingBytes): void {
  out.reserve(3);
  out.bytes[out.length] = 0;
  out.bytes[out.length + 1] = 0;
  out.bytes[out.length + 2] = 0;
  out.length += 3;
}

function pushEnd(out: GrowingBytes): void {
  out.reserve(2);
  out.words.setInt16(out.length, CELL_END, true);
  out.length += 2;
}

/** How the cells of a variable are written for the fingerprint, where they are dates or times. */
export function textNormaliser(variable: Variable): TextNormaliser {
  const dated = variable.formatCategory === 'date' || variable.formatCategory === 'time';
  if (!dated || variable.format === undefined) return undefined;
  return { textOf: temporalNormaliser(variable.format), isDay: variable.format === 'yyyy-MM-dd' };
}

/**
 * The fingerprint of several: of the variables of a file, or of the tabular files of a version. Their order does not matter.
 * @throws Error when there are none
 */
export function combineUnfs(unfs: readonly string[]): string {
  const [only] = unfs;
  if (unfs.length === 1 && only !== undefined) return only;
  const vector = new UnfVector();
  // Base64 is ASCII, for which the order of code units is that of bytes.
  for (const part of unfs.map((unf) => unf.slice(unf.lastIndexOf(':') + 1)).toSorted()) vector.pushString(part);
  return vector.digest();
}
