import { z } from 'zod';
import { type DatasetKey, updateDataset } from '../../../db/queries/datasets/datasets.ts';
import { deleteLock } from '../../../db/queries/gate/locks.ts';
import { insertReviewEvent } from '../../../db/queries/datasets/reviews.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { actingAccount } from '../../../kernel/acting-account.ts';
import { command } from '../../../kernel/command.ts';
import { lockDataset } from '../../subjects/dataset-subject.ts';
import { longText } from '../../../model/text-limits.ts';
import { requireNewestVersion } from '../../versions/ensure-draft.ts';
import { byRule } from '../../../errors/rules/broken.ts';

/** Gives a draft in review back to its authors, with a reason that is kept with the version. The id of the dataset. Source: datasets.md 10.2. */
export const returnToAuthor = command({
  name: 'returnDatasetToAuthor',
  input: z.object({
    dataset: z.custom<DatasetKey>(),
    reason: longText.refine((reason) => reason.trim() !== '', byRule('REASON_NEEDED')),
  }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'PublishDataset',
  run: async (scope, { dataset }, { reason }): Promise<number> => {
    const { tx } = scope;
    const { id: userAccountId } = actingAccount(scope.actor);
    if ((await deleteLock(tx, dataset.id, 'InReview')) === 0) {
      throw new DomainError('DATASET_NOT_IN_REVIEW', 'The dataset cannot be returned to its authors, because it is not in review.');
    }
    const { id: datasetVersionId } = await requireNewestVersion(scope, dataset.id);
    await insertReviewEvent(tx, { datasetVersionId, action: 'RETURNED', userAccountId, reason });
    await updateDataset(tx, dataset.id, {});
    scope.emit({
      kind: 'DatasetReturnedToAuthor',
      subjectId: dataset.id,
      payload: { datasetVersionId, returnedById: userAccountId, reason },
    });
    return dataset.id;
  },
});
