/** Waits until what was promised to happen after a write has happened. */
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import type { Installation } from './installation.ts';

/** So long nothing of it happens. A machine that has much else to do may take longer for all of it. */
const PATIENCE_MS = 180_000;
const POLL_MS = 200;

interface Waiting {
  readonly events: number;
  readonly unnumbered: number;
  readonly deliveries: number;
  readonly registrations: number;
}

/** What kinds of events wait, and how their jobs are. */
async function kindsOfWaiting(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select concat_ws(' ', count(*), e.kind, 'tried', max(j.attempts), 'locked', count(j.locked_at), 'due in', extract(epoch from min(j.run_at) - now())::int, min(left(e.last_error, 200))) as text
    from outbox_event e left join graphile_worker._private_jobs j on (j.payload ->> 'eventId')::bigint = e.id
    where e.state = 'PENDING' group by e.kind order by count(*) desc`;
  return rows.map(({ text }) => text);
}

/** Whether nothing is left of the outbox, the feed, deliveries of webhooks and registrations; a sentence for what is. */
export async function untilSettled({ look }: Installation): Promise<string[]> {
  let endsAt = performance.now() + PATIENCE_MS;
  let least = Number.POSITIVE_INFINITY;
  for (;;) {
    const [waiting] = await look(
      (sql) => sql<Waiting[]>`
        select (select count(*)::int from outbox_event where state = 'PENDING') as events,
          (select count(*)::int from feed_event where position is null) as unnumbered,
          (select count(*)::int from webhook_delivery where state = 'PENDING') as deliveries,
          (select count(*)::int from dataset d join node n on n.id = d.id where n.published_at is not null and d.registration_state <> 'REGISTERED') as registrations`,
    );
    const left = Object.entries(waiting ?? {}).filter(([, count]) => Number(count) > 0);
    if (left.length === 0) return [];
    const waits = left.reduce((sum, [, count]) => sum + Number(count), 0);
    if (waits < least) {
      least = waits;
      endsAt = performance.now() + PATIENCE_MS;
    }
    if (performance.now() > endsAt) {
      const kinds = await look(kindsOfWaiting);
      return left.map(([what, count]) => `${count} ${what} still wait, and none fewer for ${PATIENCE_MS / 1000} s (${kinds.join('; ')})`);
    }
    await sleep(POLL_MS);
  }
}
