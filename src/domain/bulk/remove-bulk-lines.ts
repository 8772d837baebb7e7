import { deleteOldBulkJobs, forgetBulkLines, listBulkParts, listEndedBulkJobs } from '../../db/queries/bulk/bulk-jobs.ts';
import type { JobScope } from '../../kernel/subscribers.ts';
import { bulkLocation } from './bulk-places.ts';

const JOBS_AT_ONCE = 20;
/** How long a job is listed after its lines are gone. */
const LISTED_DAYS = 30;

/** Removes the lines of jobs whose time is over, and what was uploaded for them; how many jobs. */
export async function removeBulkLines({ db, services: { storage } }: Pick<JobScope, 'db' | 'services'>): Promise<number> {
  let removed = 0;
  for (;;) {
    const jobs = await listEndedBulkJobs(db, JOBS_AT_ONCE);
    for (const job of jobs) {
      const { inputDriver, inputStorageId } = job;
      const input = inputDriver === null || inputStorageId === null ? [] : [{ driver: inputDriver, storageId: inputStorageId }];
      for (const place of [...(await listBulkParts(db, job.id)), ...input]) await storage.remove(bulkLocation(job.id, place));
      await db.transaction((tx) => forgetBulkLines(tx, job));
      removed += 1;
    }
    if (jobs.length < JOBS_AT_ONCE) break;
  }
  await deleteOldBulkJobs(db, LISTED_DAYS);
  return removed;
}
