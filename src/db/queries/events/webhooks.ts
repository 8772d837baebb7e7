/** Webhooks as their administrators see them. */
import { and, eq, sql } from 'drizzle-orm';
import type { WebhookDeliveryState } from '../../../vocabulary/events.ts';
import type { Queryable } from '../../client.ts';
import { feedEvent } from '../../schema/event.ts';
import { webhook, webhookDelivery } from '../../schema/webhook.ts';
import { type PageWindow, upwards } from '../../../model/page-window.ts';
import { boundWindow } from '../../id-window.ts';

export type WebhookRow = typeof webhook.$inferSelect;

/** Stores a webhook, which hears of what is committed from now on. */
export async function insertWebhook(
  db: Queryable,
  values: Pick<WebhookRow, 'ownerId' | 'collectionId' | 'url' | 'secret'> & { readonly kinds: readonly string[] },
): Promise<WebhookRow> {
  const [row] = await db
    .insert(webhook)
    .values({ ...values, kinds: [...values.kinds], position: sql`(select coalesce(max(e.position), 0) from feed_event e)` })
    .returning();
  if (row === undefined) throw new Error('The webhook was not stored.');
  return row;
}

/** Finds a webhook; with `lock`, it is locked for a change. */
export async function findWebhook(db: Queryable, id: number, { lock = false } = {}): Promise<WebhookRow | undefined> {
  const query = db.select().from(webhook).where(eq(webhook.id, id));
  const [row] = await (lock ? query.for('update') : query);
  return row;
}

/** Webhooks of a collection, in the order in which they were made. */
export async function listWebhooks(db: Queryable, collectionId: number): Promise<WebhookRow[]> {
  return db.select().from(webhook).where(eq(webhook.collectionId, collectionId)).orderBy(webhook.id);
}

export async function deleteWebhookRow(db: Queryable, id: number): Promise<void> {
  await db.delete(webhook).where(eq(webhook.id, id));
}

/** Ends deliveries to a webhook, for a reason, or, with null, has them go on at once. */
export async function setWebhookDisabled(db: Queryable, id: number, reason: string | null): Promise<void> {
  await db
    .update(webhook)
    .set({ disabledAt: reason === null ? null : sql`now()`, disabledReason: reason, failures: 0, pausedUntil: sql`now()` })
    .where(eq(webhook.id, id));
}

export interface WebhookDeliveryRow {
  readonly id: number;
  readonly webhookId: number;
  readonly kind: string;
  readonly subjectId: number;
  readonly state: WebhookDeliveryState;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export interface DeliveryFilter {
  readonly webhookId: number;
  readonly state: WebhookDeliveryState | null;
}

function matching({ webhookId, state }: DeliveryFilter) {
  return and(eq(webhookDelivery.webhookId, webhookId), state === null ? undefined : eq(webhookDelivery.state, state));
}

/** Deliveries of a webhook, newest first. */
export async function listDeliveries(db: Queryable, filter: DeliveryFilter & PageWindow<number>): Promise<WebhookDeliveryRow[]> {
  const { within, order, limit } = boundWindow(webhookDelivery.id, upwards(filter));
  const rows = await db
    .select({
      id: webhookDelivery.id,
      webhookId: webhookDelivery.webhookId,
      kind: feedEvent.kind,
      subjectId: feedEvent.subjectId,
      state: webhookDelivery.state,
      attempts: webhookDelivery.attempts,
      nextAttemptAt: webhookDelivery.nextAttemptAt,
      lastStatus: webhookDelivery.lastStatus,
      lastError: webhookDelivery.lastError,
      createdAt: webhookDelivery.createdAt,
      endedAt: webhookDelivery.endedAt,
    })
    .from(webhookDelivery)
    .innerJoin(feedEvent, eq(feedEvent.id, webhookDelivery.eventId))
    .where(and(matching(filter), within))
    .orderBy(sql`${order} ${limit}`);
  return filter.fromEnd ? rows.toReversed() : rows;
}

/** How many deliveries a webhook has. */
export async function countDeliveries(db: Queryable, filter: DeliveryFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(webhookDelivery)
    .where(matching(filter));
  return row?.count ?? 0;
}

/** Has deliveries that were given up tried again: one, or with null all of a webhook; how many. */
export async function reviveDeliveries(db: Queryable, webhookId: number, deliveryId: number | null): Promise<number> {
  const rows = await db
    .update(webhookDelivery)
    .set({ state: 'PENDING', attempts: 0, nextAttemptAt: sql`now()`, endedAt: null })
    .where(
      and(
        eq(webhookDelivery.webhookId, webhookId),
        eq(webhookDelivery.state, 'DEAD'),
        deliveryId === null ? undefined : eq(webhookDelivery.id, deliveryId),
      ),
    )
    .returning({ id: webhookDelivery.id });
  return rows.length;
}
