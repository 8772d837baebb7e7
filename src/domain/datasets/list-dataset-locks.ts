import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import { type DatasetLockRow, listLocks } from '../../db/queries/gate/locks.ts';
import type { LockType } from '../../vocabulary/datasets.ts';
import { query } from '../../kernel/command.ts';
import { type AskedScope, loadAskedDataset } from '../subjects/dataset-subject.ts';

/** Locks of a dataset, oldest first, or those of a type; public. Source: datasets.md 11.3. */
export const listDatasetLocks = query({
  name: 'listDatasetLocks',
  subject: (scope: AskedScope, input: { readonly dataset: DatasetKey; readonly type: LockType | null }) =>
    loadAskedDataset(scope, input.dataset),
  requires: 'Public',
  run: async ({ db }, { dataset }, { type }): Promise<DatasetLockRow[]> => {
    const locks = await listLocks(db, dataset.id);
    return type === null ? locks : locks.filter(({ lockType }) => lockType === type);
  },
});
