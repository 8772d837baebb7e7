import { afterwards, within } from '../../kernel/subscribers.ts';
import { runIngests } from './run-ingests.ts';
import { ingestNewFiles } from './schedule-ingest.ts';

/** How new files become tables. */
export const subscribers = [
  within('FilesAdded', (scope, { subjectId, payload: { fileIds, asUploaded, userAccountId } }) => {
    const kept = new Set(asUploaded);
    return ingestNewFiles(scope, { datasetId: subjectId, fileIds: fileIds.filter((id) => !kept.has(id)), userAccountId });
  }),
  afterwards('IngestDue', (scope, { subjectId }) => runIngests(scope, subjectId)),
];
