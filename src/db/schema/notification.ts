import { sql } from 'drizzle-orm';
import {
  bigint,
  foreignKey,
  index,
  integer,
  json,
  pgEnum,
  pgSequence,
  pgTable,
  primaryKey,
  serial,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { NOTIFICATION_CHANNELS, NOTIFICATION_TYPES } from '../../vocabulary/notifications.ts';
import { userAccount } from './user.ts';

export const notificationType = pgEnum('notification_type', NOTIFICATION_TYPES);
export const notificationChannel = pgEnum('notification_channel', NOTIFICATION_CHANNELS);

/** Numbers notifications after their commit, as `feed_position_seq` does events; see docs/adr/0081-subscriptions.md. */
export const notificationPosition = pgSequence('notification_position_seq', { startWith: 1, cache: 1 });

/** Notifications of accounts. Their object may have been deleted, so it is not a foreign key. Source: users-admin.md 5. */
export const notification = pgTable(
  'notification',
  {
    id: serial('id').primaryKey(),
    userAccountId: integer('user_account_id').notNull(),
    type: notificationType('type').notNull(),
    /** The collection, dataset or file that it is about; null for what is about the account itself. */
    subjectId: integer('subject_id'),
    /** The account that caused the notification. */
    requestorId: integer('requestor_id'),
    /** Further facts of the text, such as the reason of a return. */
    details: json('details').$type<Readonly<Record<string, string | null>>>().notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    readAt: timestamp('read_at', { withTimezone: true, mode: 'date' }),
    /** Place among the notifications of its account, given after the commit to those that follow them; null until then. */
    position: bigint('position', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('notification_position_key').on(table.userAccountId, table.position),
    index('notification_unnumbered_idx')
      .on(table.userAccountId, table.id)
      .where(sql`${table.position} is null`),
    foreignKey({
      name: 'notification_user_account_id_fk',
      columns: [table.userAccountId],
      foreignColumns: [userAccount.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'notification_requestor_id_fk', columns: [table.requestorId], foreignColumns: [userAccount.id] }).onDelete(
      'set null',
    ),
    index('notification_user_account_id_idx').on(table.userAccountId, table.id),
    index('notification_unread_idx')
      .on(table.userAccountId, table.id)
      .where(sql`${table.readAt} is null`),
  ],
);

/** Muted notification types of accounts, by channel. Source: users-admin.md 5.3. */
export const notificationMute = pgTable(
  'notification_mute',
  {
    userAccountId: integer('user_account_id').notNull(),
    channel: notificationChannel('channel').notNull(),
    type: notificationType('type').notNull(),
  },
  (table) => [
    primaryKey({ name: 'notification_mute_pk', columns: [table.userAccountId, table.channel, table.type] }),
    foreignKey({
      name: 'notification_mute_user_account_id_fk',
      columns: [table.userAccountId],
      foreignColumns: [userAccount.id],
    }).onDelete('cascade'),
  ],
);
