import { Gauge, type Registry } from 'prom-client';
import { keptReading } from './kept-reading.ts';

/** How mail stands, as metrics tell it. */
export interface MailNumbers {
  readonly pending: number;
  readonly delayed: number;
  readonly failed: number;
  readonly oldestPendingAt: Date | null;
}

/** An outage is to be seen within the interval of a scrape or two. */
const KEPT_MS = 10_000;

/** Adds how mail stands: failed attempts indicate that the mail server cannot be reached. */
export function addMailMetrics(registry: Registry, read: () => Promise<MailNumbers>): void {
  const numbers = keptReading(read, KEPT_MS);
  const messages = new Gauge({
    name: 'mail_messages',
    help: 'Messages that were not sent: PENDING for the first try, DELAYED after one in vain, FAILED when given up.',
    labelNames: ['state'] as const,
    registers: [],
    async collect() {
      const current = await numbers();
      this.reset();
      if (current === undefined) return;
      this.set({ state: 'PENDING' }, current.pending - current.delayed);
      this.set({ state: 'DELAYED' }, current.delayed);
      this.set({ state: 'FAILED' }, current.failed);
    },
  });
  const oldest = new Gauge({
    name: 'mail_oldest_pending_timestamp_seconds',
    help: 'When the message was written that waits longest.',
    registers: [],
    async collect() {
      const at = (await numbers())?.oldestPendingAt ?? null;
      if (at === null) this.remove();
      else this.set(at.getTime() / 1000);
    },
  });
  registry.registerMetric(messages);
  registry.registerMetric(oldest);
}
