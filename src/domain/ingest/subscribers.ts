import { afterwards, within } from '../../kernel/subscribers.ts';
import { runIngests } from './run-ingests.ts';
import { ingestNewFiles } from './schedule-ingest.ts';

/** How new files become tables. */
export const subscribers = [
  within('FilesAdded', (scope, { subjectId, payload: { toIngest, userAccountId } }) =>
    ingestNewFiles(scope, { datasetId: subjectId, files: toIngest, userAccountId }),
  ),
  afterwards('IngestDue', (scope, { subjectId }) => runIngests(scope, subjectId)),
];
