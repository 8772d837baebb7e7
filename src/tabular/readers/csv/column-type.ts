/** What a column of a CSV file is, by all of its cells. Source: files.md 19.5 */
import { isPlainDate } from '../../plain-date.ts';
import { TemporalPattern } from '../../temporal-pattern.ts';
import type { RecordBlock } from './record-block.ts';
import { isDecimal, isNumeric, isWhole } from './cell-number.ts';

/** `widest` is for integers of which one is beyond 2^53. */
export type ColumnKind = 'integer' | 'widest' | 'double' | 'time' | 'date' | 'text';

const DATE = /^(\d{1,9})-(\d{1,2})-(\d{1,2})(?!\d)/;
const ZONED = 'yyyy-MM-dd HH:mm:ss z';
const TIMES = [ZONED, 'yyyy-MM-dd HH:mm:ss'].map((pattern) => ({ pattern, reader: new TemporalPattern(pattern) }));
/** Longer cells are no times, and of a date only the start counts. */
const MOST_BYTES = 128;

/** Takes a column for the strictest type, until a cell does not fit. */
export class ColumnType {
  #kind: ColumnKind | 'unknown text' = 'integer';
  #time: (typeof TIMES)[number] | undefined;

  get kind(): ColumnKind {
    return this.#kind === 'unknown text' ? 'text' : this.#kind;
  }

  /** The pattern of times. */
  get pattern(): string | undefined {
    return this.#time?.pattern;
  }

  /** Looks at the values of one column of some records. */
  lookAt(bytes: Buffer, { starts, ends, width, records }: RecordBlock, index: number): void {
    const end = records * width;
    for (let at = index; at < end && this.#kind !== 'text'; at += width) this.look(bytes, starts[at] ?? 0, ends[at] ?? 0);
  }

  look(bytes: Buffer, start: number, end: number): void {
    // An empty cell fits everywhere.
    if (start === end || this.#kind === 'text') return;
    if (this.#kind === 'date' && isPlainDate(bytes, start, end)) return;
    if (this.#kind === 'integer' || this.#kind === 'widest') {
      if (isWhole(bytes, start, end)) {
        if (end - start > 15 && !Number.isSafeInteger(Number(bytes.toString('latin1', start, end)))) this.#kind = 'widest';
        return;
      }
      if (end - start === 4 && bytes.toString('latin1', start, end) === 'null') return;
      this.#kind = 'double';
    }
    if (this.#kind === 'double') {
      if (isDecimal(bytes, start, end) || isNumeric(bytes.toString('utf8', start, end))) return;
      this.#kind = 'unknown text';
    }
    this.#kind = this.#textKind(bytes.toString('utf8', start, Math.min(end, start + MOST_BYTES)));
  }

  /** The first cell that is no number decides; each further one fits, or makes the column text. */
  #textKind(text: string): ColumnKind {
    if (this.#kind === 'unknown text') {
      this.#time = TIMES.find(({ reader }) => reader.parse(text)?.end === text.length);
      return this.#time !== undefined ? 'time' : beginsWithDate(text) ? 'date' : 'text';
    }
    if (this.#kind === 'time') return this.#time?.reader.parse(text)?.end === text.length ? 'time' : 'text';
    return beginsWithDate(text) ? 'date' : 'text';
  }
}

function beginsWithDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || Number(year) === 0) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // Beyond the calendar of Date all years are alike, so that one within it does.
  if (Number.isNaN(date.getTime())) date.setUTCFullYear(2000 + (Number(year) % 400), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
