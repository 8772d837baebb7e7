import type { Queryable } from '../db/client.ts';
import type { DatasetLockRow } from '../db/queries/gate/locks.ts';
import { isWorkflowOf } from '../db/queries/gate/workflow-keys.ts';
import { isInvocationId } from '../model/invocation-id.ts';
import type { Actor } from './actor.ts';

/** Whether a dataset is locked by the workflow whose id the caller sent, and which runs for the same account. Source: users-admin.md 14.4. */
export async function holdsWorkflowLock(
  db: Queryable,
  { account }: Actor,
  datasetId: number,
  locks: readonly DatasetLockRow[],
): Promise<boolean> {
  const invocationId = account?.invocationId;
  if (account === null || invocationId === undefined || !isInvocationId(invocationId)) return false;
  return locks.some(({ lockType }) => lockType === 'Workflow') && isWorkflowOf(db, invocationId, { datasetId, userAccountId: account.id });
}
