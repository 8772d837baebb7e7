import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './client.ts';

/** Rows of one statement: its JSON is built in one piece of work. */
const ROWS_AT_ONCE = 1000;

/** A half of a character is replaced, as it is in a parameter; PostgreSQL refuses it in JSON. */
function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/**
 * Inserts rows that all have the same keys, sent as JSON: with a parameter for each value, building the statements for 10,000 files takes
 * seconds.
 */
export async function insertAll(db: Queryable, table: PgTable, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in first);
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE).map((row) => {
      const values = new Map<string, unknown>(Object.entries(row));
      return Object.fromEntries(columns.map(([key, { name }]) => [name, wellFormed(values.get(key))]));
    });
    await db.execute(
      sql`insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(some)}::json)`,
    );
  }
}
