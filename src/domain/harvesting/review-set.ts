import type { Database } from '../../db/client.ts';
import { findOaiSetRevision, markOaiSetReviewed } from '../../db/queries/harvesting/oai-sets.ts';
import { listRecordsToReview, lockOaiStamps, reviewSetRecords } from '../../db/queries/harvesting/oai-stamps.ts';
import { setsOfRecords } from './set-membership.ts';

const AT_ONCE = 500;

/**
 * Compares all records with what a set holds. Harmless to repeat, and left off once the set was changed again. Records that change meanwhile
 * are put into sets where they get their stamps, under the same lock.
 */
export async function reviewSet(db: Database, { setId, revision }: { readonly setId: number; readonly revision: number }): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const last: number = after;
    after = await db.transaction(async (tx) => {
      await lockOaiStamps(tx);
      const set = await findOaiSetRevision(tx, setId, revision);
      if (set === undefined) return undefined;
      const records = await listRecordsToReview(tx, { after: last, limit: AT_ONCE });
      const setsOf = setsOfRecords([set]);
      await reviewSetRecords(tx, setId, {
        reviewed: records.map(({ datasetId }) => datasetId),
        members: records.filter((record) => setsOf(record).length > 0).map(({ datasetId }) => datasetId),
      });
      if (records.length < AT_ONCE) await markOaiSetReviewed(tx, setId, revision);
      return records.length < AT_ONCE ? undefined : records.at(-1)?.datasetId;
    });
  }
}
