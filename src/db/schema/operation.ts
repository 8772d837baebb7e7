import { bytea } from './bytea.ts';
import { bigserial, index, integer, json, pgEnum, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** Operator settings; `language` is empty for the value that has no language. */
export const setting = pgTable(
  'setting',
  {
    name: text('name').notNull(),
    language: text('language').notNull().default(''),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ name: 'setting_pk', columns: [table.name, table.language] })],
);

/** Who did what to which object; written by the command gate in the transaction of the change. */
export const auditRecord = pgTable(
  'audit_record',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    actor: text('actor').notNull(),
    command: text('command').notNull(),
    subjectId: integer('subject_id'),
    requestId: text('request_id').notNull(),
    /** What changed, by name; never secrets. */
    details: json('details').$type<Readonly<Record<string, unknown>>>(),
  },
  (table) => [index('audit_record_subject_idx').on(table.subjectId, table.id)],
);

export const outboxState = pgEnum('outbox_state', ['PENDING', 'DELIVERED', 'FAILED']);

/** Facts that something outside the transaction has to act on; written with the change, delivered at least once. */
export const outboxEvent = pgTable(
  'outbox_event',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').notNull(),
    subjectId: integer('subject_id'),
    payload: json('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
    state: outboxState('state').notNull().default('PENDING'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    deliveredAt: timestamp('delivered_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [index('outbox_event_state_idx').on(table.state, table.id)],
);

/** The one row of secrets that all processes of an installation share. */
export const installationSecret = pgTable('installation_secret', {
  id: integer('id').primaryKey(),
  /** Signs download addresses: 32 random bytes in base64, sealed (docs/adr/0057); the bytes themselves until the start that seals them. */
  signingKey: bytea('signing_key').notNull(),
});
