import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { PageWindow } from '../../../model/page-window.ts';
import type { LockType } from '../../../vocabulary/datasets.ts';
import { type Queryable, prepared } from '../../client.ts';
import { boundWindow } from '../../id-window.ts';
import { dataset, datasetLock } from '../../schema/dataset.ts';
import { userAccount } from '../../schema/user.ts';
import { persistentIdOf } from '../identifiers/persistent-id.ts';

export interface DatasetLockRow {
  readonly id: number;
  readonly lockType: LockType;
  readonly message: string | null;
  readonly createdAt: Date;
  readonly userName: string;
  readonly datasetPersistentId: string;
}

const lockColumns = {
  id: datasetLock.id,
  lockType: datasetLock.lockType,
  message: datasetLock.message,
  createdAt: datasetLock.createdAt,
  userName: userAccount.userName,
  datasetPersistentId: persistentIdOf(dataset),
};

const listStatement = prepared((db) =>
  db
    .select(lockColumns)
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

/** Removes all locks of a dataset, or the one of a type; the types of those removed, oldest first. */
export async function deleteLocks(db: Queryable, datasetId: number, lockType: LockType | null): Promise<LockType[]> {
  const rows = await db
    .delete(datasetLock)
    .where(and(eq(datasetLock.datasetId, datasetId), lockType === null ? undefined : eq(datasetLock.lockType, lockType)))
    .returning({ id: datasetLock.id, lockType: datasetLock.lockType });
  return rows.toSorted((one, other) => one.id - other.id).map((row) => row.lockType);
}

/** Removes the lock of a type; the number removed. */
export async function deleteLock(db: Queryable, datasetId: number, lockType: LockType): Promise<number> {
  return (await deleteLocks(db, datasetId, lockType)).length;
}

/** Which locks of all datasets: of a type, set by an account; null for any. */
export interface LockFilter {
  readonly lockType: LockType | null;
  readonly userAccountId: number | null;
}

function ofFilter({ lockType, userAccountId }: LockFilter): SQL | undefined {
  return and(
    lockType === null ? undefined : eq(datasetLock.lockType, lockType),
    userAccountId === null ? undefined : eq(datasetLock.userAccountId, userAccountId),
  );
}

/** A window of the locks of all datasets, oldest first. */
export async function listAllLocks(db: Queryable, filter: LockFilter, window: PageWindow<number>): Promise<DatasetLockRow[]> {
  const { within, order, limit } = boundWindow(datasetLock.id, window);
  const rows = await db
    .select(lockColumns)
    .from(datasetLock)
    .innerJoin(userAccount, eq(userAccount.id, datasetLock.userAccountId))
    .innerJoin(dataset, eq(dataset.id, datasetLock.datasetId))
    .where(and(ofFilter(filter), within))
    .orderBy(sql`${order} ${limit}`);
  return window.fromEnd ? rows.toReversed() : rows;
}

/** Number of these. */
export async function countAllLocks(db: Queryable, filter: LockFilter): Promise<number> {
  return db.$count(datasetLock, ofFilter(filter));
}
