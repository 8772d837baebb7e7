/** Goes on with a rebuild of the index of search, for a while each time. */
import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { addRebuildJob, REBUILD_TASK } from '../db/queries/search/rebuilds.ts';
import { continueRebuild } from '../domain/search/rebuild-index.ts';
import type { JobScope } from '../kernel/subscribers.ts';

/** How long a job goes on before it lets others have the worker; an index is built to its end. */
const SLICE_MS = 10_000;

const payloadSchema = z.object({ rebuildId: z.int() });

/** The task; a process that ends meanwhile leaves it where it was. */
export function searchRebuildTasks({ db, log }: JobScope): Readonly<Record<string, Task>> {
  return {
    [REBUILD_TASK]: async (payload, { abortSignal }) => {
      const { rebuildId } = payloadSchema.parse(payload);
      const endsAt = performance.now() + SLICE_MS;
      const finished = await continueRebuild(db, rebuildId, { pauses: () => abortSignal.aborted || performance.now() >= endsAt });
      if (!finished) return addRebuildJob(db, rebuildId);
      log.info({ rebuild: rebuildId }, 'The index of search was rebuilt.');
      return undefined;
    },
  };
}
