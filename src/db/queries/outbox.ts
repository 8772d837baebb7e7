import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { outboxEvent } from '../schema/operation.ts';

export interface OutboxEntry {
  readonly kind: string;
  readonly subjectId: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface OutboxEventRow extends OutboxEntry {
  readonly id: number;
  readonly attempts: number;
}

/** Name of the job that delivers outbox events. */
export const DELIVER_EVENT_TASK = 'deliver-event';

/** Tries of an event before it counts as failed: with the queue's back-off about three days. */
export const DELIVERY_ATTEMPTS = 25;

/** Writes an event and the job that delivers it, both with the transaction of the change. */
export async function insertOutboxEvent(db: Queryable, entry: OutboxEntry): Promise<void> {
  const [row] = await db
    .insert(outboxEvent)
    .values({ kind: entry.kind, subjectId: entry.subjectId, payload: entry.payload })
    .returning({ id: outboxEvent.id });
  if (row === undefined) return;
  await db.execute(
    sql`select graphile_worker.add_job(${DELIVER_EVENT_TASK}, json_build_object('eventId', ${row.id}::bigint), max_attempts => ${DELIVERY_ATTEMPTS}::int)`,
  );
}

/** Reads an event that still has to be delivered, locked against a second delivery. */
export async function findPendingEvent(db: Queryable, id: number): Promise<OutboxEventRow | undefined> {
  const [row] = await db
    .select({
      id: outboxEvent.id,
      kind: outboxEvent.kind,
      subjectId: outboxEvent.subjectId,
      payload: outboxEvent.payload,
      attempts: outboxEvent.attempts,
    })
    .from(outboxEvent)
    .where(and(eq(outboxEvent.id, id), sql`${outboxEvent.state} <> 'DELIVERED'`));
  return row;
}

/** Marks an event as delivered. */
export async function markEventDelivered(db: Queryable, id: number): Promise<void> {
  await db
    .update(outboxEvent)
    .set({ state: 'DELIVERED', attempts: sql`${outboxEvent.attempts} + 1`, deliveredAt: sql`now()`, lastError: null })
    .where(eq(outboxEvent.id, id));
}

/** Notes a failed try; FAILED once no try is left. */
export async function markEventFailed(db: Queryable, id: number, error: string): Promise<void> {
  await db
    .update(outboxEvent)
    .set({
      attempts: sql`${outboxEvent.attempts} + 1`,
      lastError: error,
      state: sql`case when ${outboxEvent.attempts} + 1 >= ${DELIVERY_ATTEMPTS} then 'FAILED'::outbox_state else 'PENDING'::outbox_state end`,
    })
    .where(eq(outboxEvent.id, id));
}
