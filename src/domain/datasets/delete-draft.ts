import { z } from 'zod';
import { type DatasetKey, type DatasetWithGrants, updateDataset } from '../../db/queries/datasets/datasets.ts';
import { deleteDraftFiles } from '../../db/queries/files/file-versions.ts';
import { deleteVersion } from '../../db/queries/versions/change-versions.ts';
import { countVersions } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { VERSION_STATES } from '../../vocabulary/datasets.ts';
import { command, type Scope } from '../../kernel/command.ts';
import { lockDataset } from '../subjects/dataset-subject.ts';
import { forgetBytes } from '../versions/forget-bytes.ts';
import { closeDraft } from '../versions/end-of-draft.ts';
import { requireNewestVersion } from '../versions/ensure-draft.ts';
import { removeDataset } from './remove-dataset.ts';

export interface DeletionResult {
  readonly datasetId: number;
  /** Whether the dataset itself went. */
  readonly datasetDeleted: boolean;
}

/** Removes a dataset with all its versions. */
export async function deleteWholeDataset(scope: Scope, dataset: DatasetWithGrants): Promise<DeletionResult> {
  await removeDataset(scope, dataset);
  return { datasetId: dataset.id, datasetDeleted: true };
}

/** Removes the draft of a dataset, with the dataset where there is no other version. @throws DomainError DATASET_DRAFT_NOT_FOUND */
export async function deleteNewestDraft(scope: Scope, dataset: DatasetWithGrants): Promise<DeletionResult> {
  const newest = await requireNewestVersion(scope, dataset.id);
  if (newest.state !== 'DRAFT') {
    throw new DomainError('DATASET_DRAFT_NOT_FOUND', 'This is NOT a DRAFT version, so it cannot be deleted.');
  }
  if ((await countVersions(scope.tx, dataset.id, VERSION_STATES)) === 1) return deleteWholeDataset(scope, dataset);
  forgetBytes(scope, dataset, await deleteDraftFiles(scope.tx, dataset.id, newest.ordinal));
  await deleteVersion(scope.tx, newest.id);
  await closeDraft(scope, dataset.id);
  await updateDataset(scope.tx, dataset.id, {});
  return { datasetId: dataset.id, datasetDeleted: false };
}

/** Deletes the draft, and the dataset if it was its only version. Source: datasets.md 8. */
export const deleteDraft = command({
  name: 'deleteDatasetDraft',
  input: z.object({ dataset: z.custom<DatasetKey>() }),
  subject: (scope, { dataset }) => lockDataset(scope, dataset),
  requires: 'DeleteDatasetDraft',
  refusedUnder: 'delete',
  run: (scope, { dataset }) => deleteNewestDraft(scope, dataset),
});
