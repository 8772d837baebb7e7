import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { TOKEN_SCOPES } from '../../vocabulary/access.ts';
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

/**
 * The link by which an account can set a password, one for each account; only the SHA-256 of what it holds is kept.
 * Source: users-admin.md 8.4.
 */
export const passwordReset = pgTable(
  'password_reset',
  {
    userAccountId: integer('user_account_id').primaryKey(),
    tokenHash: bytea('token_hash').notNull().unique('password_reset_token_hash_key'),
    /** Where the link was mailed to; it ends when the account gets another address. */
    email: text('email').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    foreignKey({
      name: 'password_reset_user_account_id_fk',
      columns: [table.userAccountId],
      foreignColumns: [userAccount.id],
    }).onDelete('cascade'),
  ],
);

/** Programs without a browser that wait to be allowed in; a row goes when its token is made. Source: users-admin.md 3.8. */
export const deviceSignIn = pgTable(
  'device_sign_in',
  {
    id: serial('id').primaryKey(),
    /** SHA-256 of what the program asks with. */
    deviceCodeHash: bytea('device_code_hash').notNull().unique('device_sign_in_device_code_hash_key'),
    /** What a person types, without the hyphen; of use to accounts alone, and for minutes. */
    userCode: text('user_code').notNull().unique('device_sign_in_user_code_key'),
    /** What the program says that it is. */
    clientName: text('client_name').notNull(),
    scopes: text('scopes', { enum: TOKEN_SCOPES }).array().notNull(),
    /** Where the program asked from, for the person who decides. */
    clientAddress: text('client_address'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
    /** The account that has allowed it. */
    userAccountId: integer('user_account_id'),
    refused: boolean('refused').notNull().default(false),
    /** When the program last asked for its token while the user had not decided. */
    askedAt: timestamp('asked_at', { withTimezone: true, mode: 'date' }),
    /** What it has to wait between two questions. */
    intervalSeconds: integer('interval_seconds').notNull().default(5),
  },
  (table) => [
    foreignKey({
      name: 'device_sign_in_user_account_id_fk',
      columns: [table.userAccountId],
      foreignColumns: [userAccount.id],
    }).onDelete('cascade'),
    check('device_sign_in_scopes_check', sql`${table.scopes} <@ ${sql.raw(`'{${TOKEN_SCOPES.join(',')}}'::text[]`)}`),
    index('device_sign_in_expires_at_idx').on(table.expiresAt),
    index('device_sign_in_user_account_id_idx').on(table.userAccountId),
  ],
);
