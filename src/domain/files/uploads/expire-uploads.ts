import type { Database } from '../../../db/client.ts';
import { takeExpiredTickets } from '../../../db/queries/files/upload-tickets.ts';
import { storeEvent } from '../../../kernel/store-event.ts';
import { abandonedUpload } from './abandoned-upload.ts';

/** Tickets of one transaction. */
const BATCH = 500;

/**
 * Gives up the uploads whose time has passed, and those of datasets that are gone. Each ticket goes together with the event that
 * has its bytes removed, so that none is forgotten.
 * @returns How many they were.
 */
export async function expireUploads(db: Database): Promise<number> {
  let expired = 0;
  let batch: number;
  do {
    batch = await db.transaction(async (tx) => {
      const tickets = await takeExpiredTickets(tx, BATCH);
      for (const ticket of tickets) await storeEvent(tx, abandonedUpload(ticket));
      return tickets.length;
    });
    expired += batch;
  } while (batch === BATCH);
  return expired;
}
