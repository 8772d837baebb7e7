import { foreignKey, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './bytea.ts';
import { userAccount } from './user.ts';

/** Browsers that are signed in; only the SHA-256 of what their cookies hold is kept. Source: users-admin.md 3.6. */
export const userSession = pgTable(
  'user_session',
  {
    id: serial('id').primaryKey(),
    userAccountId: integer('user_account_id').notNull(),
    tokenHash: bytea('token_hash').notNull().unique('user_session_token_hash_key'),
    /** By whom the account was signed in; the session ends with that provider. */
    providerId: text('provider_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    foreignKey({
      name: 'user_session_user_account_id_fk',
      columns: [table.userAccountId],
      foreignColumns: [userAccount.id],
    }).onDelete('cascade'),
  ],
);

/** Attempts to sign in that did not succeed, by account and by address, for as long as they count. */
export const signInAttempt = pgTable('sign_in_attempt', {
  /** A hash: what was typed as a user name may be a password. */
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  since: timestamp('since', { withTimezone: true, mode: 'date' }).notNull(),
});
