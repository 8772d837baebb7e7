/**
 * The normal form of a table: what every reader gives, and what statistics, UNF and writers take. A table knows its variables before its
 * first row, and can be gone through more than once; its rows come in batches of columns, so that memory does not grow with the table.
 */
import type { TextCells } from './text-cells.ts';

/**
 * What the cells of a variable hold. `integer`, `double` and `float` are numbers in a Float64Array: `integer` whole ones, `float` those of
 * a 32-bit source, widened. `int64` is for integers of which some are beyond 2^53; `text` is everything else, dates and times included.
 */
export type Storage = 'integer' | 'int64' | 'double' | 'float' | 'text';

/** A value with a name, from the source's value labels. Order is that of the source. */
export interface Category {
  /** As the cell reads in the tab text: `1`, `-2`, `m`. For an extended missing value of Stata, its code: `.a`. */
  readonly value: string;
  readonly label: string;
  /** Whether the source declares the value as missing. */
  readonly missing: boolean;
}

/** Values that the source declares as missing: one value, or a range with both ends included. They stay valid cells in the columns. */
export type InvalidRange = { readonly value: string } | { readonly min: string | undefined; readonly max: string | undefined };

/** A column of a table, described. {@link variable} fills in what is usual. */
export interface Variable {
  readonly name: string;
  /** Undefined where the source has none. CSV, which knows no labels, repeats the name. */
  readonly label: string | undefined;
  readonly storage: Storage;
  readonly interval: 'discrete' | 'contin' | 'nominal' | 'dichotomous';
  /** Source: files.md 19.5, 19.6 */
  readonly formatCategory: 'date' | 'time' | 'Boolean' | undefined;
  /** Of a date or time, the pattern of its cells: `yyyy-MM-dd`, `yyyy-MM-dd HH:mm:ss.SSS`; of a float, `float`. */
  readonly format: string | undefined;
  /** Whether text cells stand in quotes in the tab text; dates and times don't. */
  readonly quoted: boolean;
  /** How numbers without a text of their own are written: `double` as 1.0 and 1.0E7, `plain` as 1.5 and 10000000 without an exponent. */
  readonly notation: 'double' | 'plain';
  /** Digits after the point in the source's display format. */
  readonly decimals: number | undefined;
  /** Whether the order of the categories means something (an ordered factor). */
  readonly ordered: boolean;
  readonly categories: readonly Category[];
  readonly invalidRanges: readonly InvalidRange[];
}

/** Cells of a numeric variable. */
export interface NumberColumn {
  readonly kind: 'number';
  /** NaN and infinities are values. Where a cell is missing the entry means nothing. */
  readonly values: Float64Array;
  /** 1 where the cell is missing; undefined when none is. */
  readonly missing: Uint8Array | undefined;
  /** The cells as they are to be written, when the source's own text is kept (`007`, `1.00`); else they are written from the values. */
  readonly text?: TextCells;
}

/** Cells of an `int64` variable. */
export interface IntegerColumn {
  readonly kind: 'int64';
  readonly values: BigInt64Array;
  readonly missing: Uint8Array | undefined;
  readonly text?: TextCells;
}

/** Cells of a `text` variable. An empty cell that is not missing is an empty string. */
export interface TextColumn {
  readonly kind: 'text';
  readonly cells: TextCells;
  readonly missing: Uint8Array | undefined;
}

export type Column = NumberColumn | IntegerColumn | TextColumn;

/** Some consecutive rows, one column for each variable. Valid until the next batch is asked for: a reader may use its arrays again. */
export interface Batch {
  readonly rows: number;
  /** Arrays of a column may be longer than `rows`. */
  readonly columns: readonly Column[];
}

/** A table that a reader has opened. */
export interface Table {
  readonly variables: readonly Variable[];
  /** Undefined where only reading tells. */
  readonly rowCount: number | undefined;
  /** Goes through all rows from the first one. @throws TableError when a row cannot be read */
  batches(): AsyncIterable<Batch>;
}

/** A variable with what is usual for its storage: numbers are discrete when whole and else continuous, text is discrete and quoted. */
export function variable(facts: Pick<Variable, 'name' | 'storage'> & Partial<Variable>): Variable {
  const dated = facts.formatCategory === 'date' || facts.formatCategory === 'time';
  return {
    label: undefined,
    interval: facts.storage === 'double' || facts.storage === 'float' ? 'contin' : 'discrete',
    formatCategory: undefined,
    format: facts.storage === 'float' ? 'float' : undefined,
    quoted: facts.storage === 'text' && !dated,
    notation: 'double',
    decimals: undefined,
    ordered: false,
    categories: [],
    invalidRanges: [],
    ...facts,
  };
}

/** How many rows a batch of so many variables should have: enough to make loops tight, few enough for 10,000 columns. */
export function rowsPerBatch(variables: number): number {
  return Math.max(16, Math.min(8192, Math.floor(131_072 / Math.max(1, variables))));
}
