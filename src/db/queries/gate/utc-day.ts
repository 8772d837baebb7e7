import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Today in UTC, `yyyy-MM-dd`. */
export function currentDay(): string {
  return new Date().toISOString().slice(0, 10);
}

/** SQL for the day of a moment, `yyyy-MM-dd` in UTC; null for none. Cheaper than a date that is only shown as its day. */
export function utcDay<Day extends string | null = string>(moment: SQLWrapper): SQL<Day> {
  return sql<Day>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`;
}
