import { deleteExports } from '../../db/queries/exports/kept-exports.ts';
import type { WithinScope } from '../../kernel/services.ts';
import { storePatientEvents } from '../../kernel/store-event.ts';
import { afterwards, within } from '../../kernel/subscribers.ts';
import { continueRun } from './export-runs.ts';
import { fillExports, fillScope } from './fill-exports.ts';

/** The published version is another one: its exports are made by a job, before anyone asks. Source: exports.md 1.4. */
async function renew({ tx }: WithinScope, datasetId: number): Promise<void> {
  await deleteExports(tx, datasetId);
  await storePatientEvents(tx, 'MetadataExportsDue', [datasetId]);
}

/** When exports are made and removed. */
export const subscribers = [
  within('DatasetPublished', (scope, { subjectId }) => renew(scope, subjectId)),
  within('PublishedVersionUpdated', (scope, { subjectId }) => renew(scope, subjectId)),
  within('DatasetDeaccessioned', async (scope, { subjectId, payload }) => {
    if (payload.anotherReleased) await renew(scope, subjectId);
    else await deleteExports(scope.tx, subjectId);
  }),
  afterwards('MetadataExportsDue', async (scope, { subjectId }) => {
    const { failed } = await fillExports(fillScope(scope), subjectId);
    if (failed > 0) throw new Error(`${failed} exports of dataset ${subjectId} could not be made.`);
  }),
  afterwards('MetadataExportRunDue', (scope, { payload }) => continueRun(fillScope(scope), payload.runId)),
];
