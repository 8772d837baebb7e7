import type { Database } from '../../db/client.ts';
import { listOaiSets } from '../../db/queries/harvesting/oai-sets.ts';
import { listWaitingRecords, lockOaiStamps, stampRecords } from '../../db/queries/harvesting/oai-stamps.ts';
import { setsOfRecords } from './set-membership.ts';

/** Records of a transaction. With sets their metadata are read, some kilobytes each. */
const AT_ONCE = { withSets: 500, plain: 5_000 } as const;
/** Transactions of a reader; what still waits then is left to the next one. */
const MOST_ROUNDS = 5;

/**
 * Gives changes that were committed their stamps and their places in sets, one process at a time. A change that commits later gets a later
 * stamp, however early it began, and no stamp is older than one that a reader may have seen.
 */
export async function stampChanges(db: Database): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const full = await db.transaction(async (tx) => {
      await lockOaiStamps(tx);
      // Statements of their own: they see what was committed before the lock was taken.
      const sets = await listOaiSets(tx);
      const limit = sets.length === 0 ? AT_ONCE.plain : AT_ONCE.withSets;
      const records = await listWaitingRecords(tx, { limit, withMetadata: sets.length > 0 });
      const setsOf = setsOfRecords(sets);
      const pairs = records.filter(({ deleted }) => !deleted).flatMap((record) => setsOf(record).map((setId) => ({ setId, ...record })));
      await stampRecords(tx, records, {
        setIds: pairs.map(({ setId }) => setId),
        datasetIds: pairs.map(({ datasetId }) => datasetId),
      });
      return records.length === limit;
    });
    if (!full) return;
  }
}
