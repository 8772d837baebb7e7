import type { Queryable } from '../../db/client.ts';
import { type DatasetWithGrants, updateDataset } from '../../db/queries/datasets/datasets.ts';
import { fileSetDiffers, foldDraftFiles, foldedPathsMeet } from '../../db/queries/files/file-versions.ts';
import { deleteVersion, updateVersion } from '../../db/queries/versions/change-versions.ts';
import { findVersion, type VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { addSubjectsAbove } from '../collections/add-subjects.ts';
import type { Scope } from '../../kernel/command.ts';
import { requestFileRegistrations } from '../identifiers/request-file-registration.ts';
import { requestRegistration } from '../identifiers/request-registration.ts';
import { closeDraft, foldReview } from './end-of-draft.ts';

/**
 * The released version that a draft can be folded into.
 * @throws DomainError DATASET_UPDATE_CURRENT_REFUSED. Source: datasets.md 2.4.
 */
export async function requireFoldable(tx: Queryable, datasetId: number, draft: VersionRow): Promise<VersionRow> {
  const released = await findVersion(tx, datasetId, { states: ['RELEASED'] });
  if (released === undefined) {
    throw new DomainError('DATASET_UPDATE_CURRENT_REFUSED', 'There is no published version for the draft to update.');
  }
  if (released.ordinal !== draft.ordinal - 1) {
    throw new DomainError(
      'DATASET_UPDATE_CURRENT_REFUSED',
      'A version between the published one and the draft was deaccessioned; publish a new version instead.',
    );
  }
  if (await fileSetDiffers(tx, datasetId, released.ordinal, draft.ordinal)) {
    throw new DomainError(
      'DATASET_UPDATE_CURRENT_REFUSED',
      'The draft has other files than the published version; publish a new version instead.',
    );
  }
  if (await foldedPathsMeet(tx, datasetId, draft.ordinal)) {
    throw new DomainError(
      'DATASET_UPDATE_CURRENT_REFUSED',
      'Folders stay as they were published, and two files would then have the same path; publish a new version instead.',
    );
  }
  return released;
}

/**
 * Copies the draft into the newest released version, whose number and release time stay, and drops the draft. The only
 * way a published version changes; superusers only. Source: datasets.md 2.4.
 */
export async function foldDraft(scope: Scope, dataset: DatasetWithGrants, draft: VersionRow): Promise<void> {
  const { tx } = scope;
  const released = await requireFoldable(tx, dataset.id, draft);
  await foldDraftFiles(tx, dataset.id, { released: released.ordinal, draft: draft.ordinal });
  await updateVersion(tx, released.id, {
    metadata: draft.metadata.value,
    title: draft.title,
    licenseId: draft.licenseId,
    terms: draft.terms,
    fileAccessRequest: draft.fileAccessRequest,
    versionNote: draft.versionNote,
  });
  await foldReview(scope, { draft: draft.id, released: released.id });
  await deleteVersion(tx, draft.id);
  await closeDraft(scope, dataset.id);
  await updateDataset(tx, dataset.id, { fileAccessRequest: draft.fileAccessRequest });
  await addSubjectsAbove(scope, dataset, draft.metadata.value);
  await requestRegistration(scope, dataset, true);
  await requestFileRegistrations(scope, dataset);
  const number = { versionNumber: released.versionNumber, versionMinorNumber: released.versionMinorNumber };
  scope.note({ updated: `${number.versionNumber}.${number.versionMinorNumber}` });
  scope.emit({ kind: 'PublishedVersionUpdated', subjectId: dataset.id, payload: number });
}
