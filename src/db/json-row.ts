/**
 * Rows as JSON made by PostgreSQL, for statements that list them beside something else. Arrays without keys: 23 keys for each file took
 * PostgreSQL longer than finding the files. The columns are named once, and everything that depends on their order is made of that.
 */
import { type AnyColumn, type GetColumnData, type SQL, is, SQL as SqlText, sql } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';

/** Columns by the names of a row's properties, as for `select`; a row within the row has its own. */
export interface JsonColumns {
  readonly [name: string]: AnyColumn | SQL | JsonColumns;
}

/** Moments are texts in JSON. */
type Written<Value> = Value extends Date ? string : Value;

/** The row that columns give, read from JSON. */
export type JsonRowOf<Columns extends JsonColumns> = {
  -readonly [Name in keyof Columns]: Columns[Name] extends SQL<infer Value>
    ? Written<Value>
    : Columns[Name] extends AnyColumn
      ? Written<GetColumnData<Columns[Name]>>
      : Columns[Name] extends JsonColumns
        ? JsonRowOf<Columns[Name]>
        : never;
};

declare const columnsOf: unique symbol;

/** The values of a row in the order of its columns; only the reader of the same columns takes them. */
export interface JsonCells<Columns extends JsonColumns> extends ReadonlyArray<unknown> {
  readonly [columnsOf]?: Columns;
}

export interface JsonRow<Columns extends JsonColumns> {
  /** SQL for the row as JSON. */
  readonly json: SQL<JsonCells<Columns>>;
  readonly read: (cells: JsonCells<Columns>) => JsonRowOf<Columns>;
}

function isColumn(column: AnyColumn | SQL | JsonColumns): column is AnyColumn | SQL {
  return is(column, PgColumn) || is(column, SqlText);
}

type Reader = (cells: readonly unknown[]) => Record<string, unknown>;
type Part = readonly [name: string, read: (cells: readonly unknown[]) => unknown];

/** Properties of columns that were not read, which fail where they are asked for. */
function unreadOf(columns: JsonColumns, whole: JsonColumns): object {
  const unread = Object.keys(whole).filter((name) => !Object.hasOwn(columns, name));
  const fail = (name: string) => (): never => {
    throw new Error(`The column ${name} was not read.`);
  };
  return Object.defineProperties({}, Object.fromEntries(unread.map((name) => [name, { get: fail(name) }])));
}

/** Makes rows on which whatever was not read fails. */
function briefReader(parts: readonly Part[], unread: object): Reader {
  class BriefRow {
    [name: string]: unknown;

    constructor(cells: readonly unknown[]) {
      for (const [name, read] of parts) this[name] = read(cells);
    }
  }
  Object.setPrototypeOf(BriefRow.prototype, unread);
  return (cells) => new BriefRow(cells);
}

/** Makes what reads a row; the columns are added to `list`, in whose order their values come. */
function readerOf(columns: JsonColumns, list: (AnyColumn | SQL)[], whole?: JsonColumns): Reader {
  const parts = Object.entries(columns).map(([name, column]): Part => {
    if (!isColumn(column)) {
      const within = whole?.[name];
      return [name, readerOf(column, list, within === undefined || isColumn(within) ? undefined : within)];
    }
    const place = list.push(column) - 1;
    return [name, (cells) => cells[place]];
  });
  if (whole !== undefined) return briefReader(parts, unreadOf(columns, whole));
  // A copy has all properties at once: growing an object by one after the other took longer than anything else about a row.
  const empty: Readonly<Record<string, unknown>> = Object.fromEntries(parts.map(([name]) => [name, null]));
  return (cells) => {
    const row = { ...empty };
    for (const [name, read] of parts) row[name] = read(cells);
    return row;
  };
}

/** The JSON of a row and its reader. */
export function jsonRow<const Columns extends JsonColumns>(columns: Columns): JsonRow<Columns> {
  const list: (AnyColumn | SQL)[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is the one of its column
  const read = readerOf(columns, list) as JsonRow<Columns>['read'];
  return { json: sql`json_build_array(${sql.join(list, sql`, `)})`, read };
}

/** Some of the columns of a row, and of the rows within. */
export type SomeColumns<Columns extends JsonColumns> = {
  readonly [Name in keyof Columns]?: Columns[Name] extends AnyColumn | SQL
    ? Columns[Name]
    : Columns[Name] extends JsonColumns
      ? SomeColumns<Columns[Name]>
      : never;
};

/**
 * The JSON of a row of which only some columns are read, for those who ask for nothing else. The reader gives the type of the whole row, so that
 * whatever takes rows takes these; a column that was not read fails where it is asked for, and is never taken for an empty one.
 */
export function briefJsonRow<const Columns extends JsonColumns>(whole: Columns, some: SomeColumns<Columns>): JsonRow<Columns> {
  const list: (AnyColumn | SQL)[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a part of the columns are columns; each value is the one of its column, and whatever is missing fails
  const read = readerOf(some as JsonColumns, list, whole) as JsonRow<Columns>['read'];
  return { json: sql`json_build_array(${sql.join(list, sql`, `)})`, read };
}
