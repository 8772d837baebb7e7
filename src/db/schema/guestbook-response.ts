import { foreignKey, index, integer, json, pgEnum, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { GUESTBOOK_EVENTS } from '../../vocabulary/guestbooks.ts';
import { dataset } from './dataset.ts';
import { dataFile } from './file.ts';
import { guestbook } from './guestbook.ts';
import { userAccount } from './user.ts';

export const guestbookEvent = pgEnum('guestbook_event', GUESTBOOK_EVENTS);

/** What was answered to a question, in the words in which it was asked. */
export interface GuestbookAnswer {
  readonly questionId: number;
  readonly question: string;
  readonly value: string;
}

/** What a person told a guestbook for a file. Source: users-admin.md 18.7. */
export const guestbookResponse = pgTable(
  'guestbook_response',
  {
    id: serial('id').primaryKey(),
    guestbookId: integer('guestbook_id').notNull(),
    datasetId: integer('dataset_id').notNull(),
    dataFileId: integer('data_file_id').notNull(),
    event: guestbookEvent('event').notNull().default('Download'),
    /** Null for a guest. */
    userAccountId: integer('user_account_id'),
    name: text('name'),
    email: text('email'),
    institution: text('institution'),
    position: text('position'),
    answers: json('answers').$type<readonly GuestbookAnswer[]>().notNull(),
    respondedAt: timestamp('responded_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'guestbook_response_guestbook_id_fk', columns: [table.guestbookId], foreignColumns: [guestbook.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'guestbook_response_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
    foreignKey({ name: 'guestbook_response_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'guestbook_response_user_account_id_fk', columns: [table.userAccountId], foreignColumns: [userAccount.id] }),
    index('guestbook_response_guestbook_idx').on(table.guestbookId, table.datasetId),
    index('guestbook_response_dataset_idx').on(table.datasetId, table.id),
    index('guestbook_response_data_file_idx').on(table.dataFileId),
    index('guestbook_response_user_account_idx').on(table.userAccountId),
  ],
);
