import type { Registry } from 'prom-client';
import { addCounts, addMoment } from './kept-gauges.ts';
import { keptReading } from './kept-reading.ts';

/** What waits to be done after commits, and what was given up. */
export interface QueueNumbers {
  readonly pendingEvents: number;
  readonly failedEvents: number;
  readonly oldestPendingEventAt: Date | null;
  readonly dueJobs: number;
  readonly runningJobs: number;
  readonly failedJobs: number;
  readonly waitingIngests: number;
  readonly failedIngests: number;
}

/** So that a queue that stands still shows within a scrape or two. */
const KEPT_MS = 10_000;

/** Adds how long the queues are: events of the outbox, jobs, ingests. */
export function addQueueMetrics(registry: Registry, read: () => Promise<QueueNumbers>): void {
  const numbers = keptReading(read, KEPT_MS);
  const events = {
    name: 'outbox_events',
    help: 'Events that commits have left to be acted upon: PENDING ones wait or are tried again, FAILED ones were given up.',
    label: 'state',
  };
  addCounts(registry, events, numbers, ({ pendingEvents, failedEvents }) => ({ PENDING: pendingEvents, FAILED: failedEvents }));
  const oldest = { name: 'outbox_oldest_pending_timestamp_seconds', help: 'Creation time of the oldest event that waits.' };
  addMoment(registry, oldest, numbers, ({ oldestPendingEventAt }) => oldestPendingEventAt);
  const jobs = {
    name: 'jobs',
    help: 'Jobs of all processes: DUE ones could run now, RUNNING ones do, FAILED ones were given up.',
    label: 'state',
  };
  addCounts(registry, jobs, numbers, ({ dueJobs, runningJobs, failedJobs }) => ({
    DUE: dueJobs,
    RUNNING: runningJobs,
    FAILED: failedJobs,
  }));
  const ingests = {
    name: 'ingest_requests',
    help: 'Tables by the state of their ingest: WAITING ones are read or wait for it, FAILED ones have a report.',
    label: 'state',
  };
  addCounts(registry, ingests, numbers, ({ waitingIngests, failedIngests }) => ({ WAITING: waitingIngests, FAILED: failedIngests }));
}
