/** How a workflow ends. Source: datasets.md 7.3, users-admin.md 14.4. */
import { z } from 'zod';
import { deleteLock } from '../../../db/queries/gate/locks.ts';
import { insertReviewEvent } from '../../../db/queries/datasets/reviews.ts';
import { deleteInvocationOf, type InvocationRow } from '../../../db/queries/datasets/workflows.ts';
import { command, type Scope } from '../../../kernel/command.ts';
import { requireNewestVersion } from '../../versions/ensure-draft.ts';
import { lockInvocation } from './invocation-subject.ts';

/** Takes a workflow and its lock away. */
export async function forgetInvocation({ tx }: Pick<Scope, 'tx'>, { datasetId }: Pick<InvocationRow, 'datasetId'>): Promise<void> {
  await deleteInvocationOf(tx, datasetId);
  await deleteLock(tx, datasetId, 'Workflow');
}

/** Keeps the word of a workflow with the version, and tells whoever asked for the publication. */
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
 * Ends a workflow that failed: the draft stays what it was, without the lock; a version that is published stays published.
 * Whoever asked for the publication is told why.
 */
export async function failInvocation(scope: Scope, invocation: InvocationRow, reason: string | null): Promise<void> {
  await forgetInvocation(scope, invocation);
  await reportWorkflow(scope, invocation, 'WORKFLOW_FAILURE', reason);
  scope.note({ workflow: invocation.workflowName, refused: reason });
}

const input = z.object({ invocationId: z.string() });

/** Ends a workflow whose step could not be taken; the id of the dataset. */
export const refuseWorkflow = command({
  name: 'refuseWorkflow',
  input: input.extend({ reason: z.string() }),
  subject: (scope, { invocationId }) => lockInvocation(scope, invocationId),
  requires: 'Superuser',
  run: async (scope, { invocation }, { reason }): Promise<number> => {
    await failInvocation(scope, invocation, reason);
    return invocation.datasetId;
  },
});

/** Ends a workflow after a publication, all of whose steps are done; the id of the dataset. */
export const endPostPublishWorkflow = command({
  name: 'endPostPublishWorkflow',
  input,
  subject: (scope, { invocationId }) => lockInvocation(scope, invocationId),
  requires: 'Superuser',
  run: async (scope, { invocation }): Promise<number> => {
    await forgetInvocation(scope, invocation);
    scope.note({ workflow: invocation.workflowName });
    return invocation.datasetId;
  },
});
