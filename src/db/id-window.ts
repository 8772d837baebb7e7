import { type Column, type SQL, sql } from 'drizzle-orm';
import type { PageWindow } from '../model/page-window.ts';
import { type Queryable, prepared } from './client.ts';
import { atMost } from './kept-plans.ts';

/** The parts of a statement that reads a window of a list, out of placeholders. */
interface WindowParts {
  /** The condition: ids between the places. */
  readonly within: SQL;
  /** The order of reading. */
  readonly order: SQL;
  readonly limit: SQL;
  /** What the statement is named by, besides its own name. */
  readonly suffix: 'first' | 'last';
}

interface Statement<Row> {
  readonly execute: (values: Record<string, unknown>) => Promise<readonly Row[]>;
}

/**
 * Windows of lists that an ascending id orders. `build` writes the statement, which is prepared once for each end; the index that begins with
 * what the list is of and goes on with the id reads no more rows than it gives.
 */
export function idWindow<Row>(
  column: Column,
  build: (db: Queryable, parts: WindowParts) => Statement<Row>,
): (db: Queryable, window: PageWindow<number>, values: Readonly<Record<string, unknown>>) => Promise<readonly Row[]> {
  const within = sql`${column} > coalesce(${sql.placeholder('after')}::bigint, -1) and ${column} < coalesce(${sql.placeholder('before')}::bigint, ${sql.raw(String(Number.MAX_SAFE_INTEGER))})`;
  const limit = atMost(sql.placeholder('limit'));
  const first = prepared((db) => build(db, { within, order: sql`${column}`, limit, suffix: 'first' }));
  const last = prepared((db) => build(db, { within, order: sql`${column} desc`, limit, suffix: 'last' }));
  return async (db, { after, before, limit: most, fromEnd }, values) => {
    const rows = await (fromEnd ? last : first)(db).execute({ ...values, after, before, limit: most });
    return fromEnd ? rows.toReversed() : rows;
  };
}

/** The parts of a statement that is composed anew each time: what of it depends on the question is more than values. */
export function boundWindow(
  column: Column | SQL,
  { after, before, limit, fromEnd }: PageWindow<number>,
): { readonly within: SQL; readonly order: SQL; readonly limit: SQL } {
  return {
    within: sql`${column} > ${after ?? -1}::bigint and ${column} < ${before ?? Number.MAX_SAFE_INTEGER}::bigint`,
    order: fromEnd ? sql`${column} desc` : sql`${column}`,
    limit: atMost(sql.param(limit)),
  };
}
