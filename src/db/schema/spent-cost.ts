import { doublePrecision, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * What operations of a caller have cost lately, less what has become free again since. The migration makes it unlogged: a charge waits for no
 * write to disk, and what a crash of PostgreSQL loses is a debt. Source: docs/adr/0091-cost-of-answers.md.
 */
export const spentCost = pgTable('spent_cost', {
  /** `account` and its id, or a keyed hash of an address. */
  caller: text('caller').primaryKey(),
  /** At the time of `counted_at`. */
  points: doublePrecision('points').notNull(),
  /** Points that become free in a second. */
  perSecond: doublePrecision('per_second').notNull(),
  countedAt: timestamp('counted_at', { withTimezone: true, mode: 'date' }).notNull(),
});
