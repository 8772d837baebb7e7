import { insertLock } from '../../../db/queries/gate/locks.ts';
import { deleteInvocationOf, findWorkflow, insertInvocation, type WorkflowRow } from '../../../db/queries/datasets/workflows.ts';
import type { DatasetWithGrants } from '../../../db/queries/datasets/datasets.ts';
import type { Queryable } from '../../../db/client.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { PublishType, WorkflowTrigger } from '../../../vocabulary.ts';
import { actingAccount } from '../../../kernel/acting-account.ts';
import type { Scope } from '../../../kernel/command.ts';
import type { DomainServices } from '../../../kernel/services.ts';

/**
 * The workflow that publications have to pass, or that follows them; undefined where there is none.
 * @throws DomainError WORKFLOW_NOT_FOUND when the one that is set does not exist: what somebody meant to hold publications must not
 * let them pass. Source: users-admin.md 14.4.
 */
export async function findDefaultWorkflow(
  tx: Queryable,
  { settings }: Pick<DomainServices, 'settings'>,
  trigger: WorkflowTrigger,
): Promise<WorkflowRow | undefined> {
  const id = trigger === 'PrePublishDataset' ? settings.get(':PrePublishDatasetWorkflowId') : settings.get(':PostPublishDatasetWorkflowId');
  if (id === undefined) return undefined;
  const found = await findWorkflow(tx, id);
  if (found !== undefined) return found;
  throw new DomainError(
    'WORKFLOW_NOT_FOUND',
    `The setting :${trigger}WorkflowId names the workflow ${id}, which does not exist; an administrator has to correct it.`,
  );
}

/**
 * Begins a workflow for a dataset, which is locked until it ends. The steps run after the commit, by a job. The dataset's row must be
 * locked. Source: users-admin.md 14.4.
 */
export async function startWorkflow(
  scope: Pick<Scope, 'tx' | 'actor' | 'emit' | 'note'>,
  { id: datasetId }: Pick<DatasetWithGrants, 'id'>,
  {
    workflow,
    trigger,
    publishType,
  }: { readonly workflow: WorkflowRow; readonly trigger: WorkflowTrigger; readonly publishType: PublishType },
): Promise<void> {
  const { tx, actor } = scope;
  const { id: userAccountId } = actingAccount(actor);
  // One whose lock is gone was given up.
  await deleteInvocationOf(tx, datasetId);
  const invocationId = await insertInvocation(tx, {
    workflowName: workflow.name,
    steps: workflow.steps,
    trigger,
    datasetId,
    publishType,
    userAccountId,
  });
  const when = trigger === 'PrePublishDataset' ? 'before the dataset is published' : 'after the dataset was published';
  await insertLock(tx, { datasetId, lockType: 'Workflow', userAccountId, message: `The workflow ${workflow.name} runs ${when}` });
  scope.note({ workflow: workflow.name, invocationId });
  scope.emit({ kind: 'WorkflowStepDue', subjectId: datasetId, payload: { invocationId, position: 0 } });
}
