/** How a workflow ends. Source: datasets.md 7.3, users-admin.md 14.4. */
import { z } from 'zod';
import type { Queryable } from '../../../db/client.ts';
import { deleteLock } from '../../../db/queries/gate/locks.ts';
import { insertReviewEvent } from '../../../db/queries/datasets/reviews.ts';
import {
  findOngoingInvocationOf,
  type InvocationRow,
  updateInvocation,
  writeStepRun,
} from '../../../db/queries/datasets/workflow-invocations.ts';
import type { WorkflowInvocationState } from '../../../vocabulary/workflows.ts';
import { command, type Scope } from '../../../kernel/command.ts';
import { requireNewestVersion } from '../../versions/ensure-draft.ts';
import { lockInvocation } from './invocation-subject.ts';

/** What is true of every workflow that has ended. */
const over = (state: WorkflowInvocationState, message: string | null) => ({
  state,
  message,
  pausedAt: null,
  authorized: false,
  endedAt: new Date(),
});

/** Ends a workflow all of whose steps have succeeded, and takes its lock away. */
export async function endInvocation({ tx }: Pick<Scope, 'tx'>, { id, datasetId }: InvocationRow): Promise<void> {
  await updateInvocation(tx, id, over('SUCCEEDED', null));
  await deleteLock(tx, datasetId, 'Workflow');
}

/** Gives up what is under way for a dataset, if anything is: its lock is gone, and with it what the lock was for. Nothing is rolled back. */
export async function abandonInvocationOf(tx: Queryable, datasetId: number): Promise<void> {
  const ongoing = await findOngoingInvocationOf(tx, datasetId);
  if (ongoing === undefined) return;
  const message = 'The lock of the workflow was removed.';
  const { id, state, position } = ongoing;
  if (state === 'WAITING') await writeStepRun(tx, id, position, { state: 'FAILED', message, endedAt: new Date() });
  await updateInvocation(tx, id, over('ABANDONED', message));
}

/** Keeps the outcome of a workflow with the version, and notifies the account that asked for the publication. */
export async function reportWorkflow(
  scope: Scope,
  { datasetId, userAccountId, workflowName }: InvocationRow,
  action: 'WORKFLOW_SUCCESS' | 'WORKFLOW_FAILURE',
  comment: string | null,
): Promise<void> {
  const { id: datasetVersionId } = await requireNewestVersion(scope, datasetId);
  await insertReviewEvent(scope.tx, { datasetVersionId, action, userAccountId, reason: comment });
  const kind = action === 'WORKFLOW_SUCCESS' ? 'WorkflowSucceeded' : 'WorkflowFailed';
  scope.emit({ kind, subjectId: datasetId, payload: { workflow: workflowName, userAccountId, comment } });
}

/**
 * Ends a workflow that failed and has nothing left to roll back: the draft stays what it was, without the lock; a version that is
 * published stays published. The requester is told why.
 */
export async function endFailed(scope: Scope, invocation: InvocationRow, reason: string | null): Promise<void> {
  await updateInvocation(scope.tx, invocation.id, over('FAILED', reason));
  await deleteLock(scope.tx, invocation.datasetId, 'Workflow');
  await reportWorkflow(scope, invocation, 'WORKFLOW_FAILURE', reason);
}

/** Ends a workflow after a publication, all of whose steps are done; the id of the dataset. */
export const endPostPublishWorkflow = command({
  name: 'endPostPublishWorkflow',
  input: z.object({ invocationId: z.string() }),
  subject: (scope, { invocationId }) => lockInvocation(scope, invocationId),
  requires: 'Superuser',
  run: async (scope, { invocation }): Promise<number> => {
    await endInvocation(scope, invocation);
    scope.note({ workflow: invocation.workflowName });
    return invocation.datasetId;
  },
});
