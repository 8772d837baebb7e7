import type { Queryable } from '../../../db/client.ts';
import { countRecordedFiles } from '../../../db/queries/integrity/fixity-checks.ts';
import {
  addRoundJob,
  findLatestRound,
  findRunningRound,
  type FixityRoundRow,
  insertRound,
} from '../../../db/queries/integrity/fixity-rounds.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Begins a fixity round over a dataset, or over the installation, unless one is in progress. */
export async function beginRound(db: Queryable, datasetId: number | null, requestedBy: string): Promise<FixityRoundRow> {
  const totalFiles = await countRecordedFiles(db, datasetId);
  const round = (await insertRound(db, { datasetId, requestedBy, totalFiles })) ?? (await findRunningRound(db, datasetId));
  // The other one may have ended in this moment.
  if (round === undefined) return beginRound(db, datasetId, requestedBy);
  await addRoundJob(db, round);
  return round;
}

/** Begins a round over the installation if the last one was long enough ago, and revives one whose job failed for good. */
export async function beginDueRound(db: Queryable, intervalDays: number): Promise<FixityRoundRow | undefined> {
  const latest = await findLatestRound(db);
  const isDue = latest === undefined || latest.finishedAt === null || Date.now() - latest.startedAt.getTime() >= intervalDays * DAY_MS;
  return isDue ? beginRound(db, null, 'schedule') : undefined;
}
