/** Waits until what was promised to happen after a write has happened. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './installation.ts';

const PATIENCE_MS = 180_000;
const POLL_MS = 200;

interface Waiting {
  readonly events: number;
  readonly unnumbered: number;
  readonly deliveries: number;
  readonly registrations: number;
}

/** Whether nothing is left of the outbox, the feed, deliveries of webhooks and registrations; a sentence for what is. */
export async function untilSettled({ look }: Installation): Promise<string[]> {
  const endsAt = performance.now() + PATIENCE_MS;
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
    if (performance.now() > endsAt) return left.map(([what, count]) => `${count} ${what} still wait after ${PATIENCE_MS / 1000} s`);
    await sleep(POLL_MS);
  }
}
