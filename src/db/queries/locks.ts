import { and, asc, eq, sql } from 'drizzle-orm';
import type { LockType } from '../../vocabulary.ts';
import { type Queryable, prepared } from '../client.ts';
import { dataset, datasetLock } from '../schema/dataset.ts';
import { userAccount } from '../schema/user.ts';
import { persistentIdOf } from './persistent-id.ts';

export interface DatasetLockRow {
  readonly id: number;
  readonly lockType: LockType;
  readonly message: string | null;
  readonly createdAt: Date;
  readonly userName: string;
  readonly datasetPersistentId: string;
}

const listStatement = prepared((db) =>
  db
    .select({
      id: datasetLock.id,
      lockType: datasetLock.lockType,
      message: datasetLock.message,
      createdAt: datasetLock.createdAt,
      userName: userAccount.userName,
      datasetPersistentId: persistentIdOf(dataset),
    })
    .from(datasetLock)
    .innerJoin(userAccount, eq(userAccount.id, datasetLock.userAccountId))
    .innerJoin(dataset, eq(dataset.id, datasetLock.datasetId))
    .where(eq(datasetLock.datasetId, sql.placeholder('datasetId')))
    .orderBy(asc(datasetLock.id))
    .prepare('dataset_lock_list'),
);

/** Locks of a dataset, oldest first. */
export async function listLocks(db: Queryable, datasetId: number): Promise<DatasetLockRow[]> {
  return listStatement(db).execute({ datasetId });
}

/** Adds a lock; false when one of that type exists. */
export async function insertLock(
  db: Queryable,
  lock: { datasetId: number; lockType: LockType; userAccountId: number; message: string | null },
): Promise<boolean> {
  const rows = await db.insert(datasetLock).values(lock).onConflictDoNothing().returning({ id: datasetLock.id });
  return rows.length > 0;
}

/** Removes the lock of a type; the number removed. */
export async function deleteLock(db: Queryable, datasetId: number, lockType: LockType): Promise<number> {
  const rows = await db
    .delete(datasetLock)
    .where(and(eq(datasetLock.datasetId, datasetId), eq(datasetLock.lockType, lockType)))
    .returning({ id: datasetLock.id });
  return rows.length;
}
