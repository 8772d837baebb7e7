/** Fixity rounds: started by the schedule, continued by jobs that each read for a while. */
import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import { addRoundJob, findRound, VERIFY_FILES_TASK } from '../db/queries/integrity/fixity-rounds.ts';
import { beginDueRound } from '../domain/integrity/fixity/begin-round.ts';
import { type ReadingPace, readingPace, UNHURRIED } from '../domain/files/checksums/reading-pace.ts';
import { walkRound } from '../domain/integrity/fixity/walk-round.ts';
import type { JobScope } from '../kernel/subscribers.ts';

const BEGIN_TASK = 'begin-fixity-round';

/** How long a job reads before it yields the worker; a large file is read to its end. */
const SLICE_MS = 20_000;

const payloadSchema = z.object({ roundId: z.int() });

function paceOf({ services }: JobScope): ReadingPace {
  return services.fixity === undefined ? UNHURRIED : readingPace(services.fixity.bytesPerSecond);
}

/** The tasks that read stored bytes. */
export function fixityTasks(scope: JobScope): Readonly<Record<string, Task>> {
  // One for all jobs of this process, which run one after another.
  const pace = paceOf(scope);
  return {
    [BEGIN_TASK]: async () => {
      const { fixity } = scope.services;
      if (fixity === undefined || fixity.intervalDays === 0) return;
      const round = await beginDueRound(scope.db, fixity.intervalDays);
      if (round !== undefined) scope.log.info({ round: round.id, files: round.totalFiles }, 'The bytes of all files are being verified.');
    },
    [VERIFY_FILES_TASK]: async (payload, { abortSignal }) => {
      const { roundId } = payloadSchema.parse(payload);
      const round = await findRound(scope.db, roundId);
      if (round === undefined || round.finishedAt !== null) return;
      const endsAt = performance.now() + SLICE_MS;
      const walk = walkRound(scope, round, {
        // A requested check has priority, because a user waits for it.
        pace: round.datasetId === null ? pace : UNHURRIED,
        signal: abortSignal,
        pauses: () => abortSignal.aborted || performance.now() >= endsAt,
      });
      const finished = await walk.catch((error: unknown) => {
        if (abortSignal.aborted) return false;
        throw error;
      });
      if (!finished) return addRoundJob(scope.db, round);
      const result = await findRound(scope.db, roundId);
      scope.log.info({ round: roundId, files: result?.checkedFiles, faulty: result?.faultyFiles }, 'The bytes of files were verified.');
      return undefined;
    },
  };
}

/** When a round may begin, in UTC; the queue starts it once for all processes. */
export const FIXITY_TIMES: CronItem[] = [{ task: BEGIN_TASK, match: '27 * * * *', options: { jobKey: BEGIN_TASK, maxAttempts: 3 } }];
