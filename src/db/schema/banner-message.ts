import { boolean, foreignKey, integer, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core';

/** Messages that operators show to all visitors. Source: users-admin.md 18.4. */
export const bannerMessage = pgTable('banner_message', {
  id: serial('id').primaryKey(),
  dismissible: boolean('dismissible').notNull(),
  active: boolean('active').notNull().default(true),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});

/** A message in one language. */
export const bannerText = pgTable(
  'banner_text',
  {
    bannerId: integer('banner_id').notNull(),
    /** Code of ISO 639-1, in lower case. */
    language: text('language').notNull(),
    message: text('message').notNull(),
  },
  (table) => [
    primaryKey({ name: 'banner_text_pk', columns: [table.bannerId, table.language] }),
    foreignKey({ name: 'banner_text_banner_id_fk', columns: [table.bannerId], foreignColumns: [bannerMessage.id] }).onDelete('cascade'),
  ],
);
