import { z } from 'zod';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import { countVersions } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { VERSION_STATES } from '../../vocabulary/datasets.ts';
import { command } from '../../kernel/command.ts';
import { lockDataset } from '../subjects/dataset-subject.ts';
import { requireNewestVersion } from '../versions/ensure-draft.ts';
import { deleteNewestDraft, deleteWholeDataset } from './delete-draft.ts';

/** Deletes a dataset that was never published, or the draft of one that was. Source: datasets.md 8. */
export const deleteDataset = command({
  name: 'deleteDataset',
  input: z.object({ dataset: z.custom<DatasetKey>() }),
  subject: (scope, { dataset }) => lockDataset(scope, dataset),
  requires: 'DeleteDatasetDraft',
  refusedUnder: 'delete',
  run: async (scope, { dataset }) => {
    const versions = await countVersions(scope.tx, dataset.id, VERSION_STATES);
    const newest = await requireNewestVersion(scope, dataset.id);
    if (versions > 1 || newest.state === 'DRAFT') return deleteNewestDraft(scope, dataset);
    if (!scope.actor.superuser) {
      throw new DomainError('DATASET_PUBLISHED', 'Only superusers can delete published datasets.');
    }
    return deleteWholeDataset(scope, dataset);
  },
});
