/** The rows of a sheet with the cells that have a value. */
import { TableError } from '../../table-error.ts';
import type { ReadLimits } from '../../table-reader.ts';
import type { SharedStrings } from './shared-strings.ts';
import { TextRuns } from './text-runs.ts';
import { parseXml, type XmlHandler } from './xml-stream.ts';

export interface SheetCell {
  /** From 0. */
  readonly column: number;
  /** A number as it stands in the file, `1` or `0` of a truth value, a text. Never empty. */
  readonly text: string;
}

export interface SheetRow {
  readonly cells: readonly SheetCell[];
  /** How many columns the row says that it and its neighbours have; 0 when it does not say. */
  readonly span: number;
}

/** Columns of a sheet: A to XFD. */
const MOST_COLUMNS = 16_384;
/** What a cell takes beside its text. */
const OVERHEAD_BYTES = 64;

/** The letters of a column: A, Z, AA. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && at < 4; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column === 0 || column > MOST_COLUMNS) throw new TableError('MALFORMED', 'A cell is in no column that a sheet can have.');
  return column - 1;
}

/** Goes through a sheet, giving the rows of a piece at a time; rows without values are left out. @throws TableError */
export async function* sheetRows(chunks: AsyncIterable<Buffer>, strings: SharedStrings, limits: ReadLimits): AsyncGenerator<SheetRow[]> {
  const builder = new RowBuilder(strings, limits);
  for await (const _ of parseXml(chunks, builder, limits.recordBytes)) {
    const rows = builder.take();
    if (rows.length > 0) yield rows;
  }
}

class RowBuilder implements XmlHandler {
  readonly #strings: SharedStrings;
  readonly #limits: ReadLimits;
  readonly #runs: TextRuns;
  #rows: SheetRow[] = [];
  #cells: SheetCell[] = [];
  #span = 0;
  #bytes = 0;
  #column = -1;
  #type = '';
  #value = '';
  /** Rows of data begin at 1, behind the one with the names. */
  #number = -1;
  #inValue = false;

  constructor(strings: SharedStrings, limits: ReadLimits) {
    this.#strings = strings;
    this.#limits = limits;
    this.#runs = new TextRuns(limits.recordBytes);
  }

  take(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#cells = [];
      this.#bytes = 0;
      this.#column = -1;
      this.#span = Math.min(MOST_COLUMNS, Number(/:(\d{1,6})$/.exec(attributes['spans'] ?? '')?.[1] ?? 0));
    } else if (name === 'c') {
      const reference = attributes['r'];
      this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
      this.#type = attributes['t'] ?? 'n';
      this.#value = '';
      this.#runs.take();
      if (this.#column >= MOST_COLUMNS) throw new TableError('MALFORMED', 'A row has more cells than a sheet can have.');
    } else if (name === 'v') this.#inValue = true;
    else this.#runs.open(name);
  }

  text(text: string): void {
    if (this.#inValue) this.#value += text;
    else if (this.#type === 'inlineStr') this.#runs.add(text);
  }

  close(name: string): void {
    if (name === 'v') this.#inValue = false;
    else if (name === 'c') this.#addCell();
    else if (name === 'row') {
      if (this.#cells.length === 0) return;
      this.#rows.push({ cells: this.#cells, span: this.#span });
      this.#number += 1;
    } else this.#runs.close(name);
  }

  #addCell(): void {
    const text = this.#cellText();
    if (text === '') return;
    this.#bytes += text.length + OVERHEAD_BYTES;
    if (this.#bytes > this.#limits.recordBytes) {
      throw new TableError('TOO_LARGE', `A row has more than ${this.#limits.recordBytes} bytes.`, { row: this.#number + 1 });
    }
    this.#cells.push({ column: this.#column, text });
  }

  #cellText(): string {
    if (this.#type === 'inlineStr') return this.#runs.take();
    if (this.#type !== 's' || this.#value === '') return this.#value;
    const text = this.#strings.at(Number(this.#value));
    if (text !== undefined) return text;
    const place = { row: this.#number + 1, column: columnLetters(this.#column) };
    throw new TableError('MALFORMED', 'A cell refers to a text that the workbook does not have.', place);
  }
}
