/** Questions to the rows of a table, with columns by their places. Source: files.md 22.9 */
import type { TableMeasure, TableOperator } from '../../vocabulary/ingest.ts';

/** A condition that rows are chosen by; all of a question hold. */
export interface RowCondition {
  readonly column: number;
  readonly operator: TableOperator;
  /** One, for IN several, for MISSING and PRESENT none. */
  readonly values: readonly (string | number | bigint)[];
}

export interface RowOrder {
  readonly column: number;
  readonly descending: boolean;
}

/** A question for rows, those that come behind a row in the order that is asked for. */
export interface RowsQuestion {
  readonly kind: 'rows';
  readonly columns: readonly number[];
  readonly where: readonly RowCondition[];
  readonly orderBy: readonly RowOrder[];
  readonly limit: number;
  /** Number of the row before the page; 0 for the first page. A place in the order is found by its row, so that no page costs more than the first. */
  readonly after: number;
}

/** What is computed of a group: of a column, but for COUNT. */
export interface GroupMeasure {
  readonly measure: TableMeasure;
  readonly column: number | null;
}

/** A question for groups of rows, in the order of their keys. */
export interface GroupsQuestion {
  readonly kind: 'groups';
  readonly groupBy: readonly number[];
  readonly measures: readonly GroupMeasure[];
  readonly where: readonly RowCondition[];
  readonly limit: number;
}

/** A question for how the values of columns are spread: numbers over ranges of one width, texts by how often they occur. */
export interface SpreadQuestion {
  readonly kind: 'spread';
  readonly columns: readonly number[];
  /** Most ranges, or most texts, of a column. */
  readonly bins: number;
  readonly where: readonly RowCondition[];
  readonly limit: number;
}

export type TableQuestion = RowsQuestion | GroupsQuestion | SpreadQuestion;

/** A value: whole numbers beyond 2^53 and numbers that JSON does not have are texts. */
export type TableCell = string | number | null;

/** What a question found: for rows, each with its number, from 1. */
export interface TableAnswer {
  readonly rows: readonly { readonly number: number; readonly cells: readonly TableCell[] }[];
  /** Whether there is more than was asked for, or than an answer holds. */
  readonly hasMore: boolean;
}

/** Characters of a text in an answer; what is longer is cut. */
export const LONGEST_CELL = 10_000;
