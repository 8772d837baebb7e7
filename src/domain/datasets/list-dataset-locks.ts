import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import type { DatasetLockRow } from '../../db/queries/gate/locks.ts';
import type { LockType } from '../../vocabulary/datasets.ts';
import { query, type ReadContext } from '../../kernel/command.ts';
import { type AskedScope, loadAskedDataset } from '../subjects/dataset-subject.ts';

/** Locks of a dataset, oldest first, or those of a type; public. Source: datasets.md 11.3. */
export const listDatasetLocks = query({
  name: 'listDatasetLocks',
  subject: (scope: AskedScope, input: { readonly dataset: DatasetKey; readonly type: LockType | null }) =>
    loadAskedDataset(scope, input.dataset),
  requires: 'Public',
  run: async ({ loaders }: ReadContext, { dataset }, { type }): Promise<readonly DatasetLockRow[]> => {
    const { locks } = await loaders.datasetAsides.load({ datasetId: dataset.id, part: 'locks' });
    return type === null ? locks : locks.filter(({ lockType }) => lockType === type);
  },
});
