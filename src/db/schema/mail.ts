import { sql } from 'drizzle-orm';
import { bigserial, foreignKey, index, integer, json, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { notificationType } from './notification.ts';
import { userAccount } from './user.ts';

export const mailState = pgEnum('mail_state', ['PENDING', 'SENT', 'FAILED', 'OBSOLETE']);

/**
 * Mail to accounts, written in the transaction of its event and sent afterwards. Its text is made when it is sent, from what its recipient
 * may read then. Source: users-admin.md 5.3.
 */
export const outgoingMail = pgTable(
  'outgoing_mail',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userAccountId: integer('user_account_id').notNull(),
    type: notificationType('type').notNull(),
    /** The collection, dataset or file that it is about; null for what is about the account itself. */
    subjectId: integer('subject_id'),
    requestorId: integer('requestor_id'),
    details: json('details').$type<Readonly<Record<string, string | null>>>().notNull(),
    state: mailState('state').notNull().default('PENDING'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** When it was sent, or failed for good. */
    endedAt: timestamp('ended_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    foreignKey({
      name: 'outgoing_mail_user_account_id_fk',
      columns: [table.userAccountId],
      foreignColumns: [userAccount.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'outgoing_mail_requestor_id_fk', columns: [table.requestorId], foreignColumns: [userAccount.id] }).onDelete(
      'set null',
    ),
    index('outgoing_mail_user_account_id_idx').on(table.userAccountId),
    index('outgoing_mail_pending_idx')
      .on(table.createdAt)
      .where(sql`${table.state} = 'PENDING'`),
    index('outgoing_mail_ended_idx').on(table.endedAt),
  ],
);

/** The link by which an account confirms its e-mail address. Source: users-admin.md 7.1, 8.3. */
export const emailConfirmation = pgTable(
  'email_confirmation',
  {
    userAccountId: integer('user_account_id').primaryKey(),
    token: uuid('token').notNull().unique('email_confirmation_token_key'),
    /** The address that was asked about; another one is not confirmed by it. */
    email: text('email').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    foreignKey({
      name: 'email_confirmation_user_account_id_fk',
      columns: [table.userAccountId],
      foreignColumns: [userAccount.id],
    }).onDelete('cascade'),
  ],
);
