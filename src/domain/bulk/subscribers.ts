import { afterwards } from '../../kernel/subscribers.ts';
import { continueBulkJob } from './continue-bulk-job.ts';
import { removeBulkLines } from './remove-bulk-lines.ts';

/** How bulk jobs go on. */
export const subscribers = [
  afterwards('BulkJobDue', (scope, { payload }) => continueBulkJob(scope, payload.jobId)),
  afterwards('BulkLinesOutdated', async (scope) => void (await removeBulkLines(scope))),
];
