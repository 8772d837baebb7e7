import type { Registry } from 'prom-client';
import { addCounts, addMoment } from './kept-gauges.ts';
import { keptReading } from './kept-reading.ts';

/** The state of outgoing mail. */
export interface MailNumbers {
  readonly pending: number;
  readonly delayed: number;
  readonly failed: number;
  readonly oldestPendingAt: Date | null;
}

/** So that an outage shows within a scrape or two. */
const KEPT_MS = 10_000;

/** Adds the state of outgoing mail: failed attempts indicate that the mail server cannot be reached. */
export function addMailMetrics(registry: Registry, read: () => Promise<MailNumbers>): void {
  const numbers = keptReading(read, KEPT_MS);
  const messages = {
    name: 'mail_messages',
    help: 'Messages not sent yet: PENDING before the first attempt, DELAYED after a failed one, FAILED after the last.',
    label: 'state',
  };
  addCounts(registry, messages, numbers, ({ pending, delayed, failed }) => ({
    PENDING: pending - delayed,
    DELAYED: delayed,
    FAILED: failed,
  }));
  const oldest = { name: 'mail_oldest_pending_timestamp_seconds', help: 'Creation time of the oldest message that is not sent yet.' };
  addMoment(registry, oldest, numbers, ({ oldestPendingAt }) => oldestPendingAt);
}
