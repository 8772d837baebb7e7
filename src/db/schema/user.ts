import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, foreignKey, index, integer, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea } from './bytea.ts';

type AccountColumns = Readonly<Record<'id' | 'userName' | 'authenticationProviderId', AnyPgColumn>>;

/** An order of the list of accounts, in which equal ones go by user name. */
function listedBy(name: string, { id, userName, authenticationProviderId }: AccountColumns, column: AnyPgColumn) {
  return index(name).on(column, sql`lower(${userName})`, userName, id, authenticationProviderId);
}

/** The same by a text, in any case. The text itself is in it too: PostgreSQL does not read what it has of an expression without its columns. */
function listedByText(name: string, { id, userName, authenticationProviderId }: AccountColumns, column: AnyPgColumn) {
  return index(name).on(sql`lower(${column})`, sql`lower(${userName})`, column, userName, id, authenticationProviderId);
}

/** Accounts, whatever provider authenticates them. */
export const userAccount = pgTable(
  'user_account',
  {
    id: serial('id').primaryKey(),
    /** User name in its canonical case, without `@`. */
    userName: text('user_name').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    affiliation: text('affiliation'),
    position: text('position'),
    superuser: boolean('superuser').notNull().default(false),
    deactivatedAt: timestamp('deactivated_at', { withTimezone: true, mode: 'date' }),
    authenticationProviderId: text('authentication_provider_id').notNull(),
    /** The account's id at its provider; the user name for built-in accounts. */
    persistentUserId: text('persistent_user_id').notNull(),
    emailConfirmedAt: timestamp('email_confirmed_at', { withTimezone: true, mode: 'date' }),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    lastLoginAt: timestamp('last_login_at', { withTimezone: true, mode: 'date' }),
    lastApiUseAt: timestamp('last_api_use_at', { withTimezone: true, mode: 'date' }),
    /**
     * The hour of it, since 1970. The list of accounts is found by this one: while the hour stays the same, noting a use writes to no index,
     * because the database compares what is indexed and not what it was made from.
     */
    lastApiUseHour: integer('last_api_use_hour').generatedAlwaysAs(
      sql`floor(extract(epoch from last_api_use_at at time zone 'UTC') / 3600)::int`,
    ),
  },
  (table) => [
    uniqueIndex('user_account_user_name_key').on(sql`lower(${table.userName})`),
    uniqueIndex('user_account_email_key').on(sql`lower(${table.email})`),
    uniqueIndex('user_account_provider_key').on(table.authenticationProviderId, table.persistentUserId),
    // All that a page of the list of accounts is found by, in each of its orders: the rows of the pages before it are not read. That by id comes from
    // the primary key. That by last use of the API has the hour: an index on the time would make each minute of use a write to all of them.
    index('user_account_listing_idx').on(sql`lower(${table.userName})`, table.userName, table.id, table.authenticationProviderId),
    index('user_account_by_email_idx').on(sql`lower(${table.email})`, table.email, table.id, table.authenticationProviderId),
    listedByText('user_account_by_last_name_idx', table, table.lastName),
    listedByText('user_account_by_first_name_idx', table, table.firstName),
    listedByText('user_account_by_affiliation_idx', table, table.affiliation),
    listedByText('user_account_by_position_idx', table, table.position),
    listedBy('user_account_by_superuser_idx', table, table.superuser),
    listedBy('user_account_by_created_at_idx', table, table.createdAt),
    listedBy('user_account_by_last_login_at_idx', table, table.lastLoginAt),
    listedBy('user_account_by_last_api_use_idx', table, table.lastApiUseHour),
    index('user_account_by_provider_idx').on(table.authenticationProviderId, sql`lower(${table.userName})`, table.userName, table.id),
  ],
);

/** Password of a built-in account, as an argon2id hash in PHC form. */
export const builtinUser = pgTable(
  'builtin_user',
  {
    id: serial('id').primaryKey(),
    userAccountId: integer('user_account_id').notNull().unique('builtin_user_user_account_id_key'),
    /** Absent for an account that cannot log in with a password. */
    passwordHash: text('password_hash'),
  },
  (table) => [
    foreignKey({
      name: 'builtin_user_user_account_id_fk',
      columns: [table.userAccountId],
      foreignColumns: [userAccount.id],
    }).onDelete('cascade'),
  ],
);

/** One API token per account; only its SHA-256 is kept. Source: users-admin.md 7.3. */
export const apiToken = pgTable(
  'api_token',
  {
    id: serial('id').primaryKey(),
    userAccountId: integer('user_account_id').notNull().unique('api_token_user_account_id_key'),
    tokenHash: bytea('token_hash').notNull().unique('api_token_token_hash_key'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    foreignKey({
      name: 'api_token_user_account_id_fk',
      columns: [table.userAccountId],
      foreignColumns: [userAccount.id],
    }).onDelete('cascade'),
  ],
);
