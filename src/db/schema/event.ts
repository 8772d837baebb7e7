import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, integer, json, pgSequence, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

/** Numbers what was committed, in an order that never changes again; see docs/adr/0044-feed-of-events.md. */
export const feedPosition = pgSequence('feed_position_seq', { startWith: 1, cache: 1 });

/** What happened to collections, datasets and files, for those who follow it. Objects may be gone, so there are no foreign keys. */
export const feedEvent = pgTable(
  'feed_event',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Place in the feed, given after the commit; null until then. */
    position: bigint('position', { mode: 'number' }),
    kind: text('kind').notNull(),
    /** The collection, dataset or file that it is about. */
    subjectId: integer('subject_id').notNull(),
    /** Alias of a collection, persistent identifier of a dataset, of a file that of its dataset; as it was then. */
    reference: text('reference').notNull(),
    /** The collection or dataset whose roles say who is told: of a file its dataset, of what was destroyed the collection it lay in. */
    homeId: integer('home_id').notNull(),
    /** Ids from the root down to the object, as they were then. */
    path: integer('path').array().notNull(),
    /** Permissions on `home_id` of which one is needed; 0 where it is enough to see the object. */
    needs: integer('needs').notNull(),
    payload: json('payload').$type<Readonly<Record<string, string | number | null>>>().notNull(),
    occurredAt: timestamp('occurred_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('feed_event_position_key').on(table.position),
    index('feed_event_unnumbered_idx')
      .on(table.id)
      .where(sql`${table.position} is null`),
  ],
);
