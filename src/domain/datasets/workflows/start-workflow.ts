import { insertLock } from '../../../db/queries/gate/locks.ts';
import { insertInvocation } from '../../../db/queries/datasets/workflow-invocations.ts';
import { findWorkflow, holdWorkflow, type WorkflowRow } from '../../../db/queries/datasets/workflows.ts';
import type { DatasetWithGrants } from '../../../db/queries/datasets/datasets.ts';
import type { Queryable } from '../../../db/client.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { PublishType } from '../../../vocabulary/datasets.ts';
import type { WorkflowTrigger } from '../../../vocabulary/workflows.ts';
import { actingAccount } from '../../../kernel/acting-account.ts';
import type { Scope } from '../../../kernel/command.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import type { VersionNumber } from '../publication/publication-rules.ts';
import { defaultWorkflowId } from './default-workflows.ts';
import { abandonInvocationOf } from './end-workflow.ts';

/**
 * The workflow that publications have to pass, or that follows them; undefined where there is none.
 * @throws DomainError WORKFLOW_NOT_FOUND when the one that is set does not exist: a workflow that was set to hold publications must not
 * let them pass. Source: users-admin.md 14.4.
 */
export async function findDefaultWorkflow(
  db: Queryable,
  { settings }: Pick<DomainServices, 'settings'>,
  trigger: WorkflowTrigger,
): Promise<WorkflowRow | undefined> {
  const id = defaultWorkflowId(settings, trigger);
  if (id === undefined) return undefined;
  const found = await findWorkflow(db, id);
  if (found !== undefined) return found;
  throw missingDefault(trigger, id);
}

function missingDefault(trigger: WorkflowTrigger, id: number): DomainError {
  return new DomainError(
    'WORKFLOW_NOT_FOUND',
    `The setting :${trigger}WorkflowId names the workflow ${id}, which does not exist; an administrator has to correct it.`,
  );
}

/** A publication that a workflow goes with. */
interface Accompanied {
  readonly trigger: WorkflowTrigger;
  readonly publishType: PublishType;
  readonly number: Pick<VersionNumber, 'versionNumber' | 'versionMinorNumber'>;
}

/**
 * Begins a workflow for a dataset, which is locked until it ends. The steps run after the commit, each by a job. The dataset's row must be
 * locked. @throws DomainError WORKFLOW_NOT_FOUND when the workflow was deleted meanwhile. Source: users-admin.md 14.4.
 */
export async function startWorkflow(
  scope: Pick<Scope, 'tx' | 'actor' | 'emit' | 'note' | 'context'>,
  { id: datasetId, publishedAt }: Pick<DatasetWithGrants, 'id' | 'publishedAt'>,
  workflow: WorkflowRow,
  { trigger, publishType, number: { versionNumber, versionMinorNumber } }: Accompanied,
): Promise<void> {
  const { tx, actor, context } = scope;
  const { id: userAccountId } = actingAccount(actor);
  if ((await holdWorkflow(tx, workflow.id)) === undefined) throw missingDefault(trigger, workflow.id);
  // One whose lock is gone was given up.
  await abandonInvocationOf(tx, datasetId);
  const invocationId = await insertInvocation(tx, {
    workflowId: workflow.id,
    workflowName: workflow.name,
    steps: workflow.steps,
    trigger,
    datasetId,
    publishType,
    versionNumber,
    versionMinorNumber,
    wasPublished: publishedAt !== null,
    userAccountId,
    clientAddress: context.addresses?.client ?? null,
  });
  const when = trigger === 'PrePublishDataset' ? 'before the dataset is published' : 'after the dataset was published';
  await insertLock(tx, { datasetId, lockType: 'Workflow', userAccountId, message: `The workflow ${workflow.name} runs ${when}` });
  // Not its id, which can be a credential.
  scope.note({ workflow: workflow.name });
  scope.emit({ kind: 'WorkflowStepDue', subjectId: datasetId, payload: { invocationId, position: 0 } });
}
