/**
 * Parameters through subqueries. PostgreSQL keeps the generic plan of a prepared statement only if it is not estimated as more expensive
 * than a custom plan. A short list or a small limit always makes the custom plan look cheap: with `any($1::int[])` the statements of a page
 * were planned again at each execution, 0.4 to 0.75 ms before 0.08 ms of work. For a subquery both estimates are the same. It is evaluated
 * once per statement.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** How lists are passed; those of enums as text, see `array-types.ts`. */
const LIST_TYPES = {
  int: 'int[]',
  bigint: 'bigint[]',
  text: 'text[]',
  uuid: 'uuid[]',
  version_state: 'text[]::version_state[]',
  fixity_outcome: 'text[]::fixity_outcome[]',
} as const;

/** SQL for one of a list, given or a placeholder: `column = ${anyOf(ids, 'int')}`. */
export function anyOf(list: readonly number[] | readonly string[] | SQLWrapper, type: keyof typeof LIST_TYPES): SQL {
  return sql`any(array(select unnest(${'getSQL' in list ? list : sql.param(list)}::${sql.raw(LIST_TYPES[type])})))`;
}

/** SQL for at most so many rows; null for all. */
export function atMost(limit: SQLWrapper): SQL {
  return sql`limit (select ${limit}::int)`;
}
