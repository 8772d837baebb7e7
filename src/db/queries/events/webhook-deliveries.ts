/** Deliveries of webhooks, as those see them who deliver. */
import { sql } from 'drizzle-orm';
import type { WebhookDeliveryState } from '../../../vocabulary/events.ts';
import type { Queryable } from '../../client.ts';
import { feedColumns, feedEventOf, type FeedEventRow, type FeedReader, mayHear, type RawFeedEvent } from './feed.ts';

/** Places of the feed that are gone through at once. */
const PLACES_AT_ONCE = 5_000;

/** Makes the deliveries of what was committed since the last time, for all webhooks; whether any webhook had something to go through. */
export async function makeDeliveries(db: Queryable): Promise<boolean> {
  const [row] = await db.execute<{ moved: number }>(sql`
    with due as (
      select w.id, w.collection_id, w.kinds, w.position as since,
        least(w.position + ${PLACES_AT_ONCE}, (select max(position) from feed_event)) as until
      from webhook w
      where w.disabled_at is null and w.position < (select max(position) from feed_event)
      for update skip locked),
    made as (
      insert into webhook_delivery (webhook_id, event_id, lane)
      select due.id, e.id, case when e.kind = 'DATASET_DESTROYED' then e.subject_id else e.home_id end
      from due inner join feed_event e on e.position > due.since and e.position <= due.until
      where (cardinality(due.kinds) = 0 or e.kind = any(due.kinds)) and due.collection_id = any(e.path)
      order by e.position
      on conflict do nothing),
    moved as (update webhook w set position = due.until from due where w.id = due.id returning w.id)
    select count(*)::int as moved from moved`);
  return (row?.moved ?? 0) > 0;
}

/** A webhook that this process has for itself for a while. */
export interface LeasedWebhook {
  readonly id: number;
  readonly ownerId: number;
  readonly collectionId: number;
  readonly url: string;
  readonly secret: string;
  readonly failures: number;
}

/**
 * A delivery that may be made: one of a lane where none waits for its next try. The lanes that wait are found once for the statement; asked
 * of each delivery, they took minutes where 100,000 waited.
 */
const isDue = sql`d.state = 'PENDING' and d.next_attempt_at <= now() and (d.webhook_id, d.lane) not in (
  select p.webhook_id, p.lane from webhook_delivery p where p.state = 'PENDING' and p.next_attempt_at > now())`;

/** Takes webhooks that have something due, those first that were looked after longest ago. One statement for all of them. */
export async function leaseWebhooks(
  db: Queryable,
  { worker, seconds, limit }: { readonly worker: string; readonly seconds: number; readonly limit: number },
): Promise<LeasedWebhook[]> {
  return [
    ...(await db.execute<LeasedWebhook & Record<string, unknown>>(sql`
      update webhook set leased_by = ${worker}, lease_until = now() + make_interval(secs => ${seconds}::int)
      where id = any(array(
        select w.id from webhook w
        cross join lateral (select from webhook_delivery d where d.webhook_id = w.id and ${isDue} order by d.id limit 1) due
        where w.disabled_at is null and w.lease_until <= now() and w.paused_until <= now()
        order by w.lease_until limit ${limit} for update of w skip locked))
      returning id, owner_id as "ownerId", collection_id as "collectionId", url, secret, failures`)),
  ];
}

/** Keeps a webhook for longer; false when another process has it meanwhile. */
export async function extendLease(db: Queryable, id: number, worker: string, seconds: number): Promise<boolean> {
  const rows = await db.execute(
    sql`update webhook set lease_until = now() + make_interval(secs => ${seconds}::int) where id = ${id} and leased_by = ${worker} returning id`,
  );
  return rows.length > 0;
}

/** Gives a webhook back, and leaves it alone for a while where nothing reached it. */
export async function releaseWebhook(
  db: Queryable,
  id: number,
  worker: string,
  { failures, pauseSeconds }: { readonly failures: number; readonly pauseSeconds: number },
): Promise<void> {
  await db.execute(sql`
    update webhook set leased_by = null, lease_until = now(), failures = ${failures}::int,
      paused_until = now() + make_interval(secs => ${pauseSeconds}::int)
    where id = ${id} and leased_by = ${worker}`);
}

/** A delivery to make, with what the owner of its webhook may hear of now. */
export interface DueDelivery {
  readonly id: number;
  readonly lane: number;
  readonly attempts: number;
  readonly mayHear: boolean;
  readonly event: FeedEventRow;
}

/** The next deliveries of a webhook, in order. */
export async function listDueDeliveries(
  db: Queryable,
  { webhookId, reader, limit }: { readonly webhookId: number; readonly reader: FeedReader; readonly limit: number },
): Promise<DueDelivery[]> {
  const rows = await db.execute<{ id: string; lane: number; attempts: number; mayHear: boolean; event: RawFeedEvent }>(sql`
    with due as materialized (
      select d.id, d.lane, d.attempts, d.event_id from webhook_delivery d
      where d.webhook_id = ${webhookId} and ${isDue} order by d.id limit ${limit})
    select due.id, due.lane, due.attempts, ${mayHear(reader)} as "mayHear",
      (select to_json(told) from (select ${feedColumns}) told) as event
    from due inner join feed_event e on e.id = due.event_id left join node home on home.id = e.home_id
    order by due.id`);
  return rows.map(({ event, id, ...row }) => ({ ...row, id: Number(id), event: feedEventOf(event) }));
}

/** What became of a try. */
export interface DeliveryResult {
  readonly id: number;
  readonly state: WebhookDeliveryState;
  readonly status: number | null;
  readonly error: string | null;
  /** Until the next try, where there is one. */
  readonly retrySeconds: number;
}

/** Writes what became of many tries, as long as the process has the webhook. */
export async function writeResults(db: Queryable, webhookId: number, worker: string, results: readonly DeliveryResult[]): Promise<void> {
  if (results.length === 0) return;
  await db.execute(sql`
    update webhook_delivery d set state = r.state::webhook_delivery_state, last_status = r.status, last_error = r.error,
      attempts = d.attempts + case when r.state = 'WITHHELD' then 0 else 1 end,
      next_attempt_at = now() + make_interval(secs => r."retrySeconds"),
      ended_at = case when r.state = 'PENDING' then null else now() end
    from json_to_recordset(${JSON.stringify(results)}::text::json) as r(id bigint, state text, status int, error text, "retrySeconds" int)
    where d.id = r.id and exists (select from webhook w where w.id = ${webhookId} and w.leased_by = ${worker})`);
}

/** Deletes deliveries that ended longer ago, at most `limit` at once, except those that were given up; how many went. */
export async function deleteEndedDeliveries(db: Queryable, olderThanDays: number, limit: number): Promise<number> {
  const rows = await db.execute(sql`
    delete from webhook_delivery where id in (
      select d.id from webhook_delivery d
      where d.state in ('DELIVERED', 'WITHHELD') and d.ended_at < now() - make_interval(days => ${olderThanDays}::int)
      order by d.ended_at limit ${limit}::int)`);
  return rows.count;
}

/** Deliveries that wait, and those that were given up. */
export async function countUndelivered(db: Queryable): Promise<{ readonly pending: number; readonly dead: number }> {
  const [row] = await db.execute<{ pending: number; dead: number }>(sql`
    select count(*) filter (where state = 'PENDING')::int as pending, count(*) filter (where state = 'DEAD')::int as dead
    from webhook_delivery where state in ('PENDING', 'DEAD')`);
  return row ?? { pending: 0, dead: 0 };
}
