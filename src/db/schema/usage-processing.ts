import { pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { PROCESSING_STATES } from '../../vocabulary/metrics.ts';

export const processingState = pgEnum('processing_state', PROCESSING_STATES);

/** How far the logs of a month are processed by a counter of usage outside. Source: users-admin.md 15.4. */
export const usageProcessing = pgTable('usage_processing', {
  /** `yyyy-MM`. */
  month: text('month').primaryKey(),
  state: processingState('state').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  /** The machine that processes it; null where that was not told. */
  server: text('server'),
});
