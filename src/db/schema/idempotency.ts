import { foreignKey, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { userAccount } from './user.ts';

/** Requests that are to have their effects once, however often they are sent. See docs/adr/0093-bulk-and-idempotency.md. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    accountId: integer('account_id').notNull(),
    /** As the client sent it; the server's own ones begin with a word that no client can send. */
    key: text('key').notNull(),
    /** SHA-256 of what makes the request the same one, hexadecimal. */
    fingerprint: text('fingerprint').notNull(),
    /** Rises when another process goes on with the request: what the one before still does is not committed. */
    attempt: integer('attempt').notNull().default(1),
    /** The answer, sealed; null while the request is under way, or was cut off. */
    answer: text('answer'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'idempotency_key_pkey', columns: [table.accountId, table.key] }),
    foreignKey({ name: 'idempotency_key_account_id_fk', columns: [table.accountId], foreignColumns: [userAccount.id] }).onDelete('cascade'),
    index('idempotency_key_expires_idx').on(table.expiresAt),
  ],
);

/** What a command of such a request returned, stored in the transaction of the command. */
export const idempotencyStep = pgTable(
  'idempotency_step',
  {
    accountId: integer('account_id').notNull(),
    key: text('key').notNull(),
    /** Name of the command, and which of its calls. */
    step: text('step').notNull(),
    /** Sealed; null where what it returned cannot be stored. */
    result: text('result'),
  },
  (table) => [
    primaryKey({ name: 'idempotency_step_pkey', columns: [table.accountId, table.key, table.step] }),
    foreignKey({
      name: 'idempotency_step_key_fk',
      columns: [table.accountId, table.key],
      foreignColumns: [idempotencyKey.accountId, idempotencyKey.key],
    }).onDelete('cascade'),
  ],
);
