import { foreignKey, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { collection } from './collection.ts';
import { userAccount } from './user.ts';

/** Searches whose hits are linked into a collection again and again. Source: users-admin.md 12. */
export const savedSearch = pgTable(
  'saved_search',
  {
    id: serial('id').primaryKey(),
    query: text('query').notNull(),
    /** Further queries that hits have to fit. */
    filters: text('filters').array().notNull(),
    /** The collection into which hits are linked. */
    collectionId: integer('collection_id').notNull(),
    /** In whose name they are linked. */
    creatorId: integer('creator_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    lastRunAt: timestamp('last_run_at', { withTimezone: true, mode: 'date' }),
    /** Why the last run ended early; null where it went through. */
    lastFault: text('last_fault'),
  },
  (table) => [
    foreignKey({ name: 'saved_search_collection_id_fk', columns: [table.collectionId], foreignColumns: [collection.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'saved_search_creator_id_fk', columns: [table.creatorId], foreignColumns: [userAccount.id] }).onDelete('cascade'),
    index('saved_search_collection_idx').on(table.collectionId),
    index('saved_search_creator_idx').on(table.creatorId),
  ],
);
