import { z } from 'zod';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import { countAllLocks, type DatasetLockRow, deleteLocks, insertLock, listAllLocks, type LockFilter } from '../../db/queries/gate/locks.ts';
import { findUserByName } from '../../db/queries/access/users.ts';
import type { Queryable } from '../../db/client.ts';
import type { Listed, PageWindow } from '../../model/page-window.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { LOCK_TYPES, type LockType } from '../../vocabulary/datasets.ts';
import { actingAccount } from '../../kernel/acting-account.ts';
import { command, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { lockDataset } from '../subjects/dataset-subject.ts';
import { abandonInvocationOf } from './workflows/end-workflow.ts';

/** Puts a lock on a dataset; the id of the dataset. Source: datasets.md 11.3. */
export const addDatasetLock = command({
  name: 'addDatasetLock',
  input: z.object({ dataset: z.custom<DatasetKey>(), lockType: z.enum(LOCK_TYPES) }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'Superuser',
  run: async ({ tx, actor, note }, { dataset }, { lockType }): Promise<number> => {
    const { id: userAccountId } = actingAccount(actor);
    if (!(await insertLock(tx, { datasetId: dataset.id, lockType, userAccountId, message: null }))) {
      throw new DomainError('DATASET_LOCK_EXISTS', `dataset already locked with lock type ${lockType}`);
    }
    note({ lockType });
    return dataset.id;
  },
});

/** What a removal of locks found. */
export interface RemovedLocks {
  readonly datasetId: number;
  /** In the order they were set; empty when there was nothing to remove, which is no error. */
  readonly lockTypes: readonly LockType[];
}

/** Takes all locks, or the one of a type, from a dataset. Source: datasets.md 11.3. */
export const removeDatasetLocks = command({
  name: 'removeDatasetLocks',
  input: z.object({ dataset: z.custom<DatasetKey>(), lockType: z.enum(LOCK_TYPES).nullish() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'Superuser',
  run: async ({ tx, note }, { dataset }, { lockType }): Promise<RemovedLocks> => {
    const lockTypes = await deleteLocks(tx, dataset.id, lockType ?? null);
    // Unlocked, the draft can be changed: a workflow that let it pass later would speak of something else.
    if (lockTypes.includes('Workflow')) await abandonInvocationOf(tx, dataset.id);
    note({ lockTypes });
    return { datasetId: dataset.id, lockTypes };
  },
});

interface AskedLocks {
  readonly lockType: LockType | null;
  readonly userName: string | null;
}

/** @throws DomainError USER_NOT_FOUND */
async function filterOf(db: Queryable, { lockType, userName }: AskedLocks): Promise<LockFilter> {
  if (userName === null) return { lockType, userAccountId: null };
  const user = await findUserByName(db, userName.replace(/^@/, ''));
  if (user === undefined) throw new DomainError('USER_NOT_FOUND', `There is no user ${userName}.`);
  return { lockType, userAccountId: user.id };
}

/** Locks of all datasets, or those of a type or a user, oldest first. @throws DomainError USER_NOT_FOUND */
export const listLocksOfAllDatasets = query({
  name: 'listLocksOfAllDatasets',
  subject: noSubject,
  requires: 'Superuser',
  run: async (
    { db },
    _subject,
    { window, ...asked }: AskedLocks & { readonly window: PageWindow<number> },
  ): Promise<Listed<DatasetLockRow>> => {
    const filter = await filterOf(db, asked);
    return { rows: await listAllLocks(db, filter, window), count: () => countAllLocks(db, filter) };
  },
});
