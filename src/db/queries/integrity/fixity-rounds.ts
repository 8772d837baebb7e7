/** Walks over the stored bytes of all files, or of a dataset. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { fixityRound } from '../../schema/fixity.ts';

export type FixityRoundRow = typeof fixityRound.$inferSelect;

/** Name of the job that reads the next files of a round. */
export const VERIFY_FILES_TASK = 'verify-files';

/** Tries of a round that cannot go on, such as while a store is out of reach: with the queue's back-off about four days. */
const ATTEMPTS = 25;
/** Of a job that others pass by; they have 0. */
const PATIENT_PRIORITY = 10;

/** Rounds of one kind are walked one after another, over all processes; the long one over everything holds up no other. */
function queueOf({ datasetId }: Pick<FixityRoundRow, 'datasetId'>): string {
  return datasetId === null ? 'fixity' : 'fixity-of-datasets';
}

/** Writes the job that goes on with a round, in place of one that waits already. */
export async function addRoundJob(db: Queryable, round: Pick<FixityRoundRow, 'id' | 'datasetId'>): Promise<void> {
  await db.execute(
    sql`select graphile_worker.add_job(${VERIFY_FILES_TASK}, json_build_object('roundId', ${round.id}::int), queue_name => ${queueOf(round)}, max_attempts => ${ATTEMPTS}::int, job_key => ${`fixity-round-${round.id}`}, priority => ${round.datasetId === null ? PATIENT_PRIORITY : 0}::int)`,
  );
}

/** Begins a round; undefined while another one of the same files is under way. */
export async function insertRound(
  db: Queryable,
  values: Pick<FixityRoundRow, 'datasetId' | 'requestedBy' | 'totalFiles'>,
): Promise<FixityRoundRow | undefined> {
  const [row] = await db.insert(fixityRound).values(values).onConflictDoNothing().returning();
  return row;
}

/** Finds a round. */
export async function findRound(db: Queryable, id: number): Promise<FixityRoundRow | undefined> {
  const [row] = await db.select().from(fixityRound).where(eq(fixityRound.id, id));
  return row;
}

/** The round over a dataset, or over everything, that is under way. */
export async function findRunningRound(db: Queryable, datasetId: number | null): Promise<FixityRoundRow | undefined> {
  const [row] = await db
    .select()
    .from(fixityRound)
    .where(and(sql`coalesce(${fixityRound.datasetId}, 0) = ${datasetId ?? 0}`, isNull(fixityRound.finishedAt)));
  return row;
}

/** The newest round over everything, under way or not. */
export async function findLatestRound(db: Queryable): Promise<FixityRoundRow | undefined> {
  const [row] = await db.select().from(fixityRound).where(isNull(fixityRound.datasetId)).orderBy(desc(fixityRound.id)).limit(1);
  return row;
}

/** The newest finished round over everything. */
export async function findFinishedRound(db: Queryable): Promise<FixityRoundRow | undefined> {
  const [row] = await db
    .select()
    .from(fixityRound)
    .where(sql`${fixityRound.datasetId} is null and ${fixityRound.finishedAt} is not null`)
    .orderBy(desc(fixityRound.id))
    .limit(1);
  return row;
}

/** Records the progress of a round. A file counts once, even if it is reported several times. */
export async function advanceRound(
  db: Queryable,
  id: number,
  step: { readonly fileId: number; readonly checked: boolean; readonly faulty: boolean; readonly bytes: number },
): Promise<void> {
  await db
    .update(fixityRound)
    .set({
      lastFileId: step.fileId,
      checkedFiles: sql`${fixityRound.checkedFiles} + ${step.checked ? 1 : 0}`,
      faultyFiles: sql`${fixityRound.faultyFiles} + ${step.faulty ? 1 : 0}`,
      checkedBytes: sql`${fixityRound.checkedBytes} + ${step.bytes}`,
    })
    .where(and(eq(fixityRound.id, id), sql`${fixityRound.lastFileId} < ${step.fileId}`));
}

/** Ends a round. */
export async function finishRound(db: Queryable, id: number): Promise<void> {
  await db
    .update(fixityRound)
    .set({ finishedAt: sql`now()` })
    .where(and(eq(fixityRound.id, id), isNull(fixityRound.finishedAt)));
}
