import { z } from 'zod';
import { type DatasetKey, updateDataset } from '../../../db/queries/datasets/datasets.ts';
import { insertLock } from '../../../db/queries/gate/locks.ts';
import { insertReviewEvent } from '../../../db/queries/datasets/reviews.ts';
import { updateVersion } from '../../../db/queries/versions/change-versions.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { actingAccount } from '../../../kernel/acting-account.ts';
import { command } from '../../../kernel/command.ts';
import { lockDataset } from '../../subjects/dataset-subject.ts';
import { catalogForWriting } from '../../metadata/catalog-for-writing.ts';
import { requireNewestVersion } from '../../versions/ensure-draft.ts';
import { metadataScopeOf, requireValidMetadata } from '../../versions/version-metadata-input.ts';

/**
 * Hands the draft to the curators: while it is in review its authors cannot edit it. The id of the dataset. Open to callers
 * who could publish it themselves. Source: datasets.md 10.1.
 */
export const submitForReview = command({
  name: 'submitDatasetForReview',
  input: z.object({ dataset: z.custom<DatasetKey>() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'review',
  run: async (scope, { dataset }): Promise<number> => {
    const { tx } = scope;
    const { id: userAccountId } = actingAccount(scope.actor);
    const newest = await requireNewestVersion(scope, dataset.id);
    const catalog = await catalogForWriting(scope);
    requireValidMetadata(newest.metadata.value, catalog, await metadataScopeOf(tx, catalog, dataset.ownerId));
    if (newest.state !== 'DRAFT') {
      throw new DomainError(
        'DATASET_ALREADY_PUBLISHED',
        'The latest version of the dataset has already been published; there is no draft to review.',
      );
    }
    if (!(await insertLock(tx, { datasetId: dataset.id, lockType: 'InReview', userAccountId, message: 'Dataset is in review' }))) {
      throw new DomainError('DATASET_IN_REVIEW', 'The dataset has already been submitted for review.');
    }
    await insertReviewEvent(tx, { datasetVersionId: newest.id, action: 'SUBMITTED', userAccountId, reason: null });
    await updateVersion(tx, newest.id, {});
    await updateDataset(tx, dataset.id, {});
    scope.emit({
      kind: 'DatasetSubmittedForReview',
      subjectId: dataset.id,
      payload: { datasetVersionId: newest.id, requestorId: userAccountId },
    });
    return dataset.id;
  },
});
