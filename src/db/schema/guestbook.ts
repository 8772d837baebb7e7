import { boolean, foreignKey, index, integer, json, pgEnum, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { GUESTBOOK_QUESTION_TYPES } from '../../vocabulary/guestbooks.ts';
import { collection } from './collection.ts';

export const guestbookQuestionType = pgEnum('guestbook_question_type', GUESTBOOK_QUESTION_TYPES);

/** An answer to choose. */
export interface GuestbookOption {
  readonly value: string;
  readonly displayOrder: number;
}

/** What people are asked before they download files of the datasets that have it. Source: users-admin.md 18.7. */
export const guestbook = pgTable(
  'guestbook',
  {
    id: serial('id').primaryKey(),
    collectionId: integer('collection_id').notNull(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull(),
    nameRequired: boolean('name_required').notNull(),
    emailRequired: boolean('email_required').notNull(),
    institutionRequired: boolean('institution_required').notNull(),
    positionRequired: boolean('position_required').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'guestbook_collection_id_fk', columns: [table.collectionId], foreignColumns: [collection.id] }).onDelete('cascade'),
    index('guestbook_collection_idx').on(table.collectionId),
  ],
);

/** A question of a guestbook beside those for name, address, institution and position. */
export const guestbookQuestion = pgTable(
  'guestbook_question',
  {
    id: serial('id').primaryKey(),
    guestbookId: integer('guestbook_id').notNull(),
    question: text('question').notNull(),
    questionType: guestbookQuestionType('question_type').notNull(),
    required: boolean('required').notNull(),
    /** Not asked any more. */
    hidden: boolean('hidden').notNull(),
    displayOrder: integer('display_order').notNull(),
    options: json('options').$type<readonly GuestbookOption[]>().notNull().default([]),
  },
  (table) => [
    foreignKey({ name: 'guestbook_question_guestbook_id_fk', columns: [table.guestbookId], foreignColumns: [guestbook.id] }).onDelete(
      'cascade',
    ),
    index('guestbook_question_guestbook_idx').on(table.guestbookId),
  ],
);
