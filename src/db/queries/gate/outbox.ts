import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { outboxEvent } from '../../schema/operation.ts';

export interface OutboxEntry {
  readonly kind: string;
  readonly subjectId: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Of those in one queue, one is delivered at a time; null where it does not matter. */
  readonly queue: string | null;
  /** Whether it waits for all others. */
  readonly patient: boolean;
  /** Before it is delivered. */
  readonly delaySeconds?: number;
}

export interface OutboxEventRow {
  readonly id: number;
  /** Of another release, perhaps, while two releases run side by side. */
  readonly kind: string;
  readonly subjectId: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempts: number;
}

/** Name of the job that delivers outbox events. */
export const DELIVER_EVENT_TASK = 'deliver-event';

/** Attempts of an event before it counts as failed: with the queue's back-off (e^n seconds, at most six hours) about four days. */
const DELIVERY_ATTEMPTS = 25;

/** Of a job that is not patient: lower numbers come first. */
const USUAL_PRIORITY = 0;
const PATIENT_PRIORITY = 10;

/** Writes an event and the job that delivers it, both with the transaction of the change. */
export async function insertOutboxEvent(db: Queryable, entry: OutboxEntry): Promise<void> {
  const [row] = await db
    .insert(outboxEvent)
    .values({ kind: entry.kind, subjectId: entry.subjectId, payload: entry.payload })
    .returning({ id: outboxEvent.id });
  if (row === undefined) throw new Error('The outbox event was not stored.');
  await db.execute(
    sql`select graphile_worker.add_job(${DELIVER_EVENT_TASK}, json_build_object('eventId', ${row.id}::bigint), queue_name => ${entry.queue}, max_attempts => ${DELIVERY_ATTEMPTS}::int, priority => ${entry.patient ? PATIENT_PRIORITY : USUAL_PRIORITY}::int, run_at => now() + make_interval(secs => ${entry.delaySeconds ?? 0}::float8))`,
  );
}

/** Writes an event without more to say for each of many subjects, with its job, which waits for all others. */
export async function insertPatientEvents(
  db: Queryable,
  { kind, subjectIds, queue }: Pick<OutboxEntry, 'kind' | 'queue'> & { readonly subjectIds: readonly number[] },
): Promise<void> {
  if (subjectIds.length === 0) return;
  await db.execute(
    sql`with written as (insert into ${outboxEvent} (kind, subject_id, payload) select ${kind}::text, subject, '{}'::json from unnest(${sql.param(subjectIds)}::int[]) subject returning id) select count(graphile_worker.add_job(${DELIVER_EVENT_TASK}, json_build_object('eventId', written.id), queue_name => ${queue}, max_attempts => ${DELIVERY_ATTEMPTS}::int, priority => ${PATIENT_PRIORITY}::int)) from written`,
  );
}

/** Wakes idle workers of all processes, instead of waiting for their next poll. */
export async function announceJobs(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_notify('jobs:insert', '{"count":1}')`);
}

/** How many events of a kind still have to be delivered. */
export async function countPendingEvents(db: Queryable, kind: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(outboxEvent)
    .where(and(eq(outboxEvent.state, 'PENDING'), eq(outboxEvent.kind, kind)));
  return row?.count ?? 0;
}

/** Finds an event that still has to be delivered. Not locked: the queue gives a job to one worker at a time. */
export async function findUndeliveredEvent(db: Queryable, id: number): Promise<OutboxEventRow | undefined> {
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

/** Marks an event as delivered; with `forget`, what it said goes. */
export async function markEventDelivered(db: Queryable, id: number, { forget = false } = {}): Promise<void> {
  await db
    .update(outboxEvent)
    .set({
      state: 'DELIVERED',
      attempts: sql`${outboxEvent.attempts} + 1`,
      deliveredAt: sql`now()`,
      lastError: null,
      ...(forget ? { payload: {} } : {}),
    })
    .where(eq(outboxEvent.id, id));
}

/** Records a failed attempt; FAILED if it was the last. An event that was delivered in the meantime stays delivered. */
export async function markEventFailed(
  db: Queryable,
  id: number,
  failure: { readonly error: string; readonly lastAttempt: boolean; readonly forget?: boolean },
): Promise<void> {
  await db
    .update(outboxEvent)
    .set({
      attempts: sql`${outboxEvent.attempts} + 1`,
      lastError: failure.error,
      state: failure.lastAttempt ? 'FAILED' : 'PENDING',
      ...(failure.forget === true ? { payload: {} } : {}),
    })
    .where(and(eq(outboxEvent.id, id), sql`${outboxEvent.state} <> 'DELIVERED'`));
}

/** Deletes delivered events that are older, at most `limit` at once; how many went. Failed ones stay for the operator. */
export async function deleteDeliveredEvents(db: Queryable, olderThanDays: number, limit: number): Promise<number> {
  const rows = await db.execute(
    sql`delete from ${outboxEvent} where id in (select e.id from outbox_event e where e.state = 'DELIVERED' and e.delivered_at < now() - make_interval(days => ${olderThanDays}::int) order by e.id limit ${limit}::int)`,
  );
  return rows.count;
}
