import { updateDataset } from '../../../db/queries/datasets/datasets.ts';
import { findLatestEmbargoEnd } from '../../../db/queries/files/file-dates.ts';
import { publishFiles } from '../../../db/queries/files/file-versions.ts';
import { markPublished } from '../../../db/queries/gate/nodes.ts';
import { updateVersion } from '../../../db/queries/versions/change-versions.ts';
import { addSubjectsAbove } from '../../collections/add-subjects.ts';
import type { Scope } from '../../../kernel/command.ts';
import { mintFilePids } from '../../identifiers/mint-file-pids.ts';
import { requestFileRegistrations } from '../../identifiers/request-file-registration.ts';
import { requestRegistration } from '../../identifiers/request-registration.ts';
import { closeDraft, endCuration } from '../../versions/end-of-draft.ts';
import { refreshUnf } from '../../versions/version-unf.ts';
import { findDefaultWorkflow, startWorkflow } from '../workflows/start-workflow.ts';
import type { Publication, VersionNumber } from './publication-rules.ts';

/** Makes the draft a released version, with all that goes with it, in the transaction that decided so. Source: datasets.md 7.3. */
export async function releaseVersion(
  scope: Scope,
  { dataset, draft, type }: Publication,
  { versionNumber, versionMinorNumber }: VersionNumber,
): Promise<void> {
  const { tx } = scope;
  const number = { versionNumber, versionMinorNumber };
  const publishedAt = await markPublished(tx, dataset.id);
  const releasedAt = new Date();
  await refreshUnf(tx, draft);
  await publishFiles(tx, dataset.id, draft.ordinal, releasedAt);
  await updateVersion(tx, draft.id, { state: 'RELEASED', ...number, releasedAt });
  // Citations name the day on which all of the first publication is open; later ones leave that as it is.
  const embargo = dataset.publishedAt === null ? { embargoCitationDate: await findLatestEmbargoEnd(tx, draft) } : {};
  await updateDataset(tx, dataset.id, { fileAccessRequest: draft.fileAccessRequest, ...embargo });
  await addSubjectsAbove(scope, dataset, draft.metadata.value);
  await requestRegistration(scope, dataset, true);
  // Minor versions hold the same files, and say too little that is new to write to their identifiers.
  if (versionMinorNumber === 0) {
    await requestFileRegistrations(scope, dataset);
    await mintFilePids(scope, dataset);
  }
  await endCuration(scope, draft.id);
  await closeDraft(scope, dataset.id);
  const afterwards = await findDefaultWorkflow(tx, scope.services, 'PostPublishDataset');
  if (afterwards !== undefined) {
    await startWorkflow(scope, dataset, afterwards, { trigger: 'PostPublishDataset', publishType: type, number });
  }
  scope.note({ version: `${number.versionNumber}.${number.versionMinorNumber}` });
  scope.emit({ kind: 'DatasetPublished', subjectId: dataset.id, payload: { ...number, firstPublishedAt: publishedAt.toISOString() } });
}
