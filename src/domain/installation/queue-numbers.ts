import type { Database } from '../../db/client.ts';
import { countQueues, type QueueNumbers } from '../../db/queries/installation/queue-numbers.ts';

/** How much waits to be done after commits: events of the outbox, jobs, ingests. */
export function readQueueNumbers(db: Database): Promise<QueueNumbers> {
  return countQueues(db);
}
