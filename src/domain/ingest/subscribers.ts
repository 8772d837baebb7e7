import { afterwards, within } from '../../kernel/subscribers.ts';
import { runIngests } from './run-ingests.ts';
import { ingestNewFiles } from './schedule-ingest.ts';

/** How new files become tables. */
export const subscribers = [
  within('FilesAdded', (scope, { subjectId, payload }) => ingestNewFiles(scope, { datasetId: subjectId, ...payload })),
  afterwards('IngestDue', (scope, { subjectId }) => runIngests(scope, subjectId)),
];
