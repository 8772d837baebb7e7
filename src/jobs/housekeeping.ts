import type { CronItem, Task } from 'graphile-worker';
import { deleteEndedSessions } from '../db/queries/access/sign-in-attempts.ts';
import { deleteDeliveredEvents } from '../db/queries/gate/outbox.ts';
import { deleteEndedDeliveries } from '../db/queries/events/webhook-deliveries.ts';
import { deleteEndedMail } from '../db/queries/mail/outgoing-mail.ts';
import { deleteFreeCosts } from '../db/queries/installation/spent-cost.ts';
import { deleteUsageTraces } from '../db/queries/metrics/usage.ts';
import { deleteEndedKeys } from '../db/queries/gate/idempotency.ts';
import { removeBulkLines } from '../domain/bulk/remove-bulk-lines.ts';
import { expireUploads } from '../domain/files/uploads/expire-uploads.ts';
import type { JobScope } from '../kernel/subscribers.ts';
import { stagingAgeMs } from './staging-age.ts';

const DELIVERED_EVENT_AGE_DAYS = 90;
const WEBHOOK_DELIVERY_AGE_DAYS = 30;
/** Rows of one statement, so that no lock is held for long. */
const DELETION_BATCH = 5_000;
/** A session lasts an hour, and a process may hand in late what it saw. */
const USAGE_TRACE_AGE_HOURS = 2;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The tasks that run by the clock. */
export function housekeepingTasks({
  db,
  services,
  log,
}: JobScope): Readonly<Record<'sweep-staging' | 'clean-outbox' | 'forget-sessions' | 'forget-requests', Task>> {
  return {
    'sweep-staging': async () => {
      const expired = await expireUploads(db);
      if (expired > 0) log.info({ expired }, 'Expired direct uploads removed.');
      const removed = await services.storage.sweepStaging(stagingAgeMs(services.uploads?.lifetimeMs ?? 0));
      if (removed > 0) log.info({ removed }, 'Abandoned uploads removed.');
    },
    'forget-sessions': async () => {
      await deleteEndedSessions(db);
      await deleteFreeCosts(db);
      let removed: number;
      do removed = await deleteUsageTraces(db, USAGE_TRACE_AGE_HOURS, DELETION_BATCH);
      while (removed === DELETION_BATCH);
    },
    'forget-requests': async () => {
      const jobs = await removeBulkLines({ db, services });
      if (jobs > 0) log.info({ jobs }, 'Lines of bulk jobs removed.');
      while ((await deleteEndedKeys(db, DELETION_BATCH)) === DELETION_BATCH);
    },
    'clean-outbox': async () => {
      let removed = 0;
      let batch: number;
      do {
        batch = await deleteDeliveredEvents(db, DELIVERED_EVENT_AGE_DAYS, DELETION_BATCH);
        removed += batch;
      } while (batch === DELETION_BATCH);
      if (removed > 0) log.info({ removed }, 'Old delivered events removed.');
      do batch = await deleteEndedDeliveries(db, WEBHOOK_DELIVERY_AGE_DAYS, DELETION_BATCH);
      while (batch === DELETION_BATCH);
      do batch = await deleteEndedMail(db, DELIVERED_EVENT_AGE_DAYS, DELETION_BATCH);
      while (batch === DELETION_BATCH);
    },
  };
}

/**
 * When they run, in UTC; the queue starts each once for all processes. The nightly one is made up for when the server was
 * down at the time.
 */
export const HOUSEKEEPING_TIMES: CronItem[] = [
  { task: 'sweep-staging', match: '17 * * * *', options: { jobKey: 'sweep-staging', maxAttempts: 3 } },
  { task: 'forget-sessions', match: '7 * * * *', options: { jobKey: 'forget-sessions', maxAttempts: 3 } },
  { task: 'forget-requests', match: '27 * * * *', options: { jobKey: 'forget-requests', maxAttempts: 3 } },
  { task: 'clean-outbox', match: '42 3 * * *', options: { jobKey: 'clean-outbox', maxAttempts: 3, backfillPeriod: DAY_MS } },
];
