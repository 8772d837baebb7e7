/** The archival form of a table: UTF-8 text, cells divided by tabs, a line for each row. Source: files.md 19.4, 19.5, 19.6 */
import { GrowingBytes } from '../growing-bytes.ts';
import { doubleNotation, floatNotation, plainNotation } from '../number-notation.ts';
import { pushDecimal } from '../shortest-decimal.ts';
import { pushFloat } from '../shortest-float.ts';
import type { Batch, Column, NumberColumn, TextColumn, Variable } from '../table.ts';
import type { TextCells } from '../text-cells.ts';

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
    const cells = this.#variables.map((variable, index) => cellWriter(batch.columns[index], variable));
    for (let row = 0; row < batch.rows; row += 1) {
      for (let index = 0; index < cells.length; index += 1) {
        if (index > 0) out.push(TAB);
        cells[index]?.(out, row);
      }
      out.push(NEWLINE);
    }
    return out.view();
  }
}

type CellWriter = (out: GrowingBytes, row: number) => void;

function cellWriter(column: Column | undefined, variable: Variable): CellWriter {
  if (column === undefined) throw new Error(`The batch has no column for "${variable.name}".`);
  if (column.kind === 'text') return textWriter(column, variable);
  const { text, missing } = column;
  if (text !== undefined) return (out, row) => pushCell(out, text, row);
  if (column.kind === 'number') return numberWriter(column, variable);
  return (out, row) => {
    if (missing?.[row] !== 1) out.pushAscii(String(column.values[row]));
  };
}

function numberWriter({ values, missing }: NumberColumn, variable: Variable): CellWriter {
  const notation = numberNotation(variable);
  const isPlain = notation === plainNotation;
  const pushFraction = notation === floatNotation ? pushFloat : pushDecimal;
  return (out, row) => {
    if (missing !== undefined && missing[row] === 1) return;
    const value = values[row] ?? Number.NaN;
    if (isPlain ? !pushPlain(out, value) : !pushUsual(out, value, pushFraction)) out.pushAscii(tabNumber(value, notation));
  };
}

/** Writes numbers of usual sizes without a string; gives false for others. */
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

function numberNotation({ storage, notation }: Variable): (value: number) => string {
  if (storage === 'integer' || notation === 'plain') return plainNotation;
  return storage === 'float' ? floatNotation : doubleNotation;
}

function tabNumber(value: number, notation: (value: number) => string): string {
  if (Number.isFinite(value)) return Number.isInteger(value) && notation === plainNotation ? wholeNumber(value) : notation(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Inf' : '-Inf';
}

function wholeNumber(value: number): string {
  // String() goes over to exponents from 1e21 on.
  return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();
}

function textWriter({ cells, missing }: TextColumn, { quoted }: Variable): CellWriter {
  return (out, row) => {
    if (missing?.[row] !== 1) pushEscaped(out, cells, row, quoted);
  };
}

function pushCell(out: GrowingBytes, { bytes, offsets }: TextCells, row: number): void {
  out.pushBytes(bytes, offsets[row] ?? 0, offsets[row + 1] ?? 0);
}

/**
 * What would end a cell or a line is escaped in every text, as a date may be followed by anything. A backslash of the value is not
 * escaped: fingerprints depend on that.
 */
function pushEscaped(out: GrowingBytes, { bytes, offsets }: TextCells, row: number, quoted: boolean): void {
  const end = offsets[row + 1] ?? 0;
  const start = offsets[row] ?? 0;
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
