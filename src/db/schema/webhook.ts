import { sql } from 'drizzle-orm';
import { bigint, bigserial, foreignKey, index, integer, pgEnum, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { WEBHOOK_DELIVERY_STATES } from '../../vocabulary/events.ts';
import { feedEvent } from './event.ts';
import { node } from './node.ts';
import { userAccount } from './user.ts';

export const webhookDeliveryState = pgEnum('webhook_delivery_state', WEBHOOK_DELIVERY_STATES);

/** Who is told of events below a collection, as an account that administers it may hear of them. */
export const webhook = pgTable(
  'webhook',
  {
    id: serial('id').primaryKey(),
    ownerId: integer('owner_id').notNull(),
    collectionId: integer('collection_id').notNull(),
    url: text('url').notNull(),
    /** Kinds of events that are wanted; all when empty. */
    kinds: text('kinds').array().notNull(),
    /** What deliveries are signed with; shown once. Sealed (docs/adr/0057), as a signature cannot be made from a hash. */
    secret: text('secret').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    disabledAt: timestamp('disabled_at', { withTimezone: true, mode: 'date' }),
    disabledReason: text('disabled_reason'),
    /** Place in the feed up to which deliveries were made. */
    position: bigint('position', { mode: 'number' }).notNull(),
    /** Tries one after another of which none succeeded, and until when no more are made. */
    failures: integer('failures').notNull().default(0),
    pausedUntil: timestamp('paused_until', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** The process that delivers, and until when it has the webhook for itself. */
    leasedBy: text('leased_by'),
    leaseUntil: timestamp('lease_until', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'webhook_owner_id_fk', columns: [table.ownerId], foreignColumns: [userAccount.id] }).onDelete('cascade'),
    foreignKey({ name: 'webhook_collection_id_fk', columns: [table.collectionId], foreignColumns: [node.id] }).onDelete('cascade'),
    index('webhook_owner_id_idx').on(table.ownerId),
    index('webhook_collection_id_idx').on(table.collectionId),
  ],
);

/** One event for one webhook. Those of one lane, which is a dataset or a collection, are delivered one after another. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    webhookId: integer('webhook_id').notNull(),
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    lane: integer('lane').notNull(),
    state: webhookDeliveryState('state').notNull().default('PENDING'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** What the receiver answered at the last try; null where it did not. */
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    endedAt: timestamp('ended_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    foreignKey({ name: 'webhook_delivery_webhook_id_fk', columns: [table.webhookId], foreignColumns: [webhook.id] }).onDelete('cascade'),
    foreignKey({ name: 'webhook_delivery_event_id_fk', columns: [table.eventId], foreignColumns: [feedEvent.id] }).onDelete('cascade'),
    uniqueIndex('webhook_delivery_event_key').on(table.webhookId, table.eventId),
    index('webhook_delivery_event_id_idx').on(table.eventId),
    index('webhook_delivery_page_idx').on(table.webhookId, table.id),
    index('webhook_delivery_delayed_idx')
      .on(table.nextAttemptAt)
      .where(sql`${table.state} = 'PENDING'`),
    index('webhook_delivery_due_idx')
      .on(table.webhookId, table.id)
      .where(sql`${table.state} = 'PENDING'`),
    index('webhook_delivery_ended_idx').on(table.endedAt),
  ],
);
