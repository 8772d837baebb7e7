import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { TOKEN_SCOPES } from '../../vocabulary/access.ts';
import { bytea } from './bytea.ts';
import { collection } from './collection.ts';
import { userAccount } from './user.ts';

/** Tokens that accounts make beside the contract's one, each with a name and what it is good for; only their SHA-256 is kept. */
export const namedToken = pgTable(
  'named_token',
  {
    id: serial('id').primaryKey(),
    userAccountId: integer('user_account_id').notNull(),
    /** What its owner calls it; several may be called alike. */
    name: text('name').notNull(),
    tokenHash: bytea('token_hash').notNull().unique('named_token_token_hash_key'),
    scopes: text('scopes', { enum: TOKEN_SCOPES }).array().notNull(),
    /** The collection to whose tree it is confined; the token goes with it. */
    collectionId: integer('collection_id'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
    /** To the minute. */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    foreignKey({ name: 'named_token_user_account_id_fk', columns: [table.userAccountId], foreignColumns: [userAccount.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'named_token_collection_id_fk', columns: [table.collectionId], foreignColumns: [collection.id] }).onDelete(
      'cascade',
    ),
    check('named_token_scopes_check', sql`${table.scopes} <@ ${sql.raw(`'{${TOKEN_SCOPES.join(',')}}'::text[]`)}`),
    index('named_token_user_account_id_idx').on(table.userAccountId),
    index('named_token_collection_id_idx').on(table.collectionId),
  ],
);
