/** The archival form of a table: UTF-8 text, cells divided by tabs, a line for each row. Source: files.md 19.4, 19.5, 19.6 */
import { GrowingBytes } from '../growing-bytes.ts';
import { doubleNotation, floatNotation, plainNotation } from '../number-notation.ts';
import { pushDecimal } from '../shortest-decimal.ts';
import { pushFloat } from '../shortest-float.ts';
import type { Batch, Column, Variable } from '../table.ts';

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The line of names. What would break it is a blank there. */
export function tabHeader(variables: readonly Variable[]): string {
  return `${variables.map(({ name }) => name.replaceAll(/["\t\n\r]/g, ' ')).join('\t')}\n`;
}

/** Writes the rows of batches. */
export class TabTextWriter {
  readonly #variables: readonly Variable[];
  readonly #out = new GrowingBytes();

  constructor(variables: readonly Variable[]) {
    this.#variables = variables;
  }

  /** The lines of a batch. Valid until the next batch is written. */
  write(batch: Batch): Buffer {
    const out = this.#out;
    out.clear();
    const columns = this.#variables.map((variable, index) => cellsOf(batch.columns[index], variable));
    for (let row = 0; row < batch.rows; row += 1) {
      for (let index = 0; index < columns.length; index += 1) {
        if (index > 0) out.push(TAB);
        const cells = columns[index];
        if (cells !== undefined && (cells.missing === undefined || cells.missing[row] !== 1)) pushCell(out, cells, row);
      }
      out.push(NEWLINE);
    }
    return out.view();
  }
}

/** How the cells of a column are written. */
const AS_THEY_ARE = 0;
const ESCAPED = 1;
const WIDE = 2;
const PLAIN = 3;
const FLOAT = 4;
const DOUBLE = 5;

/** Cells of all kinds in one shape: a call for each cell, of another function in each column, takes longer than to decide what to do. */
interface Cells {
  readonly way: number;
  readonly missing: Uint8Array | undefined;
  readonly quoted: boolean;
  readonly bytes: Buffer;
  readonly offsets: Uint32Array;
  readonly numbers: Float64Array;
  readonly integers: BigInt64Array;
}

const NONE = {
  way: AS_THEY_ARE,
  missing: undefined,
  quoted: false,
  bytes: Buffer.alloc(0),
  offsets: new Uint32Array(0),
  numbers: new Float64Array(0),
  integers: new BigInt64Array(0),
};

function cellsOf(column: Column | undefined, variable: Variable): Cells {
  if (column === undefined) throw new Error(`The batch has no column for "${variable.name}".`);
  const { missing } = column;
  if (column.kind === 'text') return { ...NONE, ...column.cells, way: ESCAPED, missing, quoted: variable.quoted };
  // A cell that counts as missing may have a text nevertheless.
  if (column.text !== undefined) return { ...NONE, ...column.text, way: AS_THEY_ARE, missing: undefined };
  if (column.kind === 'int64') return { ...NONE, way: WIDE, missing, integers: column.values };
  const isPlain = variable.storage === 'integer' || variable.notation === 'plain';
  return { ...NONE, way: isPlain ? PLAIN : variable.storage === 'float' ? FLOAT : DOUBLE, missing, numbers: column.values };
}

function pushCell(out: GrowingBytes, cells: Cells, row: number): void {
  const { way } = cells;
  if (way >= PLAIN) {
    pushNumber(out, way, cells.numbers[row] ?? Number.NaN);
  } else if (way === WIDE) {
    out.pushAscii(String(cells.integers[row]));
  } else {
    const { bytes, offsets } = cells;
    const start = offsets[row] ?? 0;
    const end = offsets[row + 1] ?? 0;
    if (way === AS_THEY_ARE) out.pushBytes(bytes, start, end);
    else pushEscaped(out, bytes, start, end, cells.quoted);
  }
}

/** Numbers of usual sizes are written without a string. */
function pushNumber(out: GrowingBytes, way: number, value: number): void {
  if (way === PLAIN) {
    if (!pushPlain(out, value)) out.pushAscii(tabNumber(value, plainNotation));
  } else if (way === DOUBLE) {
    if (!pushUsual(out, value, pushDecimal)) out.pushAscii(tabNumber(value, doubleNotation));
  } else if (!pushUsual(out, value, pushFloat)) {
    out.pushAscii(tabNumber(value, floatNotation));
  }
}

/** Gives false for other sizes. */
function pushPlain(out: GrowingBytes, value: number): boolean {
  // Of 32 bits, as most whole numbers are.
  if ((value | 0) !== value) return pushDecimal(out, value);
  out.pushWhole(value);
  return true;
}

/** The same for those with a digit after the point in any case, and no exponent between these sizes. */
function pushUsual(out: GrowingBytes, value: number, pushFraction: typeof pushDecimal): boolean {
  const size = Math.abs(value);
  if (!(size >= 1e-3 && size < 1e7)) return false;
  if ((value | 0) !== value) return pushFraction(out, value);
  out.pushWhole(value);
  out.pushAscii('.0');
  return true;
}

function tabNumber(value: number, notation: (value: number) => string): string {
  if (Number.isFinite(value)) return Number.isInteger(value) && notation === plainNotation ? wholeNumber(value) : notation(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Inf' : '-Inf';
}

function wholeNumber(value: number): string {
  // String() goes over to exponents from 1e21 on.
  return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();
}

/**
 * What would end a cell or a line is escaped in every text, as a date may be followed by anything. A backslash of the value is not
 * escaped: fingerprints depend on that.
 */
function pushEscaped(out: GrowingBytes, bytes: Buffer, start: number, end: number, quoted: boolean): void {
  out.reserve((end - start) * 2 + 2);
  const target = out.bytes;
  let to = out.length;
  if (quoted) target[to++] = QUOTE;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    const escaped = byte > QUOTE ? 0 : escapeOf(byte, quoted);
    if (escaped !== 0) target[to++] = BACKSLASH;
    target[to++] = escaped === 0 ? byte : escaped;
  }
  if (quoted) target[to++] = QUOTE;
  out.length = to;
}

function escapeOf(byte: number, quoted: boolean): number {
  if (byte === QUOTE) return quoted ? QUOTE : 0;
  return byte === TAB ? 0x74 : byte === NEWLINE ? 0x6e : byte === RETURN ? 0x72 : 0;
}
