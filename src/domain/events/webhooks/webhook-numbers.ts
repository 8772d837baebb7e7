import type { Database } from '../../../db/client.ts';
import { countUndelivered } from '../../../db/queries/events/webhook-deliveries.ts';

/** Deliveries that wait, and those that were given up. */
export function readWebhookNumbers(db: Database): Promise<{ readonly pending: number; readonly dead: number }> {
  return countUndelivered(db);
}
