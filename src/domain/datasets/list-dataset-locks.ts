import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import { type DatasetLockRow, listLocks } from '../../db/queries/gate/locks.ts';
import type { LockType } from '../../vocabulary.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { findAnyDataset } from './view-dataset.ts';

/** Locks of a dataset, oldest first; open to everybody. Source: datasets.md 11.3. */
export async function listDatasetLocks(context: CommandContext, key: DatasetKey, type?: LockType | null): Promise<DatasetLockRow[]> {
  const dataset = await findAnyDataset(context, key);
  const locks = await listLocks(context.db, dataset.id);
  return type ? locks.filter(({ lockType }) => lockType === type) : locks;
}
