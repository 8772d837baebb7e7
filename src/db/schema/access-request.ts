import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgEnum, pgTable, serial, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { ACCESS_REQUEST_STATES } from '../../vocabulary/files.ts';
import { dataFile } from './file.ts';
import { guestbookResponse } from './guestbook-response.ts';
import { userAccount } from './user.ts';

export const accessRequestState = pgEnum('access_request_state', ACCESS_REQUEST_STATES);

/** Requests for access to restricted files, and their outcome. Source: files.md 22.4. */
export const fileAccessRequest = pgTable(
  'file_access_request',
  {
    id: serial('id').primaryKey(),
    dataFileId: integer('data_file_id').notNull(),
    userAccountId: integer('user_account_id').notNull(),
    state: accessRequestState('state').notNull().default('CREATED'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** When it was granted or rejected. */
    decidedAt: timestamp('decided_at', { withTimezone: true, mode: 'date' }),
    /** What the requester told the guestbook of the dataset; null where nothing was asked. */
    guestbookResponseId: integer('guestbook_response_id'),
  },
  (table) => [
    foreignKey({ name: 'file_access_request_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'file_access_request_user_account_id_fk',
      columns: [table.userAccountId],
      foreignColumns: [userAccount.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'file_access_request_guestbook_response_id_fk',
      columns: [table.guestbookResponseId],
      foreignColumns: [guestbookResponse.id],
    }).onDelete('set null'),
    index('file_access_request_guestbook_response_idx')
      .on(table.guestbookResponseId)
      .where(sql`${table.guestbookResponseId} is not null`),
    uniqueIndex('file_access_request_open_key')
      .on(table.dataFileId, table.userAccountId)
      .where(sql`${table.state} = 'CREATED'`),
    index('file_access_request_user_idx').on(table.userAccountId, table.dataFileId),
  ],
);
